import { expect, test } from 'vitest'
import { wrongDay } from '#contract/values/dayLimits.ts'
import { shiftByMonths, shiftDay, weeksOf } from '#web/form/calendar/months.ts'
import { formatTyped, readTyped } from '#web/form/calendar/typed.ts'
import { orderedRange, presetsOf, wrongRange } from '#web/form/inputs/dateRange.ts'
import { yearsBack } from '#web/form/inputs/years.ts'

test('a range out of order moves its other end along; a missing end and a wrong order are told', () => {
  expect(orderedRange(['20260110', '20260105'], 0)).toEqual(['20260110', '20260110'])
  expect(orderedRange(['20260110', '20260105'], 1)).toEqual(['20260105', '20260105'])
  expect(orderedRange(['20260110090000', '20260105120000'], 0)).toEqual(['20260110090000', '20260110235959'])
  expect(orderedRange(['20260110090000', '20260105120000'], 1)).toEqual(['20260105000000', '20260105120000'])
  expect(orderedRange(['20260101', null], 0)).toEqual(['20260101', null])
  expect(wrongRange([null, '20260105'])).toBe('请先选择时间')
  expect(wrongRange(['20260110', '20260105'])).toBe('截止时间必须大于开始时间')
  expect(wrongRange(['20260105', '20260105'])).toBeUndefined()
})

test('days outside of the limits are blocked, and why is told: before and after given ones, to come in archives, and before today', () => {
  const told = (limits: Parameters<typeof wrongDay>[1]) =>
    ['20261119', '20261120', '20261121120000', '20261122'].map((day) => wrongDay(day, limits, '2026-11-21'))
  const free = undefined
  expect(told({ min: '20261120', max: '20261121' })).toEqual(['不能早于 2026-11-20', free, free, '不能晚于 2026-11-21'])
  expect(told({ past: true })).toEqual([free, free, free, '不能晚于今天'])
  expect(told({ afterToday: true })).toEqual(['不能早于今天', '不能早于今天', free, free])
})

test('a day is typed as people write it, with its time or without; what is no day is not taken', () => {
  const day = (text: string) => readTyped(text)
  expect(['2026-9-1', '20260901', '2026/09/01', '2026年9月1日', '２０２６-0９-01'].map(day)).toEqual(Array(5).fill('20260901'))
  expect(['2026-02-30', '昨天', '', '2026-09-01 09:30'].map(day)).toEqual(Array(4).fill(undefined))
  const moment = (text: string) => readTyped(text, '235959')
  expect(['2026-09-01', '2026-9-1 8:05', '2026-09-01 08:05:07', '20260901080507', '2026年9月1日 8：05'].map(moment)).toEqual([
    '20260901235959',
    '20260901080500',
    '20260901080507',
    '20260901080507',
    '20260901080500',
  ])
  expect(['2026-09-01 24:00', '2026-09-01 8:5', '8:05'].map(moment)).toEqual([undefined, undefined, undefined])
  expect([formatTyped('20260901'), formatTyped('20260901080507'), formatTyped('')]).toEqual([
    '2026-09-01',
    '2026-09-01 08:05:07',
    '',
  ])
})

test('a month is drawn in weeks from Monday on, and a day goes over the ends of months and years', () => {
  const weeks = weeksOf({ year: 2026, month: 2 })
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([5, '20260126', '20260301'])
  expect([shiftDay('20261231', 1), shiftDay('20260301', -1)]).toEqual(['20270101', '20260228'])
  expect([shiftByMonths('20260331', -1), shiftByMonths('20261231', 2)]).toEqual(['20260228', '20270228'])
})

test('the shortcuts are today, the last week, month and three months; times run to the last second', () => {
  expect(presetsOf(false, '2026-03-31').map(({ label, range }) => [label, ...range])).toEqual([
    ['今天', '20260331', '20260331'],
    ['最近一周', '20260324', '20260331'],
    ['最近一个月', '20260228', '20260331'],
    ['最近三个月', '20251231', '20260331'],
  ])
  expect(presetsOf(true, '2026-03-31')[0]?.range).toEqual(['20260331000000', '20260331235959'])
})

test('the years offered are this one and the ten before it', () => {
  const years = yearsBack(2026)
  expect([years.length, years[0], years.at(-1)]).toEqual([11, '2026', '2016'])
})
