import { partOf } from '#contract/form/catalogue.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { mostOf } from '#contract/form/values.ts'
import type { ControlProps } from './control.web.ts'

/** Draws rows of the same columns, each a small card of its own, so that a phone has room for them. */
export function TableControl({
  column,
  value,
  onChange,
  labelId,
  describedBy,
  readOnly,
  id,
  cellErrors = {},
  renderField,
  ...rest
}: ControlProps) {
  const { clmns, clmnName } = column as Column
  const rows = Array.isArray(value) ? (value as FormValues[]) : []
  const most = mostOf(column, partOf(column))
  const change = (at: number, values: FormValues) => onChange(rows.map((row, place) => (place === at ? values : row)))
  const remove = (at: number) => {
    const left = rows.filter((_, place) => place !== at)
    onChange(left.length > 0 ? left : undefined)
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-table">
      {rows.map((row, at) => (
        <div key={at} className="fill-table-row" role="group" aria-label={`${clmnName}第 ${at + 1} 行`}>
          <div className="fill-grid">
            {clmns.map((inside) =>
              renderField({
                ...rest,
                column: inside,
                name: `${id}-${at}-${inside.clmnNo}`,
                readOnly,
                error: cellErrors[`${at}.${inside.clmnNo}`],
                value: row[inside.clmnNo],
                onChange: (cell) => change(at, { ...row, [inside.clmnNo]: cell }),
              }),
            )}
          </div>
          {!readOnly && (
            <button type="button" onClick={() => remove(at)} aria-label={`移除第 ${at + 1} 行`}>
              移除
            </button>
          )}
        </div>
      ))}
      {!readOnly && rows.length < most && (
        <button type="button" onClick={() => onChange([...rows, {}])}>
          添加{clmnName}
        </button>
      )}
    </div>
  )
}
