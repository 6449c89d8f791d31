import { adultName, type NameSex } from './names.ts'
import type { Random } from './random.ts'

export type DemoPerson = { name: string; sex: NameSex; brth: string; idNo: string; authTel: string; authFlag: string }

export type DemoPeople = ReturnType<typeof makePeople>

// Uses province code 98, which was never allocated, so that none of these numbers can belong to a person
// (docs/spec/demo.md#frame).
const areas = ['980102', '980103', '980104', '980121', '980122']

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkDigits = '10X98765432'

/** Computes the 18th character of an ID number (docs/spec/inputs.md#id-numbers). */
function checkDigit(seventeen: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(seventeen[i]), 0)
  return checkDigits.charAt(sum % 11)
}

/** Makes up people; no two of them share an ID number or a phone. */
export function makePeople(random: Random) {
  const idNos = new Set<string>()
  let phones = 0

  // Spreads the numbers by a prime without repeating one; 100 is no mobile range (docs/spec/demo.md#people).
  const phone = () => `100${String((++phones * 7919) % 1e8).padStart(8, '0')}`

  // Takes dates yyyyMMdd, both ends included.
  const bornBetween = (from: string, to: string) => {
    const day = random.between(dayOf(from), dayOf(to))
    return new Date(day * millisecondsOfDay).toISOString().slice(0, 10).replaceAll('-', '')
  }

  const idNo = (brth: string, sex: NameSex): string => {
    const sequence = String(random.between(0, 499) * 2 + (sex === 'M' ? 1 : 0)).padStart(3, '0')
    const seventeen = random.pick(areas) + brth + sequence
    if (idNos.has(seventeen)) return idNo(brth, sex)
    idNos.add(seventeen)
    return seventeen + checkDigit(seventeen)
  }

  const adult = (from: string, to: string, sex: NameSex = random.chance(0.35) ? 'M' : 'F'): DemoPerson => {
    const brth = bornBetween(from, to)
    const authFlag = random.chance(0.9) ? '1' : '0'
    return { name: adultName(random, sex), sex, brth, idNo: idNo(brth, sex), authTel: phone(), authFlag }
  }

  return { phone, bornBetween, idNo, adult }
}

const millisecondsOfDay = 86_400_000
const dayOf = (date: string) =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))) / millisecondsOfDay
