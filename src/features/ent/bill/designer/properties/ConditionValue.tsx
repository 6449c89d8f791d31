import { Select } from 'antd'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, Condition } from '#contract/form/column.ts'
import { valuesOffered } from '#contract/form/conditionWords.ts'
import { valueOfCondition } from '#contract/form/operators.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import DateInput from '#web/form/inputs/DateInput.tsx'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { PropertyLine } from './PropertyLine.tsx'

type Props = {
  condition: Condition
  asked: Column
  offered: OfferedBy
  onChange: (condition: Condition) => void
}

/** Draws the value of a condition as its field is compared by: choices, texts, a number, a day. */
export function ConditionValue({ condition, asked, offered, onChange }: Props) {
  const { op, vals } = condition
  const value = valueOfCondition(asked, op)
  const set = (next: readonly string[]) => onChange({ ...condition, vals: next.slice(0, 50).map((val) => val.slice(0, 100)) })
  if (!value) return null
  if (value === 'day')
    return (
      <PropertyLine label="值">
        {(id) => <DateInput id={id} value={vals[0] ?? null} onChange={(to) => set(to ? [to] : [])} />}
      </PropertyLine>
    )
  if (value === 'amount' || value === 'days')
    return (
      <PropertyLine label={value === 'days' ? '值（天）' : '值'}>
        {(id) => (
          <NumberInput
            id={id}
            precision={decimalsOf(asked, value)}
            value={vals[0] === undefined ? null : Number(vals[0])}
            onChange={(to) => set(to === null ? [] : [String(to)])}
          />
        )}
      </PropertyLine>
    )
  const choices = valuesOffered(asked, offered)
  return (
    <PropertyLine label="值">
      {(id) => (
        <Select
          id={id}
          mode={choices.length > 0 ? 'multiple' : 'tags'}
          placeholder={choices.length > 0 ? '请选择，可以选几个' : '输入后按回车'}
          value={vals}
          options={choices.map(({ val, name }) => ({ value: val, label: name }))}
          onChange={set}
        />
      )}
    </PropertyLine>
  )
}

const decimalsOf = (column: Column, value: 'amount' | 'days') => {
  if (value === 'days') return 0
  return ['money', 'amount'].includes(partOf(column)?.no ?? '') ? 2 : (column.acc ?? 0)
}
