import * as z from 'zod'
import { type Action, actions, type Right } from '#contract/access.ts'

/** The labels of students in their groups (docs/spec/students.md#labels): of an exclusive group a student has one at most. */
export const labelGroups: readonly { name: string; codes: readonly string[]; exclusive: readonly string[] }[] = [
  { name: '就读方式', codes: ['01', '02', '03'], exclusive: ['01', '02'] },
  { name: '校内', codes: ['11', '12', '13'], exclusive: [] },
  { name: '国家学籍', codes: ['21', '22', '23'], exclusive: ['22', '23'] },
  { name: '资助', codes: ['31', '32', '33'], exclusive: [] },
  { name: '健康', codes: ['41', '42', '43'], exclusive: [] },
]

/** Where labels lie that an enterprise has added to the dictionary. */
export const otherLabels = '其他'

/** How children come to school: they go home in the evening, or live here. */
export const boarding = { day: '01', boards: '02' } as const

// Privacy (docs/spec/students.md#labels): what is not named here is for everybody who sees the student.
const guarded: Record<string, Right> = Object.fromEntries([
  ...['21', '22', '23'].map((code) => [code, right('set')]),
  ...['31', '32', '33', '41', '42', '43'].map((code) => [code, right('clear')]),
])

function right(action: Action): Right {
  return `stu:${actions[action]}`
}

/** The rights that guard labels. */
export const guards: readonly Right[] = [...new Set(Object.values(guarded))]

/** The right that guards a label, if any. */
export const guardOf = (code: string): Right | undefined => guarded[code]

/** Whoever holds rights, everywhere or in one class. */
export type Holder = { has(right: Right): boolean }

/** Whether somebody with these rights sees a label of students; the server and the form ask this one function. */
export function seesLabel(rights: Holder, code: string): boolean {
  const guard = guardOf(code)
  return guard === undefined || rights.has(guard)
}

/** A comma list of labels as its codes, each once, in order. */
export const labelsOf = (wts: string | null | undefined): string[] => [...new Set(wts ? wts.split(',') : [])].toSorted()

/** … those among them that somebody with these rights sees. */
export const seenLabels = (rights: Holder, wts: string | null | undefined): string[] =>
  labelsOf(wts).filter((code) => seesLabel(rights, code))

/** … and as it is stored. */
export const listOf = (labels: readonly string[]): string | null => labels.toSorted().join(',') || null

/** Two labels of one exclusive group, where there are such. */
export const clashIn = (labels: readonly string[]): readonly string[] | undefined =>
  labelGroups.map(({ exclusive }) => exclusive.filter((code) => labels.includes(code))).find((both) => both.length > 1)

/** The labels that leave when these come: those of the same exclusive groups. */
export const replacedBy = (labels: readonly string[]): string[] =>
  labelGroups
    .filter(({ exclusive }) => exclusive.some((code) => labels.includes(code)))
    .flatMap(({ exclusive }) => exclusive.filter((code) => !labels.includes(code)))

/** A list of labels after some came and others went; one that comes takes the place of others of its exclusive group. */
export function withLabels(kept: string | null, added: readonly string[], removed: readonly string[] = []): string | null {
  const out = new Set([...removed, ...replacedBy(added)])
  return listOf([...new Set([...labelsOf(kept).filter((code) => !out.has(code)), ...added])])
}

/** … after these took the place of all labels that somebody with these rights sees. */
export const instead = (rights: Holder, kept: string | null, wanted: readonly string[]): string[] => {
  const unseen = labelsOf(kept).filter((code) => !seesLabel(rights, code))
  return [...new Set([...wanted, ...unseen])]
}

/** So long may a list of labels be (docs/spec/students.md#fields). */
export const mostLetters = 100

/** A comma list of labels as it is sent. */
export const labelList = z
  .string()
  .max(mostLetters)
  .regex(/^[0-9A-Za-z_]+(,[0-9A-Za-z_]+)*$/, { error: '应为逗号分隔的标签' })
