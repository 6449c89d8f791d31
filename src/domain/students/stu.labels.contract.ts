import * as z from 'zod'
import { type Action, actions, type Right } from '#contract/access.ts'

/**
 * Lists the labels of students in their groups (docs/spec/students.md#labels): of an exclusive group a student has one at most.
 */
export const labelGroups: readonly { name: string; codes: readonly string[]; exclusive: readonly string[] }[] = [
  { name: '就读方式', codes: ['01', '02', '03'], exclusive: ['01', '02'] },
  { name: '校内', codes: ['11', '12', '13'], exclusive: [] },
  { name: '国家学籍', codes: ['21', '22', '23'], exclusive: ['22', '23'] },
  { name: '资助', codes: ['31', '32', '33'], exclusive: [] },
  { name: '健康', codes: ['41', '42', '43'], exclusive: [] },
]

/** Names the group of the labels that an enterprise has added to the dictionary. */
export const otherLabels = '其他'

/** Names how children attend school: as day pupils, or boarding. */
export const boarding = { day: '01', boards: '02' } as const

// Maps private labels to the right to see them (docs/spec/students.md#labels); all others are for everybody who sees the student.
const guarded: Record<string, Right> = Object.fromEntries([
  ...['21', '22', '23'].map((code) => [code, right('set')]),
  ...['31', '32', '33', '41', '42', '43'].map((code) => [code, right('clear')]),
])

function right(action: Action): Right {
  return `stu:${actions[action]}`
}

/** Lists the rights that guard labels. */
export const labelRights: readonly Right[] = [...new Set(Object.values(guarded))]

/** Returns the right that guards a label; undefined for none. */
export const guardOf = (code: string): Right | undefined => guarded[code]

/** Describes a holder of rights, everywhere or in one class. */
export type RightsHolder = { has(right: Right): boolean }

/** Tells whether a label of students is visible with these rights; the server and the form call this one function. */
export function seesLabel(rights: RightsHolder, code: string): boolean {
  const guard = guardOf(code)
  return guard === undefined || rights.has(guard)
}

/** Splits a comma list of labels into its codes, each once, in order. */
export const splitLabels = (wts: string | null | undefined): string[] => [...new Set(wts ? wts.split(',') : [])].toSorted()

/** Keeps the labels that somebody with these rights sees. */
export const seenLabels = (rights: RightsHolder, wts: string | null | undefined): string[] =>
  splitLabels(wts).filter((code) => seesLabel(rights, code))

/** Joins labels as they are stored; null for none. */
export const listOf = (labels: readonly string[]): string | null => labels.toSorted().join(',') || null

/** Finds two labels of one exclusive group; undefined where there are none. */
export const clashIn = (labels: readonly string[]): readonly string[] | undefined =>
  labelGroups.map(({ exclusive }) => exclusive.filter((code) => labels.includes(code))).find((both) => both.length > 1)

/** Lists the labels that these replace: those of the same exclusive groups. */
export const replacedBy = (labels: readonly string[]): string[] =>
  labelGroups
    .filter(({ exclusive }) => exclusive.some((code) => labels.includes(code)))
    .flatMap(({ exclusive }) => exclusive.filter((code) => !labels.includes(code)))

/**
 * Returns a list of labels after some were added and others removed; an added one replaces others of its exclusive group. Returns
 * null for an empty list.
 */
export function withLabels(kept: string | null, added: readonly string[], removed: readonly string[] = []): string | null {
  const out = new Set([...removed, ...replacedBy(added)])
  return listOf([...new Set([...splitLabels(kept).filter((code) => !out.has(code)), ...added])])
}

/** Returns the list after these replaced all labels that somebody with these rights sees. */
export const replaceLabels = (rights: RightsHolder, kept: string | null, wanted: readonly string[]): string[] => {
  const unseen = splitLabels(kept).filter((code) => !seesLabel(rights, code))
  return [...new Set([...wanted, ...unseen])]
}

/** Limits the length of a list of labels (docs/spec/students.md#fields). */
export const mostLetters = 100

/** Accepts a comma list of labels. */
export const labelList = z
  .string()
  .max(mostLetters)
  .regex(/^[0-9A-Za-z_]+(,[0-9A-Za-z_]+)*$/, { error: '应为逗号分隔的标签' })
