import { oddIdNo } from '#contract/values/idNumber.ts'
import { reasonCodes, type SameReason } from './sameStudent.contract.ts'
import { editDistance } from '#server/base/editDistance.ts'
import { soundOf } from '#server/base/search.ts'
import type { Secret } from '#server/database/secret.ts'

/**
 * Describes the facts that two records are compared by; the name without blanks, the ID number encrypted, sex as it is stored.
 */
export type Told = {
  name: string
  sex: string
  brth: string | null
  idNo: string | null
  idNoHash: string | null
  stdyNo: string | null
}

export type DuplicateScore = { reasons: SameReason[]; score: number }

// Gives the certainty of one reason by itself, and the increase of each further one.
const sure = { idNo: 90, nameBrth: 80 } as const
const further = 8

/**
 * Rates whether two records with something in common (`found`) are of one student; undefined where they are two: twins, siblings,
 * namesakes (docs/spec/students.md#duplicates).
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

/** Tells whether two ID numbers name two people. An invalid one says nothing about somebody of the same name. */
export function hasOtherIdNo(one: Told, other: Told, secret: Secret): boolean {
  if (!one.idNo || !other.idNo || one.idNoHash === other.idNoHash) return false
  return one.name !== other.name || [one.idNo, other.idNo].every((sealed) => oddIdNo(secret.open(sealed)) === undefined)
}

// Rates the names of two people with one phone: the same, of the same sound, or with a typing error; undefined where they differ
// more.
function likenessOf(one: Told, other: Told): number | undefined {
  if (one.name === other.name) return 75
  if (one.brth && other.brth && one.brth !== other.brth) return undefined
  const apart = editDistance(one.name, other.name)
  if (apart <= 2 && one.name.length === other.name.length && soundOf(one.name) === soundOf(other.name)) return 65
  // Requires one of the records to be incomplete: twins are a character apart, too, but both are recorded in full.
  return apart === 1 && isThin(one) !== isThin(other) ? 55 : undefined
}

// Tells whether a record is incomplete.
const isThin = ({ idNoHash, stdyNo }: Told) => idNoHash === null && stdyNo === null
