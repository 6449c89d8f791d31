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
    <dl className="facts">
      <dt>产品</dt>
      <dd>智慧校园学校平台</dd>
      <dt>版本</dt>
      <dd>{data?.version ?? '……'}</dd>
      {data?.date && (
        <>
          <dt>日期</dt>
          <dd>{data.date}</dd>
        </>
      )}
      {data?.commit && (
        <>
          <dt>提交</dt>
          <dd>{data.commit}</dd>
        </>
      )}
    </dl>
  )
}
