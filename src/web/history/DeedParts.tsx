import { Button } from 'antd'
import { Fragment } from 'react'
import type { DeedPart } from '#contract/timeline.ts'
import './timeline.css'

type Props = {
  parts: readonly DeedPart[]
  /** Gives a field its former value; without it nothing can be given back here. */
  onBack?: (part: DeedPart, field: string) => void
  isBusy?: boolean
}

/** Draws the changes of an operation, row by row and field by field. */
export const DeedParts = ({ parts, ...back }: Props) =>
  parts.map((part, i) => <Part key={`${part.tbl} ${part.what} ${part.act} ${i}`} part={part} {...back} />)

function Part({ part, onBack, isBusy = false }: { part: DeedPart } & Omit<Props, 'parts'>) {
  const { what, act, changes } = part
  if (act === 'delete') return <div>移除：{what}</div>
  if (act === 'read') return <div>查看了{changes.map(({ title }) => title).join('、') || what}</div>
  return (
    <>
      <div className="timeline-what">{act === 'insert' ? `新增：${what}` : what}</div>
      <dl className="timeline-changes">
        {changes.map(({ field, title, before, after, backFlag }) => (
          <Fragment key={field}>
            <dt>{title}</dt>
            <dd>
              {act === 'update' && (
                <>
                  <del>{before ?? '空'}</del>
                  <span aria-label="改为"> → </span>
                </>
              )}
              <ins>{after ?? '空'}</ins>
              {onBack && backFlag === '1' && (
                <Button
                  type="link"
                  size="small"
                  className="timeline-back"
                  disabled={isBusy}
                  aria-label={`${title}恢复为${before ?? '空'}`}
                  onClick={() => onBack(part, field)}
                >
                  恢复
                </Button>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
