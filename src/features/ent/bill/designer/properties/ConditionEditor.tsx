import { Trash2 } from 'lucide-react'
import { Button, Select } from 'antd'
import { circleOf } from '#contract/form/circles.ts'
import { type Column, type Condition, mostFurther, type ShownWhen } from '#contract/form/column.ts'
import { conditionsOf, shownWhen } from '#contract/form/conditions.ts'
import { operatorName, shownWhenWords } from '#contract/form/conditionWords.ts'
import { operatorsOf } from '#contract/form/operators.ts'
import { valueColumns } from '#contract/form/shown.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { ConditionValue } from './ConditionValue.tsx'
import { PropertyLine } from './PropertyLine.tsx'

type Props = {
  column: Column
  columns: readonly Column[]
  offered: OfferedBy
  onChange: (visIf: ShownWhen | null) => void
}

/** Draws the conditions under which a field is shown: the values of others, wherever they stand in the form. */
export function ConditionEditor({ column, columns, offered, onChange }: Props) {
  const { clmnNo: ownNo, visIf } = column
  const askable = valueColumns(columns).filter(({ clmnNo }) => clmnNo !== ownNo)
  const conditions = visIf ? conditionsOf(visIf) : []
  const isAny = visIf?.anyFlag === '1'
  const set = (next: readonly Condition[], any = isAny) => onChange(shownWhen(next, any))
  if (askable.length === 0 && conditions.length === 0) return <p className="grey">还没有别的字段可以作条件</p>
  const optionsFor = (at: number) =>
    askable.map(({ clmnNo, clmnName }) => {
      const asked = { clmnNo, op: 'filled' as const, vals: [] }
      const tried = {
        ...column,
        visIf: shownWhen(at < conditions.length ? conditions.with(at, asked) : [...conditions, asked], isAny),
      }
      const isCircle = circleOf(
        columns.map((one) => (one.clmnNo === ownNo ? tried : one)),
        tried,
      )
      return { value: clmnNo, label: isCircle ? `${clmnName}（它的条件用了这个字段）` : clmnName, disabled: Boolean(isCircle) }
    })
  const first = (at: number) => optionsFor(at).find(({ disabled }) => !disabled)
  const begin = (clmnNo: string): Condition[] => {
    const asked = askable.find((one) => one.clmnNo === clmnNo)
    return asked ? [{ clmnNo, op: operatorsOf(asked)[0] ?? 'filled', vals: [] }] : []
  }
  if (conditions.length === 0)
    return <FieldSelect value={null} options={optionsFor(0)} onChange={(clmnNo) => clmnNo !== undefined && set(begin(clmnNo))} />
  const next = first(conditions.length)
  return (
    <>
      {conditions.length > 1 && (
        <SegmentedControl
          block
          aria-label="有几个条件时"
          value={isAny ? 'any' : 'all'}
          onChange={(to) => set(conditions, to === 'any')}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '任一满足' },
          ]}
        />
      )}
      <ul className="property-conditions" aria-label="显示条件">
        {conditions.map((condition, at) => (
          <li key={at} aria-label={`条件 ${at + 1}`}>
            <OneCondition
              condition={condition}
              asked={askable.find(({ clmnNo }) => clmnNo === condition.clmnNo)}
              options={optionsFor(at)}
              offered={offered}
              onField={(clmnNo) =>
                set(clmnNo === undefined ? conditions.toSpliced(at, 1) : conditions.toSpliced(at, 1, ...begin(clmnNo)))
              }
              onChange={(to) => set(conditions.with(at, to))}
              onRemove={conditions.length > 1 ? () => set(conditions.toSpliced(at, 1)) : undefined}
              label={`移除条件 ${at + 1}`}
            />
          </li>
        ))}
      </ul>
      {next && conditions.length <= mostFurther && (
        <Button size="small" onClick={() => set([...conditions, ...begin(next.value)])}>
          添加条件
        </Button>
      )}
      <p className="grey">{shownWhenWords(column, columns, offered)}</p>
    </>
  )
}

type FieldProps = {
  value: string | null
  options: { value: string; label: string; disabled: boolean }[]
  onChange: (clmnNo: string | undefined) => void
}

const FieldSelect = ({ value, options, onChange }: FieldProps) => (
  <PropertyLine label="当这个字段">
    {(id) => (
      <Select
        id={id}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="不设条件，总是显示"
        value={value}
        options={options}
        onChange={onChange}
      />
    )}
  </PropertyLine>
)

type OneProps = {
  condition: Condition
  /** Holds the field that the condition refers to; undefined where it is gone. */
  asked: Column | undefined
  options: FieldProps['options']
  offered: OfferedBy
  onField: FieldProps['onChange']
  onChange: (condition: Condition) => void
  onRemove: (() => void) | undefined
  label: string
}

function OneCondition({ condition, asked, options, offered, onField, onChange, onRemove, label }: OneProps) {
  const { op } = condition
  return (
    <>
      <FieldSelect value={asked ? asked.clmnNo : null} options={options} onChange={onField} />
      {!asked && <small className="bad-text">用的字段已经删除，请重新选择</small>}
      {asked && (
        <PropertyLine label="条件">
          {(id) => (
            <Select
              id={id}
              value={op}
              options={[...new Set([...operatorsOf(asked), op])].map((one) => ({ value: one, label: operatorName(asked, one) }))}
              onChange={(to: Condition['op']) =>
                onChange({ ...condition, op: to, vals: isSameKind(op, to) ? condition.vals : [] })
              }
            />
          )}
        </PropertyLine>
      )}
      {asked && <ConditionValue condition={condition} asked={asked} offered={offered} onChange={onChange} />}
      {onRemove && <Button size="small" type="text" icon={<Trash2 />} aria-label={label} onClick={onRemove} />}
    </>
  )
}

// Keeps the value where it means the same.
const isSameKind = (one: Condition['op'], other: Condition['op']) =>
  [
    ['eq', 'ne'],
    ['least', 'below'],
  ].some((kinds) => kinds.includes(one) && kinds.includes(other))
