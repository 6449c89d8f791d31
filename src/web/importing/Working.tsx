import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { imp } from '#contract/shell/imp.contract.ts'
import { query } from '#web/api/api.ts'
import './importing.css'

const often = 500

/**
 * Draws the progress of a file (by its number) or a batch; before the server reports any, `sent` percent of it have been sent.
 */
export function Working({ no, text, sent }: { no: string | undefined; text: string; sent?: number }) {
  const { data } = useQuery({
    ...query(imp.getprogress, { no: no ?? '' }),
    enabled: no !== undefined,
    refetchInterval: often,
    gcTime: 0,
  })
  const percent = data ? Math.round((data.done / data.total) * 100) : no === undefined ? (sent ?? 0) : 0
  return (
    <div className="working" role="status">
      <div>{text}……</div>
      <Progress percent={percent} status="active" />
      <div className="grey">可以离开这个页面，完成后再回来。</div>
    </div>
  )
}
