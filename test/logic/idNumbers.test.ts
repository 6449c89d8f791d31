import fc from 'fast-check'
import { expect, test } from 'vitest'
import { birthOf, checkDigit, oddIdNo, sexOf, toIdNo18 } from '#contract/values/idNumber.ts'
import { idSlips } from '#server/importing/idRepair.ts'

const days = (Date.UTC(2025, 0, 1) - Date.UTC(1931, 0, 1)) / 86_400_000
const birth = fc
  .integer({ min: 0, max: days })
  .map((day) => new Date(Date.UTC(1931, 0, 1) + day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''))
const area = fc.integer({ min: 110_000, max: 829_999 }).map(String)
const serial = fc.integer({ min: 0, max: 999 }).map((n) => String(n).padStart(3, '0'))
const person = fc.record({ area, birth, serial })
type Person = { area: string; birth: string; serial: string }
const idNoOf = ({ area, birth, serial }: Person) => {
  const digits = area + birth + serial
  return digits + checkDigit(digits)
}

const holds = <Ts extends [unknown, ...unknown[]]>(...given: Parameters<typeof fc.property<Ts>>) =>
  fc.assert(fc.property(...given), { numRuns: 2000, seed: 20261122 })

test('an ID number tells the birth date and the sex that it was given for, and nothing about it is odd', () => {
  holds(person, (one) => {
    const idNo = idNoOf(one)
    expect([birthOf(idNo), sexOf(idNo), oddIdNo(idNo)]).toEqual([one.birth, Number(one.serial) % 2 ? 'M' : 'N', undefined])
    expect(toIdNo18(idNo.toLowerCase())).toBe(idNo)
  })
})

test('a number of the first generation becomes one of the second of the same person', () => {
  holds(person, (one) => {
    fc.pre(one.birth.startsWith('19'))
    const full = toIdNo18(one.area + one.birth.slice(2) + one.serial)
    expect(full).toBe(idNoOf(one))
    expect(toIdNo18(full)).toBe(full)
  })
})

test('every wrong digit and every two that changed places are noticed, and the right number is among those proposed', () => {
  const at = fc.integer({ min: 0, max: 16 })
  holds(person, at, fc.integer({ min: 1, max: 9 }), fc.boolean(), (one, place, by, isSwap) => {
    const right = idNoOf(one)
    const digits = [...right]
    if (isSwap && place < 16) digits.splice(place, 2, right[place + 1] as string, right[place] as string)
    else digits[place] = String((Number(right[place]) + by) % 10)
    const wrong = digits.join('')
    fc.pre(wrong !== right)
    expect(oddIdNo(wrong)).toBeDefined()
    expect(idSlips(wrong).map(({ val }) => val)).toContain(right)
  })
})

test('of a number with a digit too few the right one is among those proposed', () => {
  holds(person, fc.integer({ min: 0, max: 17 }), (one, place) => {
    const right = idNoOf(one)
    const short = right.slice(0, place) + right.slice(place + 1)
    fc.pre(/^\d{16}[\dX]$/.test(short))
    expect(idSlips(short).map(({ val }) => val)).toContain(right)
  })
})
