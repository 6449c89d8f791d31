import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Attachment } from '#contract/attachment.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { formatBytes } from '#web/page/format.ts'

/** Draws files that were not sent completely: to continue by choosing them again, or to discard. */
export function UnfinishedFiles({ chosen }: { chosen: readonly Attachment[] }) {
  const { data = [] } = useQuery(query(upload.getunfinished, {}))
  const drop = useSend(upload.dropchunk, { said: () => '已放弃没传完的文件' })
  const isHere = (one: { name: string; size: number }) => chosen.some(({ name, size }) => name === one.name && size === one.size)
  const left = data.filter((one) => !isHere(one))
  if (left.length === 0) return null
  return (
    <div className="unfinished" role="group" aria-label="没传完的文件">
      <p className="grey">上次没有传完，重新选择同一个文件就能接着传：</p>
      <ul>
        {left.map(({ upldNo, name, size, haveSize }) => (
          <li key={upldNo}>
            <span className="attachment-name" title={name}>
              {name}
            </span>
            <span className="grey">
              {formatBytes(haveSize)} / {formatBytes(size)}
            </span>
            <span className="attachment-acts">
              <Button type="link" size="small" onClick={() => drop.mutate({ upldNo })} aria-label={`放弃${name}`}>
                放弃
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
