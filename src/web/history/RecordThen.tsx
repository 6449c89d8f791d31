import { useQuery } from '@tanstack/react-query'
import { Checkbox, Skeleton, Switch } from 'antd'
import { Fragment, useState } from 'react'
import type { Deed } from '#contract/timeline.ts'
import { history } from '#contract/shell/history.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'

/** Identifies a record: the kind (`emp`), its number, and its enterprise where that is not the own one. */
export type RecordOf = { kind: string; no: string; entNo?: string | undefined }

type Part = Out<typeof history.getthen>['parts'][number]
type Props = { record: RecordOf; deed: Deed; onClose: () => void }

/** Draws a record as it was after an operation, beside its present state; different values can be restored. */
export default function RecordThen({ record, deed: { op, at, title }, onClose }: Props) {
  const { data, error, refetch } = useQuery(query(history.getthen, { ...record, op, side: 'after' }))
  const [everything, setEverything] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const restore = useSend(history.restore, { said: ({ flds }) => `${flds.length} 个字段已恢复` })
  const chosenOf = ({ tbl, fields }: Part) =>
    fields.filter(({ field, backFlag }) => backFlag === '1' && !left.has(`${tbl} ${field}`)).map(({ field }) => field)
  const chosen = data?.parts.flatMap(chosenOf) ?? []
  const isDifferent = data?.parts.some(({ fields }) => fields.some(({ diffFlag }) => diffFlag === '1'))
  const act = async () => {
    for (const part of data?.parts ?? []) {
      const flds = chosenOf(part)
      if (flds.length > 0) await restore.mutateAsync({ ...record, tbl: part.tbl, op, side: 'after', flds, ver: part.ver })
    }
    onClose()
  }
  const toggle = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return (
    <AppModal
      open
      width={720}
      title={`${formatTime(at)} 的内容`}
      okText={`恢复所选 ${chosen.length} 项`}
      okButtonProps={{ disabled: chosen.length === 0 }}
      cancelText="关闭"
      confirmLoading={restore.isPending}
      onOk={() => void act().catch(() => {})}
      onCancel={onClose}
    >
      {error && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <div className="spread">
            <span className="grey">
              {title} 之后的样子，{isDifferent ? '和现在不同的可以勾选恢复。' : '和现在完全一样。'}
            </span>
            <span className="timeline-switch">
              <Switch size="small" checked={everything} onChange={setEverything} aria-label="显示全部字段" /> 显示全部字段
            </span>
          </div>
          {(isDifferent || everything) && (
            <div className="then" role="group" aria-label="当时和现在">
              <span className="then-title">字段</span>
              <span className="then-title">当时</span>
              <span className="then-title">现在</span>
              {data.parts.map((part) => (
                <Fields
                  key={part.tbl}
                  part={part}
                  isNamed={data.parts.length > 1}
                  everything={everything}
                  isLeft={(field) => left.has(`${part.tbl} ${field}`)}
                  onToggle={(field) => toggle(`${part.tbl} ${field}`)}
                />
              ))}
            </div>
          )}
        </>
      )}
    </AppModal>
  )
}

type FieldsProps = {
  part: Part
  isNamed: boolean
  everything: boolean
  isLeft: (field: string) => boolean
  onToggle: (field: string) => void
}

function Fields({ part: { what, fields }, isNamed, everything, isLeft, onToggle }: FieldsProps) {
  const shown = fields.filter(({ diffFlag, was, now }) => diffFlag === '1' || (everything && (was ?? now) !== null))
  if (shown.length === 0) return null
  return (
    <>
      {isNamed && <span className="then-group">{what}</span>}
      {shown.map(({ field, title, was, now, diffFlag, backFlag }) => (
        <Fragment key={field}>
          <span className={diffFlag === '1' ? 'different' : ''}>
            {backFlag === '1' ? (
              <Checkbox checked={!isLeft(field)} onChange={() => onToggle(field)}>
                {title}
              </Checkbox>
            ) : (
              title
            )}
          </span>
          <span className={diffFlag === '1' ? 'different' : ''}>{was ?? '空'}</span>
          <span className={diffFlag === '1' ? 'different' : 'grey'}>{now ?? '空'}</span>
        </Fragment>
      ))}
    </>
  )
}
