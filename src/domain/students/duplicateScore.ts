import { oddIdNo } from '#contract/values/idNumber.ts'
import { reasonCodes, type SameReason } from './sameStudent.contract.ts'
import { editDistance } from '#server/base/editDistance.ts'
import { soundOf } from '#server/base/search.ts'
import type { Secret } from '#server/database/secret.ts'

/** What two records are told apart by; the name is without blanks, the ID number sealed, sex as it is stored. */
export type Told = {
  name: string
  sex: string
  brth: string | null
  idNo: string | null
  idNoHash: string | null
  stdyNo: string | null
}

export type DuplicateScore = { reasons: SameReason[]; score: number }

// How sure one reason is by itself, and how much each further one adds.
const sure = { idNo: 90, nameBrth: 80 } as const
const further = 8

/**
 * Whether two records that have something in common (`found`) may be of one student; undefined where they are two: twins,
 * siblings, namesakes (docs/spec/students.md#duplicates).
 */
export function duplicateScore(one: Told, other: Told, found: readonly SameReason[], secret: Secret): DuplicateScore | undefined {
  if (found.includes('idNo')) return scored(found, sure.idNo + (one.name === other.name ? further : 0))
  if (one.sex !== other.sex && one.sex !== 'U' && other.sex !== 'U') return undefined
  if (hasOtherIdNo(one, other, secret)) return undefined
  const likeness = found.includes('phone') ? likenessOf(one, other) : undefined
  const left = found.filter((reason) => reason !== 'phone' || likeness !== undefined)
  return left.length > 0 ? scored(left, left.includes('nameBrth') ? sure.nameBrth : (likeness ?? 0)) : undefined
}

const scored = (found: readonly SameReason[], base: number): DuplicateScore => ({
  reasons: reasonCodes.filter((reason) => found.includes(reason)),
  score: Math.min(100, base + further * (found.length - 1)),
})

/** Whether two ID numbers name two people. One that cannot be right tells nothing about somebody of the same name. */
export function hasOtherIdNo(one: Told, other: Told, secret: Secret): boolean {
  if (!one.idNo || !other.idNo || one.idNoHash === other.idNoHash) return false
  return one.name !== other.name || [one.idNo, other.idNo].every((sealed) => oddIdNo(secret.open(sealed)) === undefined)
}

// Of two who can be reached at one phone, how much their names say: the same, sounding the same, or a slip of the pen.
function likenessOf(one: Told, other: Told): number | undefined {
  if (one.name === other.name) return 75
  if (one.brth && other.brth && one.brth !== other.brth) return undefined
  const apart = editDistance(one.name, other.name)
  if (apart <= 2 && one.name.length === other.name.length && soundOf(one.name) === soundOf(other.name)) return 65
  // Twins are a character apart, too: but both of them are written down in full.
  return apart === 1 && isThin(one) !== isThin(other) ? 55 : undefined
}

// Written down in passing.
const isThin = ({ idNoHash, stdyNo }: Told) => idNoHash === null && stdyNo === null
