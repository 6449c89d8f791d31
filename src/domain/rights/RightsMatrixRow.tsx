import { memo } from 'react'
import type { Right } from '#contract/access.ts'
import { heldMark, type MatrixColumn, type MatrixRow, type MatrixProps } from './rightsMatrix.web.ts'
import { Tick } from './Tick.tsx'

type Props = Pick<MatrixProps, 'onToggle' | 'markOf'> & {
  row: MatrixRow
  index: number
  columns: readonly MatrixColumn[]
  /** Joins the granted rights of the branch and those that changed: as text they tell whether the row looks different. */
  held: string
  changed: string
  /** Names the column that Tab leads to; undefined for none. */
  stop: number | undefined
}

/** Draws one module of the matrix, again only where it changes. */
export const RightsMatrixRow = memo(function Row({ row, index, columns, held, changed, stop, onToggle, markOf }: Props) {
  const granted = new Set(held.split(',') as Right[])
  const differs = new Set(changed.split(',') as Right[])
  return (
    <tr role="row" className={row.isBranch ? 'matrix-branch' : undefined}>
      <th role="rowheader" scope="row" className={`matrix-name matrix-level-${Math.min(row.level, 4)}`}>
        <span>
          {onToggle && !markOf && row.branch.length > 0 && (
            <Tick
              rights={row.branch}
              granted={granted}
              label={row.isBranch ? `${row.name}及其下所有模块` : `${row.name}的所有操作`}
              place={`${index}/-1`}
              isStop={stop === -1}
              onToggle={onToggle}
            />
          )}
          <span className="matrix-text" title={row.name}>
            {row.name}
          </span>
        </span>
      </th>
      {columns.map(({ pwrNo, name }, column) => (
        <Cell
          key={pwrNo}
          right={row.own.has(pwrNo) ? `${row.mdlCode}:${pwrNo}` : undefined}
          label={`${row.name} ${name}`}
          place={`${index}/${column}`}
          isStop={stop === column}
          granted={granted}
          isChanged={differs.has(`${row.mdlCode}:${pwrNo}`)}
          onToggle={onToggle}
          markOf={markOf}
        />
      ))}
    </tr>
  )
})

type CellProps = Pick<MatrixProps, 'onToggle' | 'markOf'> & {
  right: Right | undefined
  label: string
  place: string
  isStop: boolean
  granted: ReadonlySet<Right>
  isChanged: boolean
}

function Cell({ right, label, place, isStop, granted, isChanged, onToggle, markOf }: CellProps) {
  if (!right) return <td role="gridcell" className="matrix-gap" />
  const className = isChanged ? 'matrix-changed' : undefined
  const said = isChanged ? `${label}，已改` : label
  if (onToggle && !markOf)
    return (
      <td role="gridcell" className={className}>
        <Tick rights={[right]} granted={granted} label={said} place={place} isStop={isStop} onToggle={onToggle} />
      </td>
    )
  const mark = markOf?.(right) ?? heldMark(granted.has(right))
  const focus = { 'data-place': place, tabIndex: isStop ? 0 : -1, 'aria-label': `${said}：${mark.says}` }
  return (
    <td role="gridcell" className={className} {...(!onToggle && focus)}>
      {onToggle ? (
        <button type="button" className="matrix-mark" onClick={() => onToggle([right])} {...focus}>
          {mark.content}
        </button>
      ) : (
        <span className={granted.has(right) ? 'matrix-held' : 'grey'}>{mark.content}</span>
      )}
    </td>
  )
}
