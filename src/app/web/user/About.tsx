import { FactList } from '#web/page/FactList.tsx'
import { useQuery } from '@tanstack/react-query'

type Build = { version: string; commit?: string; date?: string }

/** Draws which version of the product runs, as somebody who reports a fault has to say. */
export default function About() {
  const { data, isError } = useQuery({
    queryKey: ['/healthz'],
    queryFn: async () => (await (await fetch('/healthz')).json()) as Build,
    staleTime: 0,
  })
  if (isError) return <p>暂时读不到版本，请稍后再试。</p>
  return (
    <FactList
      items={[
        ['产品', '智慧校园学校平台'],
        ['版本', data?.version ?? '……'],
        Boolean(data?.date) && ['日期', data?.date],
        Boolean(data?.commit) && ['提交', data?.commit],
      ]}
    />
  )
}
