import { CirclePlay } from 'lucide-react'
import { Checkbox } from 'antd'
import { WorkKind } from '#domain/activities/activities.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import type { wrk } from './wrk.contract.ts'

export type ListedWork = Out<typeof wrk.getpage>['datas'][number]

type Props = { work: ListedWork; ticked: boolean; onTick: ((on: boolean) => void) | undefined; onOpen: () => void }

/** Draws one work in the grid: its picture, its author, and its reports. */
export function WorkCard({ work, ticked, onTick, onOpen }: Props) {
  const { title, name, unitName, actTitle, kind, files, stt, reports } = work
  const [first] = files
  return (
    <article className="work">
      <button
        type="button"
        className="work-picture"
        onClick={onOpen}
        aria-label={`看作品：${title}${files.length > 1 ? `，${files.length} 张` : ''}`}
      >
        {kind === WorkKind.pictures && first ? (
          <img src={first.small} alt="" loading="lazy" />
        ) : (
          <CirclePlay aria-hidden style={{ fontSize: 40 }} />
        )}
        {files.length > 1 && <span className="work-count">{files.length} 张</span>}
      </button>
      <div className="spread">
        <span className="card-name">
          {onTick && <Checkbox checked={ticked} aria-label={`选择${title}`} onChange={({ target }) => onTick(target.checked)} />}
          <strong className="work-title">{title}</strong>
        </span>
        <StatusTag type="WRK_STT" value={stt} />
      </div>
      <span className="grey">{[name, unitName].filter(Boolean).join(' · ')}</span>
      <span className="grey">{actTitle}</span>
      {reports.length > 0 && (
        <span className="bad-text">
          被举报 {reports.length} 次：{reports[0]}
        </span>
      )}
    </article>
  )
}
