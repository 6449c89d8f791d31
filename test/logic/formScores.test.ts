import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Column, Columns, type FormValues } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import { pointsOf, scoreOf, withoutPoints } from '#contract/form/scores.ts'
import { summarizeScores } from '#domain/collections/summaries.ts'

const opts = ['甲', '乙', '丙'].map((name, at) => ({ val: String(at + 1), name }))
const offered = (column: Pick<Column, 'opts'>) => column.opts
const tenths = fc.integer({ min: -10_000, max: 10_000 }).map((points) => points / 10)
const points = fc.dictionary(fc.constantFrom('0', '1', '2', '3'), tenths)
const isScored = fc.boolean()

const forms = fc.record({ one: points, some: points, yes: points, isScored, isHidden: fc.boolean() }).map((given) => {
  const scored = (pts: Record<string, number>) => (given.isScored ? { scrFlag: '1' as const, pts } : {})
  return [
    newColumn('c1', '单选', { ctrlNo: 'radio', opts, ...scored(given.one) }),
    newColumn('c2', '多选', { ctrlNo: 'checkbox', opts, ...scored(given.some) }),
    newColumn('c3', '开关', { ctrlNo: 'switch', ...scored(given.yes) }),
    newColumn('c4', '评分', { ctrlNo: 'rate', scrFlag: '1' }),
    newColumn('c5', '下拉', {
      ctrlNo: 'select',
      opts,
      ...scored(given.one),
      ...(given.isHidden && { visIf: { clmnNo: 'c4', op: 'least', vals: ['4'] } }),
    }),
  ]
})
const chosen = fc.constantFrom('1', '2', '3')
const answers = fc.record(
  {
    c1: chosen,
    c2: fc.subarray(['1', '2', '3'], { minLength: 1 }),
    c3: fc.constantFrom('0', '1'),
    c4: fc.integer({ min: 1, max: 5 }),
    c5: chosen,
  },
  { requiredKeys: [] },
)

// Sums in whole tenths, choice by choice, as somebody with a pencil would.
function byHand(columns: readonly Column[], values: FormValues): number {
  let sum = 0
  for (const { clmnNo, pts = {}, scrFlag, ctrlNo } of columns) {
    if (scrFlag !== '1' || values[clmnNo] === undefined) continue
    if (ctrlNo === 'rate') sum += 10 * (values[clmnNo] as number)
    else for (const val of [values[clmnNo]].flat()) sum += Math.round(10 * (pts[val as string] ?? 0))
  }
  return sum / 10
}

test('the score of an answer is what is summed by hand from what is stored of it; hidden questions do not count', () => {
  fc.assert(
    fc.property(forms, answers, (columns, given) => {
      expect(Columns.safeParse(columns).success).toBe(true)
      const { values } = readFilledForm(columns, given as FormValues, offered)
      expect(scoreOf(columns, values)).toBe(byHand(columns, values))
      expect(scoreOf(columns, given as FormValues)).toBe(byHand(columns, values))
      expect(JSON.stringify(withoutPoints(columns))).not.toMatch(/"pts"|scrFlag/)
      expect(scoreOf(withoutPoints(columns), values)).toBeNull()
    }),
  )
})

test('points are whole or have one decimal, within a thousand, and of values that a choice can have', () => {
  const takes = (pts: unknown) => Column.safeParse(newColumn('c1', '甲', { ctrlNo: 'radio', opts, pts: pts as never })).success
  expect([takes({ 1: 0.5 }), takes({ 1: -1000, 2: 1000 }), takes({ 1: 0.3 })]).toEqual([true, true, true])
  expect([takes({ 1: 0.25 }), takes({ 1: 1000.1 }), takes({ 1: '5' }), takes({ 'a b': 1 }), takes({ 1: Number.NaN })]).toEqual(
    Array(5).fill(false),
  )
  expect(pointsOf(newColumn('c1', '甲', { ctrlNo: 'text', scrFlag: '1', pts: { 1: 5 } }), '1')).toBe(0)
  expect(pointsOf(newColumn('c1', '甲', { ctrlNo: 'radio', opts, pts: { 1: 5 } }), '1')).toBe(0)
})

test('the statistics of scores equal the answers: every score is in one band, and mean, least and greatest are theirs', () => {
  fc.assert(
    fc.property(fc.array(tenths, { minLength: 1, maxLength: 60 }), fc.boolean(), (some, isWhole) => {
      const scores = isWhole ? some.map(Math.round) : some
      const summed = summarizeScores(scores)
      const { bands = [] } = summed ?? {}
      expect(summed).toMatchObject({ cnt: scores.length, least: Math.min(...scores), most: Math.max(...scores) })
      const mean = scores.reduce((sum, score) => sum + Math.round(score * 10), 0) / scores.length / 10
      expect(Math.abs((summed?.mean ?? 0) - mean)).toBeLessThanOrEqual(0.006)
      expect(bands.length).toBeLessThanOrEqual(8)
      for (const { from, to, cnt } of bands) expect(cnt).toBe(scores.filter((score) => score >= from && score <= to).length)
      expect(bands.reduce((sum, { cnt }) => sum + cnt, 0)).toBe(scores.length)
      expect(new Set(bands.map(({ from, to }) => (to - from).toFixed(1))).size).toBe(1)
    }),
  )
  expect(summarizeScores([])).toBeNull()
  expect(summarizeScores([61, 78, 95])?.bands.map(({ from, to, cnt }) => `${from}–${to} ${cnt}`)).toEqual([
    '60–64 1',
    '65–69 0',
    '70–74 0',
    '75–79 1',
    '80–84 0',
    '85–89 0',
    '90–94 0',
    '95–99 1',
  ])
})
