import { Select } from 'antd'
import type { Column } from '#contract/form/column.ts'
import { valueColumns } from '#contract/form/shown.ts'
import { comparisons, type Step } from '#domain/approvals/approvals.contract.ts'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { comparisonsOf } from '../conditions.contract.ts'
import { StepLine } from './StepLine.tsx'
import { choicesOf, decimalsOf, type Mentioned, unitOf } from './words.web.ts'

type Condition = NonNullable<Step['cond']>

type Props = {
  value: Step['cond']
  known: Mentioned
  error?: string | undefined
  onChange: (cond: Condition | null) => void
}

const isMeasured = (op: Condition['op']) => op === 'least' || op === 'below'
const isCompared = (op: Condition['op']) => op === 'eq' || op === 'ne'

/** Draws when a step is wanted: always, or for a value of a field of the form. */
export function ConditionInput({ value, known, error, onChange }: Props) {
  const columns = valueColumns(known.columns)
  const column = columns.find(({ clmnNo }) => clmnNo === value?.clmnNo)
  const choose = (clmnNo: string | undefined) => {
    const to = columns.find((one) => one.clmnNo === clmnNo)
    onChange(to ? { clmnNo: to.clmnNo, op: comparisonsOf(to)[0] ?? 'filled', vals: [] } : null)
  }
  return (
    <>
      <StepLine label="什么时候要这一步" error={error}>
        {(id) => (
          <Select
            id={id}
            allowClear
            placeholder="不设条件，总要这一步"
            value={value?.clmnNo ?? null}
            options={[
              ...columns.map(({ clmnNo, clmnName }) => ({ value: clmnNo, label: `当“${clmnName}”` })),
              ...(value && !column ? [{ value: value.clmnNo, label: '（字段已删除）' }] : []),
            ]}
            onChange={(clmnNo: string | null | undefined) => choose(clmnNo ?? undefined)}
          />
        )}
      </StepLine>
      {value && column && (
        <StepLine label="条件">
          {(id) => (
            <Select
              id={id}
              value={value.op}
              options={comparisonsOf(column).map((op) => ({ value: op, label: comparisons[op] }))}
              onChange={(op) => onChange({ ...value, op, vals: isCompared(op) && isCompared(value.op) ? value.vals : [] })}
            />
          )}
        </StepLine>
      )}
      {value && column && isMeasured(value.op) && (
        <StepLine label="多少">
          {(id) => (
            <NumberInput
              id={id}
              value={value.vals[0] === undefined ? null : Number(value.vals[0])}
              precision={decimalsOf(column)}
              suffix={unitOf(column)}
              onChange={(number) => onChange({ ...value, vals: number === null ? [] : [String(number)] })}
            />
          )}
        </StepLine>
      )}
      {value && column && isCompared(value.op) && (
        <StepLine label="值">
          {(id) => <ValuesInput id={id} value={value} column={column} known={known} onChange={onChange} />}
        </StepLine>
      )}
    </>
  )
}

type ValuesProps = { id: string; value: Condition; column: Column; known: Mentioned; onChange: (cond: Condition) => void }

/** Draws the values that are compared with: chosen where the field offers some, else written. */
function ValuesInput({ id, value, column, known, onChange }: ValuesProps) {
  const choices = choicesOf(column, known.offered)
  return (
    <Select
      id={id}
      mode={choices.length > 0 ? 'multiple' : 'tags'}
      placeholder={choices.length > 0 ? '请选择' : '输入后按回车'}
      value={value.vals}
      options={choices.map(({ val, name }) => ({ value: val, label: name }))}
      onChange={(vals: string[]) => onChange({ ...value, vals: vals.slice(0, 50).map((val) => val.slice(0, 100)) })}
    />
  )
}
