import { Checkbox, Select } from 'antd'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, TableColumn } from '#contract/form/column.ts'
import type { UploadFilter } from '#contract/uploadFilters.ts'
import DateInput from '#web/form/inputs/DateInput.tsx'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { PropertyLine } from './PropertyLine.tsx'

type Limits = Pick<Column, 'len' | 'acc' | 'minVal' | 'maxVal' | 'aftFlag' | 'minDt' | 'maxDt' | 'rule' | 'types'>
type Props = {
  column: Column | TableColumn
  /** Limits the length of a fixed field; null or undefined: no limit. */
  longest?: number | null | undefined
  /** Tells that whoever fills it in has types of their own, as visitors at a gate. */
  onlyOwnTypes?: boolean
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
  { value: 'landline', label: '座机' },
  { value: 'extension', label: '座机，可带分机' },
  { value: 'mac', label: '物理地址（MAC）' },
  { value: 'url', label: '网址' },
]

const fileTypes: { value: UploadFilter; label: string }[] = [
  { value: 'pdf', label: 'PDF' },
  { value: 'txt', label: '文本 txt' },
  { value: 'ppt', label: '演示 ppt、pptx' },
  { value: 'doc', label: '文档 doc、docx' },
  { value: 'xls', label: '表格 xls、xlsx' },
  { value: 'mp4', label: '视频 mp4' },
]

/** Draws the limits and the format of a field, as far as its control has them. */
export function LimitEditor({ column, longest, onlyOwnTypes = false, onChange }: Props) {
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
      {has('days') && <DayLimits column={column} onChange={onChange} />}
      {has('types') && !onlyOwnTypes && (
        <PropertyLine label="文件类型">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              allowClear
              placeholder="不限"
              value={'types' in column ? (column.types ?? []) : []}
              options={fileTypes}
              onChange={(types: UploadFilter[]) => onChange({ types: types.length > 0 ? types : undefined })}
            />
          )}
        </PropertyLine>
      )}
      {has('rule') && (
        <PropertyLine label="格式">
          {(id) => <Select id={id} value={rule} options={rules} onChange={(to: Limits['rule']) => onChange({ rule: to })} />}
        </PropertyLine>
      )}
    </>
  )
}

type DayProps = Pick<Props, 'onChange'> & { column: Pick<Column, 'aftFlag' | 'minDt' | 'maxDt'> }

/** Draws which days can be picked. */
function DayLimits({ column: { aftFlag, minDt, maxDt }, onChange }: DayProps) {
  return (
    <>
      <Checkbox checked={aftFlag === '1'} onChange={({ target }) => onChange({ aftFlag: target.checked ? '1' : undefined })}>
        不早于今天
      </Checkbox>
      <div className="property-pair">
        <PropertyLine label="最早日期">
          {(id) => (
            <DateInput
              id={id}
              placeholder="不限"
              value={minDt ?? null}
              limits={{ max: maxDt }}
              onChange={(to) => onChange({ minDt: to ?? undefined })}
            />
          )}
        </PropertyLine>
        <PropertyLine label="最晚日期">
          {(id) => (
            <DateInput
              id={id}
              placeholder="不限"
              value={maxDt ?? null}
              limits={{ min: minDt }}
              onChange={(to) => onChange({ maxDt: to ?? undefined })}
            />
          )}
        </PropertyLine>
      </div>
    </>
  )
}
