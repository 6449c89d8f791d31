import { Select } from 'antd'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, Condition } from '#contract/form/column.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import { PropertyLine } from './PropertyLine.tsx'

type Props = {
  column: Column
  above: readonly Column[]
  offered: OfferedBy
  onChange: (visIf: Condition | null) => void
}

const operators: { value: Condition['op']; label: string }[] = [
  { value: 'eq', label: '等于' },
  { value: 'ne', label: '不等于' },
  { value: 'filled', label: '有内容' },
  { value: 'empty', label: '没有内容' },
]

// Lists the controls that hold one plain value, or several.
const comparable = ['text', 'number', 'money', 'radio', 'checkbox', 'select', 'switch', 'rate']

const yesNo = [
  { val: '1', name: '是' },
  { val: '0', name: '否' },
]
const stars = [1, 2, 3, 4, 5].map((count) => ({ val: String(count), name: `${count} 星` }))

/** Draws the condition under which a field is shown: the value of another one above it. */
export function ConditionEditor({ column: { visIf }, above, offered, onChange }: Props) {
  const asked = above.find(({ clmnNo }) => clmnNo === visIf?.clmnNo)
  const no = asked && partOf(asked)?.no
  const isComparable = no !== undefined && comparable.includes(no)
  const choose = (clmnNo: string | undefined) => {
    const to = above.find((column) => column.clmnNo === clmnNo)
    if (!to) return onChange(null)
    onChange({ clmnNo: to.clmnNo, op: comparable.includes(partOf(to)?.no ?? '') ? 'eq' : 'filled', vals: [] })
  }
  const values = !asked ? [] : no === 'switch' ? yesNo : no === 'rate' ? stars : offered(asked)
  if (above.length === 0) return <p className="grey">上面没有可以作条件的字段</p>
  return (
    <>
      <PropertyLine label="当这个字段">
        {(id) => (
          <Select
            id={id}
            allowClear
            placeholder="不设条件，总是显示"
            value={asked ? asked.clmnNo : null}
            options={above.map(({ clmnNo, clmnName }) => ({ value: clmnNo, label: clmnName }))}
            onChange={choose}
          />
        )}
      </PropertyLine>
      {visIf && asked && (
        <PropertyLine label="条件">
          {(id) => (
            <Select
              id={id}
              value={visIf.op}
              options={operators.filter(({ value }) => isComparable || value === 'filled' || value === 'empty')}
              onChange={(op: Condition['op']) => onChange({ ...visIf, op, vals: op === 'eq' || op === 'ne' ? visIf.vals : [] })}
            />
          )}
        </PropertyLine>
      )}
      {visIf && asked && (visIf.op === 'eq' || visIf.op === 'ne') && (
        <PropertyLine label="值">
          {(id) => (
            <Select
              id={id}
              mode={values.length > 0 ? 'multiple' : 'tags'}
              placeholder={values.length > 0 ? '请选择' : '输入后按回车'}
              value={visIf.vals}
              options={values.map(({ val, name }) => ({ value: val, label: name }))}
              onChange={(vals: string[]) => onChange({ ...visIf, vals: vals.slice(0, 50).map((val) => val.slice(0, 100)) })}
            />
          )}
        </PropertyLine>
      )}
    </>
  )
}
