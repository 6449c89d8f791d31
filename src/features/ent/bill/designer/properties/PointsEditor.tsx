import { Checkbox } from 'antd'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import { valuesOffered } from '#contract/form/conditionWords.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { PropertyLine } from './PropertyLine.tsx'

type Props = {
  column: Column
  offered: OfferedBy
  onChange: (changes: Pick<Column, 'scrFlag' | 'pts'>) => void
}

/** Draws whether answers to a question count towards the score, and how many points each choice has. */
export function PointsEditor({ column, offered, onChange }: Props) {
  const { scrFlag, pts = {} } = column
  const isRate = partOf(column)?.no === 'rate'
  const isOn = scrFlag === '1'
  const put = (val: string, to: number | null) => {
    const { [val]: _, ...others } = pts
    onChange({ scrFlag: '1', pts: to === null ? others : { ...others, [val]: to } })
  }
  const choices = isRate ? [] : valuesOffered(column, offered)
  return (
    <>
      <Checkbox
        checked={isOn}
        onChange={({ target }) => onChange(target.checked ? { scrFlag: '1' } : { scrFlag: undefined, pts: undefined })}
      >
        计分
      </Checkbox>
      {isOn && isRate && <p className="grey">几星就是几分。</p>}
      {isOn && !isRate && (
        <>
          <div className="property-points">
            {choices.map(({ val, name }) => (
              <PropertyLine key={val} label={name}>
                {(id) => (
                  <NumberInput
                    id={id}
                    precision={1}
                    min={-1000}
                    max={1000}
                    placeholder="0"
                    value={pts[val] ?? null}
                    onChange={(to) => put(val, to === null ? null : Math.min(Math.max(to, -1000), 1000))}
                  />
                )}
              </PropertyLine>
            ))}
          </div>
          <p className="grey">没有填的算 0 分，可以填负数和一位小数。</p>
        </>
      )}
    </>
  )
}
