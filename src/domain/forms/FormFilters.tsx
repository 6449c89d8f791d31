import { Suspense } from 'react'
import type { Column } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { parseSearchedValues, searchModeOf } from '#contract/form/searchedValues.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { Filter } from '#web/list/filters/Filter.tsx'
import { useFormSources } from './useFormSources.tsx'
import { useFormChoices } from './useFormChoices.web.ts'
import { formatDate } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

// Loads the calendar late, for it is large.
const DateInput = lazyPiece(() => import('#web/form/inputs/DateInput.tsx'))

type Props = {
  /** Lists all columns of the form that the list shows alone. */
  columns: readonly Column[]
  /** Holds the searched values in the form the call takes. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Draws the filters of a list by the values of a form: one for each of its columns that may be queried. */
export function FormFilters({ columns, value, onChange }: Props) {
  const queried = columns.filter((column) => searchModeOf(column))
  const offered = useFormChoices(queried, useFormSources())
  const searched = parseSearchedValues(value ?? '') ?? {}
  const change = (clmnNo: string) => (text: string | undefined) => {
    const { [clmnNo]: _, ...others } = searched
    const next = text ? { ...others, [clmnNo]: text } : others
    onChange(Object.keys(next).length > 0 ? JSON.stringify(next) : undefined)
  }
  return queried.map((column) => (
    <ColumnFilter
      key={column.clmnNo}
      column={column}
      offered={offered}
      value={searched[column.clmnNo]}
      onChange={change(column.clmnNo)}
    />
  ))
}

const yesNo = [
  { val: '1', name: '是' },
  { val: '0', name: '否' },
]

type OneProps = {
  column: Column
  offered: OfferedBy
  value: string | undefined
  onChange: (text: string | undefined) => void
}

function ColumnFilter({ column, offered, value, onChange }: OneProps) {
  const { clmnName: label } = column
  const clear = () => onChange(undefined)
  switch (searchModeOf(column)) {
    case 'choice': {
      const choices = partOf(column)?.no === 'switch' ? yesNo : offered(column)
      const options = choices.map(({ val, name }) => ({ value: val, label: name }))
      return <SelectFilter label={label} options={options} value={value} onChange={onChange} />
    }
    case 'day':
      return (
        <Filter label={label} shown={value && formatDate(value)} onClear={clear}>
          <div style={{ width: 144, minHeight: 32 }}>
            <Suspense>
              <DateInput
                aria-label={label}
                placeholder={label}
                value={value ?? null}
                onChange={(day) => onChange(day ?? undefined)}
              />
            </Suspense>
          </div>
        </Filter>
      )
    default:
      return (
        <Filter label={label} shown={value} onClear={clear}>
          <Keyword value={value ?? ''} placeholder={label} onChange={onChange} />
        </Filter>
      )
  }
}
