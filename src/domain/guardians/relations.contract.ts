import type { Sex } from '#contract/values/idNumber.ts'

/**
 * Describes what a relation to a child implies of a guardian (dictionary RELT): the sex, and whether it is usually a legal
 * guardian.
 */
type Relation = { sex?: Sex; isLegal?: boolean }

/** Names the identity of guardians, which nobody switches to. */
export const guardianIdentity = '030003'

export const father = '51'
export const mother = '52'

const man: Relation = { sex: 'M' }
const woman: Relation = { sex: 'N' }

const relations: Record<string, Relation> = {
  [father]: { ...man, isLegal: true },
  [mother]: { ...woman, isLegal: true },
  57: { ...man, isLegal: true },
  58: { ...woman, isLegal: true },
  61: man,
  62: woman,
  63: man,
  64: woman,
  71: man,
  75: woman,
  81: man,
  83: man,
  85: man,
  88: woman,
  90: woman,
}

export const relationOf = (relt: string): Relation => relations[relt] ?? {}

/** Lists the relations of which a child has one each; a second one needs a confirmation. */
export const onlyOnce: readonly string[] = [father, mother]

/** Limits the guardians of a child and the children of a guardian (docs/spec/guardians.md#links). */
export const mostGuardians = 10
export const mostChildren = 10
