import { Select } from 'antd'
import { useMemo, useState } from 'react'
import type { Right } from '#contract/access.ts'
import { actionName, heldMark, matrixRows, type MatrixProps } from './rightsMatrix.web.ts'

/** Draws the matrix on a phone: one module at a time, its actions as a list. */
export function RightsMatrixList({ label, modules, granted, changed, onToggle, markOf }: MatrixProps) {
  const rows = useMemo(() => matrixRows(modules).filter(({ own }) => own.size > 0), [modules])
  const [chosen, setChosen] = useState<string>()
  const row = rows.find(({ mdlCode }) => mdlCode === chosen) ?? rows[0]
  const heldOn = (mdlCode: string, own: ReadonlySet<string>) =>
    [...own].filter((pwrNo) => granted.has(`${mdlCode}:${pwrNo}`)).length
  if (!row) return null
  return (
    <section className="stack" aria-label={label}>
      <Select
        aria-label="模块"
        value={row.mdlCode}
        onChange={setChosen}
        showSearch={{ optionFilterProp: 'label' }}
        options={rows.map(({ mdlCode, name, own }) => ({
          value: mdlCode,
          label: `${name}（${heldOn(mdlCode, own)}/${own.size}）`,
        }))}
      />
      <ul className="matrix-list">
        {[...row.own].sort().map((pwrNo) => {
          const right: Right = `${row.mdlCode}:${pwrNo}`
          const mark = markOf?.(right) ?? (onToggle ? undefined : heldMark(granted.has(right)))
          const shown = mark ? (
            <span
              role="img"
              aria-label={mark.says}
              className={onToggle ? undefined : granted.has(right) ? 'matrix-held' : 'grey'}
            >
              {mark.content}
            </span>
          ) : (
            <input type="checkbox" className="tick" checked={granted.has(right)} onChange={() => onToggle?.([right])} />
          )
          return (
            <li key={pwrNo} className={changed?.has(right) ? 'matrix-changed' : undefined}>
              {mark && onToggle ? (
                <button type="button" className="matrix-mark" onClick={() => onToggle([right])}>
                  <span>{actionName(pwrNo)}</span>
                  {shown}
                </button>
              ) : (
                <label>
                  <span>{actionName(pwrNo)}</span>
                  {shown}
                </label>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
