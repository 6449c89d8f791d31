import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { summarize } from '#domain/collections/summaries.ts'

const opts = ['甲', '乙', '丙'].map((name, i) => ({ val: String(i + 1), name }))
const columns = [
  newColumn('c1', '单选', { ctrlNo: 'radio', opts }),
  newColumn('c2', '多选', { ctrlNo: 'checkbox', opts }),
  newColumn('c3', '数字', { ctrlNo: 'number', acc: 2 }),
  newColumn('c4', '文字', { ctrlNo: 'text' }),
  newColumn('c5', '说明', { ctrlNo: 'note' }),
]
const vals = ['1', '2', '3'] as const
const val = fc.constantFrom(...vals)
const answer = fc.record(
  {
    c1: val,
    c2: fc.uniqueArray(val, { minLength: 1 }),
    c3: fc.integer({ min: -10_000, max: 10_000 }).map((cents) => cents / 100),
    c4: fc.string({ minLength: 1 }),
  },
  { requiredKeys: [], noNullPrototype: true },
)

test('sums of a collection are those of its answers, whatever was left out', () => {
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 60 }), (answers) => {
      const [one, several, number, text, ...others] = summarize(columns, answers, (column) => column.opts)
      expect(others).toEqual([])
      expect(one?.choices.reduce((sum, { cnt }) => sum + cnt, 0)).toBe(one?.filledCnt)
      expect(one?.choices.map(({ cnt }) => cnt)).toEqual(vals.map((held) => answers.filter(({ c1 }) => c1 === held).length))
      expect(several?.choices.map(({ cnt }) => cnt)).toEqual(
        vals.map((held) => answers.filter(({ c2 }) => c2?.includes(held)).length),
      )
      const numbers = answers.flatMap(({ c3 }) => c3 ?? [])
      expect(number).toMatchObject({ kind: 'number', filledCnt: numbers.length })
      expect(number?.least).toBe(numbers.length > 0 ? Math.min(...numbers) : null)
      expect(number?.most).toBe(numbers.length > 0 ? Math.max(...numbers) : null)
      if (numbers.length > 0)
        expect(number?.sum).toBeCloseTo(
          numbers.reduce((sum, one) => sum + one),
          2,
        )
      expect(text).toMatchObject({ kind: 'text', choices: [], filledCnt: answers.filter(({ c4 }) => c4 !== undefined).length })
    }),
  )
})

test('an answer that is offered no more is still counted', () => {
  const [one] = summarize(columns, [{ c1: '9' }, { c1: '1' }], (column) => column.opts)
  expect(one?.choices).toEqual([
    { name: '甲', cnt: 1 },
    { name: '乙', cnt: 0 },
    { name: '丙', cnt: 0 },
    { name: '已不在选项里', cnt: 1 },
  ])
})
