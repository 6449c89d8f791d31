import { Select } from 'antd'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, TableColumn } from '#contract/form/column.ts'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { PropertyLine } from './PropertyLine.tsx'

type Limits = Pick<TableColumn, 'len' | 'acc' | 'minVal' | 'maxVal' | 'rule'>
type Props = {
  column: Column | TableColumn
  /** Limits the length of a fixed field; null or undefined: no limit. */
  longest?: number | null | undefined
  onChange: (changes: Partial<Limits>) => void
}

const lengths: Record<string, string> = {
  text: '最多字数',
  textarea: '最多字数',
  files: '最多几个',
  pictures: '最多几张',
  table: '最多几行',
}

const rules = [
  { value: 'none', label: '不限' },
  { value: 'han', label: '只能是汉字' },
  { value: 'code', label: '只能有字母和数字' },
  { value: 'url', label: '网址' },
]

/** Draws the limits and the format of a field, as far as its control has them. */
export function LimitEditor({ column, longest, onChange }: Props) {
  const part = partOf(column)
  if (!part) return null
  const has = (setting: (typeof part.settings)[number]) => part.settings.includes(setting)
  const { len, acc, minVal, maxVal, rule } = column
  const precision = part.no === 'number' ? (acc ?? 0) : 2
  return (
    <>
      {has('len') && (
        <PropertyLine label={lengths[part.no] ?? '最多选几个'}>
          {(id) => (
            <NumberInput
              id={id}
              precision={0}
              min={1}
              max={longest ?? 2000}
              placeholder={String(part.len ?? '')}
              value={len}
              onChange={(to) => onChange({ len: to === null ? null : Math.min(Math.max(to, 1), longest ?? 2000) })}
            />
          )}
        </PropertyLine>
      )}
      {has('acc') && (
        <PropertyLine label="小数位数">
          {(id) => (
            <NumberInput
              id={id}
              precision={0}
              min={0}
              max={6}
              placeholder="0"
              value={acc}
              onChange={(to) => onChange({ acc: to === null ? null : Math.min(to, 6) })}
            />
          )}
        </PropertyLine>
      )}
      {has('range') && (
        <div className="property-pair">
          <PropertyLine label="最小值">
            {(id) => <NumberInput id={id} precision={precision} value={minVal} onChange={(to) => onChange({ minVal: to })} />}
          </PropertyLine>
          <PropertyLine label="最大值">
            {(id) => <NumberInput id={id} precision={precision} value={maxVal} onChange={(to) => onChange({ maxVal: to })} />}
          </PropertyLine>
        </div>
      )}
      {has('rule') && (
        <PropertyLine label="格式">
          {(id) => <Select id={id} value={rule} options={rules} onChange={(to: Limits['rule']) => onChange({ rule: to })} />}
        </PropertyLine>
      )}
    </>
  )
}
