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

/** Describes scores: how many there are, and how they spread over bands of equal width; `to` is the greatest score of a band. */
type ScoreSummary = {
  cnt: number
  least: number
  most: number
  mean: number
  bands: { from: number; to: number; cnt: number }[]
}

// Reads well beside each other on a phone.
const mostBands = 8

/** Sums up what answers score, each to one decimal; null where there are none. */
export function summarizeScores(scores: readonly number[]): ScoreSummary | null {
  const { least, most, mean } = figuresOf(scores)
  if (least === null || most === null || mean === null) return null
  // Counts in tenths, which come out even, or in whole points where all are whole.
  const step = scores.every(Number.isInteger) ? 10 : 1
  const [low, high] = [Math.round(least * 10), Math.round(most * 10)]
  const width = bandWidth(low, high, step)
  const start = Math.floor(low / width) * width
  const bands = Array.from({ length: Math.floor((high - start) / width) + 1 }, (_, i) => {
    const from = start + i * width
    const cnt = scores.filter((score) => Math.round(score * 10) >= from && Math.round(score * 10) < from + width).length
    return { from: from / 10, to: (from + width - step) / 10, cnt }
  })
  return { cnt: scores.length, least, most, mean, bands }
}

/** Returns the smallest of 1, 2, 5, 10, 20 … steps that divides the scores into few bands. */
function bandWidth(low: number, high: number, step: number): number {
  const bandsOf = (width: number) => Math.floor(high / width) - Math.floor(low / width) + 1
  let [width, at] = [step, 0]
  while (bandsOf(width) > mostBands) width *= [2, 2.5, 2][at++ % 3] as number
  return width
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
