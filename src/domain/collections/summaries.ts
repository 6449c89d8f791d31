import type { Column, FormValues } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { valueColumns } from '#contract/form/shown.ts'
import { isEmpty, type OfferedBy } from '#contract/form/values.ts'

type Summary = {
  clmnNo: string
  clmnName: string
  kind: 'choice' | 'number' | 'text'
  filledCnt: number
  choices: { name: string; cnt: number }[]
  least: number | null
  most: number | null
  mean: number | null
  sum: number | null
}

const numeric = ['number', 'money', 'amount', 'rate']

/** Lists what a column offers, as far as its answers can be counted by it; undefined for what is written freely. */
function choicesOf(column: Column, offered: OfferedBy): { val: string; name: string }[] | undefined {
  switch (partOf(column)?.no) {
    case 'radio':
    case 'select':
    case 'checkbox':
      return offered(column).map(({ val, name }) => ({ val, name }))
    case 'switch':
      return [
        { val: '1', name: '是' },
        { val: '0', name: '否' },
      ]
    default:
      return undefined
  }
}

/** Sums up the answers to each question of a form; what only is said between the questions is left out. */
export function summarize(columns: readonly Column[], answers: readonly FormValues[], offered: OfferedBy): Summary[] {
  return valueColumns(columns).map((column) => {
    const { clmnNo, clmnName } = column
    const values = answers.map((answer) => answer[clmnNo]).filter((value) => !isEmpty(value))
    const choices = choicesOf(column, offered)
    const isNumber = numeric.includes(partOf(column)?.no ?? '')
    return {
      clmnNo,
      clmnName,
      kind: choices ? 'choice' : isNumber ? 'number' : 'text',
      filledCnt: values.length,
      choices: choices ? countChoices(choices, values) : [],
      ...figuresOf(isNumber ? (values as number[]) : []),
    }
  })
}

/** Counts each choice, and under 已不在选项里 what is offered no more. */
function countChoices(choices: { val: string; name: string }[], values: readonly unknown[]) {
  const counts = new Map(choices.map(({ val }) => [val, 0]))
  let others = 0
  for (const value of values.flat())
    if (counts.has(value as string)) counts.set(value as string, (counts.get(value as string) ?? 0) + 1)
    else others++
  const listed = choices.map(({ val, name }) => ({ name, cnt: counts.get(val) ?? 0 }))
  return others > 0 ? [...listed, { name: '已不在选项里', cnt: others }] : listed
}

function figuresOf(values: readonly number[]) {
  if (values.length === 0) return { least: null, most: null, mean: null, sum: null }
  const sum = round(values.reduce((total, value) => total + value, 0))
  return {
    least: values.reduce((one, other) => Math.min(one, other)),
    most: values.reduce((one, other) => Math.max(one, other)),
    mean: round(sum / values.length),
    sum,
  }
}

// Keeps what a person reads of a number, without what adding up fractions leaves behind.
const round = (value: number) => Number(value.toFixed(2))
