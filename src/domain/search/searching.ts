import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { Hit, type hitKinds } from '#contract/shell/search.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { LabelVisibility } from '#domain/students/labelVisibility.ts'
import type { Phrase } from './phrase.ts'
import type { SchoolUnits } from '#domain/units/schoolUnits.ts'
import { matches, spellingsOfName } from '#server/base/search.ts'
import type { Wants } from './phraseWords.ts'

type Found = z.output<typeof Hit>

/**
 * Describes the caller's own enterprise, read as far as the call of a kind reaches. `sight`: which labels of students the caller
 * sees; `units`: the grades and classes, where the caller sees those.
 */
export type At = { context: Context; entNo: string; sight: LabelVisibility; units: SchoolUnits | undefined }

/** Describes a phrase whose units have been looked up: of the wanted heads or teachers the grades and classes. */
type MeantPhrase = Phrase & { unitNos: readonly string[] }

/**
 * Describes one kind of results of words and phrases: found as its own list finds it, with the right and the reach of that list's
 * call.
 */
export type SearchKind = {
  kind: (typeof hitKinds)[number]
  call: Call
  /** Tells that it opens the enterprises below to all later kinds, so it runs last. */
  widensReach?: true
  byWord(word: string, at: At): Promise<Found[]>
  byPhrase?: Partial<Record<Wants, (phrase: MeantPhrase, at: At) => Promise<Found[]>>>
}

/** Limits the hits of a kind that are shown. */
export const mostHits = 6
// Limits the rows among which the best matches are chosen: all that a frequent word finds would be the whole table.
const mostSeen = 40

/** Describes a row of people in the search. */
type Named = { no: string; name: string; stt: string }

const isPhoneTail = (word: string) => /^\d{4}$/.test(word)
const mayBeNumber = (word: string) => /^(?=.*\d)[\w-]{2,}$/.test(word)
// Treats words of this length as numbers of their own: no part of another number, nor the end of a phone.
const isNumber = (word: string) => mayBeNumber(word) && word.length >= 4 && !isPhoneTail(word)

/**
 * Lists the conditions of the surest matches, the surest first: just this name or number, or a phone that ends so. What only
 * contains the word may be found so often that these would not be among the first. Each is a condition of its own: together they
 * would not be looked up in their indexes.
 */
export function surestMatches(alias: string, { name, numbers }: { name: string; numbers: readonly string[] }, word: string) {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  const spellings = [word, word.toUpperCase()]
  const isOfNumber = sql<SqlBool>`(${sql.join(
    numbers.map((number) => sql`${at(number)} = any(${spellings})`),
    sql` or `,
  )})`
  if (isPhoneTail(word)) return [isOfNumber, sql<SqlBool>`right(${at('authTel')}, 4) = ${word}`]
  if (mayBeNumber(word)) return [isOfNumber]
  // Uses the index of words: there is none of every kind of name.
  const names = spellingsOfName(word)
  return [sql<SqlBool>`${matches(alias, ...names)} and ${at(name)} = any(${names})`]
}

/**
 * Returns the first rows that a word finds, the surest first: `find` returns at most so many that meet one of the conditions.
 * Stops at the owner of a number.
 */
export async function findNearest<Row extends Named>(
  word: string,
  conditions: RawBuilder<SqlBool>[],
  find: (condition: RawBuilder<SqlBool>, most: number) => Promise<Row[]>,
): Promise<Row[]> {
  const found = new Map<string, { row: Row; step: number }>()
  for (const [step, condition] of conditions.entries()) {
    const isLast = step === conditions.length - 1
    for (const row of await find(condition, isLast ? mostSeen : mostHits))
      if (!found.has(row.no)) found.set(row.no, { row, step })
    if (found.size >= (isNumber(word) ? 1 : mostHits)) break
  }
  const [sought] = spellingsOfName(word)
  const far = ({ name, stt }: Named) =>
    (name === sought ? 0 : name.startsWith(sought) ? 2 : name.includes(sought) ? 4 : 3) + (stt === Status.enabled ? 0 : 1)
  return [...found.values()]
    .toSorted((one, other) => one.step - other.step || far(one.row) - far(other.row))
    .slice(0, mostHits)
    .map(({ row }) => row)
}

/** Joins the line that tells somebody apart from its known parts. */
export const lineOf = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')

/** Returns a state; null where it is the usual one. */
export const unusualState = (stt: string) => (stt === Status.enabled ? null : stt)

/** Formats 20260903 as 2026-09-03; null for null. */
export const dayOf = (time: string | null) => time && `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}`
