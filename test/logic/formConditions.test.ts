import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circleOf } from '#contract/form/circles.ts'
import type { Column, Condition, FormValues } from '#contract/form/column.ts'
import { amountOf, conditionsOf, isMet, shownWhen } from '#contract/form/conditions.ts'
import { formFaults } from '#contract/form/faults.ts'
import { newColumn } from '#contract/form/initial.ts'
import { operatorsOf } from '#contract/form/operators.ts'
import { pagesOf } from '#contract/form/pages.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import { shownNos, valueColumns } from '#contract/form/shown.ts'
import { isWalked } from '#domain/approvals/conditions.ts'

const offered = ({ opts }: Pick<Column, 'opts'>) => opts
const most = 8
const clmnNo = fc.nat(most).map((at) => `c${at + 1}`)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ clmnNo, op: fc.constantFrom('eq', 'ne', 'has'), vals: fc.subarray(['1', '2', '12']) }),
  fc.record({ clmnNo, op: fc.constantFrom('filled', 'empty'), vals: fc.constant<string[]>([]) }),
  fc.record({ clmnNo, op: fc.constantFrom('least', 'below'), vals: fc.constantFrom<string[]>(['1'], ['2']) }),
)
const conditions = fc.array(condition, { maxLength: 3 })
const forms = fc
  .array(fc.record({ conditions, isAny: fc.boolean(), isNumber: fc.boolean(), isOff: fc.boolean() }), {
    minLength: 1,
    maxLength: most,
  })
  .map((all) =>
    all.map(({ conditions: some, isAny, isNumber, isOff }, at) =>
      newColumn(`c${at + 1}`, `题${at + 1}`, {
        ctrlNo: isNumber ? 'number' : 'text',
        visIf: shownWhen(some, isAny),
        showFlag: isOff ? '0' : '1',
      }),
    ),
  )
const answers = fc.array(fc.constantFrom(undefined, '1', '2', 1, 2), { minLength: most, maxLength: most })
const valuesOf = (texts: readonly unknown[]): FormValues =>
  Object.fromEntries(texts.flatMap((text, at) => (text === undefined ? [] : [[`c${at + 1}`, text]])))
const hasCircle = (columns: readonly Column[]) => columns.some((column) => circleOf(columns, column))

test('which questions a form shows does not depend on their order, and the search for it ends with circles too', () => {
  fc.assert(
    fc.property(forms, answers, fc.infiniteStream(fc.nat(1000)), (columns, texts, keys) => {
      const values = valuesOf(texts)
      const order = new Map(columns.map((column) => [column, keys.next().value as number]))
      const turned = columns.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
      const [one, other] = [shownNos(turned, values), shownNos(columns, values)]
      if (!hasCircle(columns)) expect([...one].toSorted()).toEqual([...other].toSorted())
    }),
  )
})

test('a form without circles shows exactly what its conditions say of what is shown; no form with a circle is published', () => {
  fc.assert(
    fc.property(forms, answers, (columns, texts) => {
      const told = formFaults(columns, '06').some(({ message }) => /绕成了圈|用了它自己/.test(message))
      expect(told).toBe(hasCircle(columns))
      if (told) return
      const values = valuesOf(texts)
      const shown = shownNos(columns, values)
      for (const { clmnNo: no, visIf, showFlag } of columns) {
        const met = (visIf ? conditionsOf(visIf) : []).map((one) => {
          const isThere = columns.some((column) => column.clmnNo === one.clmnNo)
          return !isThere || isMet(one, shown.has(one.clmnNo) ? values[one.clmnNo] : undefined) === true
        })
        const isHeld = visIf?.anyFlag === '1' ? met.includes(true) : !met.includes(false)
        expect([no, shown.has(no)]).toEqual([no, showFlag === '1' && isHeld])
      }
    }),
  )
})

test('what is stored of a form is what it shows, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(forms, answers, (columns, texts) => {
      const { values } = readFilledForm(columns, valuesOf(texts), offered)
      expect(Object.keys(values).every((no) => shownNos(columns, values).has(no))).toBe(true)
      if (!hasCircle(columns)) expect(readFilledForm(columns, values, offered).values).toEqual(values)
    }),
  )
})

test('a hidden question that must be answered is not demanded, also where the one that hides it stands below', () => {
  const hidden = newColumn('c1', '床位', { ctrlNo: 'text', mustFlag: '1', visIf: { clmnNo: 'c2', op: 'eq', vals: ['1'] } })
  const columns = [hidden, newColumn('c2', '是否住校', { ctrlNo: 'switch' })]
  expect(readFilledForm(columns, { c1: '3 号', c2: '0' }, offered)).toEqual({ values: { c2: '0' }, errors: [] })
  expect(readFilledForm(columns, { c2: '1' }, offered).errors).toEqual([{ field: 'c1', message: '床位不能为空' }])
})

test('numbers, years, days and spans are compared as such, texts by what they contain, and what is not there meets nothing', () => {
  const met = (op: Condition['op'], vals: string[], value: unknown) => isMet({ clmnNo: 'c1', op, vals }, value)
  expect([met('least', ['3'], 3), met('below', ['3'], 3), met('least', ['3'], 2.9)]).toEqual([true, false, false])
  expect([met('least', ['2026'], '2026'), met('below', ['20260901'], '20260831')]).toEqual([true, true])
  expect(amountOf({ sDt: '20260901', eDt: '20260903' })).toBe(3)
  expect(met('least', ['3'], { sDt: '20260901', eDt: '20260903' })).toBe(true)
  expect([met('has', ['过敏', 'Milk'], '牛奶milk'), met('has', ['过敏'], '没有')]).toEqual([true, false])
  expect([met('eq', ['1', '2'], ['2', '5']), met('ne', ['1', '2'], ['2', '5'])]).toEqual([true, false])
  expect([met('least', ['3'], undefined), met('below', ['3'], '')]).toEqual([undefined, undefined])
  // A form does not show on it, but a step of a flow is walked: nothing passes unseen.
  const asked = newColumn('c1', '天数', { ctrlNo: 'number' })
  const later = newColumn('c2', '原因', { ctrlNo: 'text', visIf: { clmnNo: 'c1', op: 'least', vals: ['3'] } })
  expect(shownNos([asked, later], {}).has('c2')).toBe(false)
  expect(isWalked({ cond: { clmnNo: 'c1', op: 'least', vals: ['3'] } }, [asked], {})).toBe(true)
  for (const { ctrlNo } of [asked, later]) expect(operatorsOf({ ctrlNo, kitNo: null })).toContain('filled')
})

const pageBreak = (no: string, title: string) => newColumn(no, title, { ctrlNo: 'page', wdt: 2 })

test('pages hold every shown question once and in order; one whose questions are all hidden is left out', () => {
  fc.assert(
    fc.property(forms, answers, fc.array(fc.nat(most), { maxLength: 3 }), fc.boolean(), (columns, texts, places, isSingle) => {
      const broken = [...columns]
      places.forEach((at, i) => broken.splice(Math.min(at, broken.length), 0, pageBreak(`c${90 + i}`, `页${i}`)))
      const values = valuesOf(texts)
      const pages = pagesOf(broken, values, isSingle)
      const shown = valueColumns(broken).filter((column) => shownNos(broken, values).has(column.clmnNo))
      expect(pages.flatMap((page) => page.columns)).toEqual(shown)
      expect(new Set(pages.map(({ no }) => no)).size).toBe(pages.length)
      if (shown.length > 0) for (const page of pages) expect(page.columns.length).toBeGreaterThan(0)
      if (isSingle && shown.length > 0) expect(pages).toHaveLength(shown.length)
    }),
  )
  const note = newColumn('c3', '请先读', { ctrlNo: 'note' })
  const asked = newColumn('c4', '姓名', { ctrlNo: 'text' })
  const titles = (all: Column[], isSingle = false) =>
    pagesOf(all, {}, isSingle).map(({ title, columns }) => [title, columns.length])
  expect(titles([note, pageBreak('c1', '家庭'), asked])).toEqual([
    ['', 1],
    ['家庭', 1],
  ])
  expect(titles([pageBreak('c1', '家庭'), note, asked], true)).toEqual([['家庭', 2]])
})
