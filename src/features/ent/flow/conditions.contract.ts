import { partOf } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import type { comparisons } from '#domain/approvals/approvals.contract.ts'

type Comparison = keyof typeof comparisons

// Lists the controls that hold one plain value or several, and those that are measured.
const plain = ['text', 'number', 'money', 'radio', 'checkbox', 'select', 'switch', 'rate']
const measured = ['number', 'money', 'amount', 'days', 'times']

/** Lists how the value of a field can be compared. */
export function comparisonsOf(column: Column): Comparison[] {
  const no = partOf(column)?.no ?? ''
  return [
    ...(measured.includes(no) ? (['least', 'below'] as const) : []),
    ...(plain.includes(no) ? (['eq', 'ne'] as const) : []),
    'filled',
    'empty',
  ]
}

/** Tells whether a field picks people who could decide. */
export const picksPeople = (column: Column) => partOf(column)?.no === 'emp'

/** Tells whether a field says which class a form is about. */
export const namesClass = (column: Column) => ['stu', 'unit'].includes(partOf(column)?.no ?? '')
