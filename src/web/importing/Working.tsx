import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { imp } from '#contract/shell/imp.contract.ts'
import { query } from '#web/api/api.ts'
import { useConnection } from '#web/api/connection.ts'
import './importing.css'

const often = 500

type Props = {
  no: string | undefined
  text: string
  sent?: number
  /** Breaks off what this page itself sends. */
  onStop?: () => void
}

/**
 * Draws the progress of a file (by its number) or a batch; before the server reports any, `sent` percent of it have been sent.
 */
export function Working({ no, text, sent, onStop }: Props) {
  const isLost = useConnection() !== 'online'

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
      {onStop ? (
        <div className="grey">
          {isLost ? '网络已断开，恢复后接着传。' : '请留在这个页面，传完后可以离开。'}
          <Button type="link" size="small" onClick={onStop}>
            取消上传
          </Button>
        </div>
      ) : (
        <div className="grey">可以离开这个页面，完成后再回来。</div>
      )}
    </div>
  )
}
