import { type ArchiveOwner, targetedColumns } from '#contract/form/archiveFields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import { defaultOf, isEmpty, type OfferedBy } from '#contract/form/values.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import { readOffered } from '#domain/forms/formTemplates.ts'
import { answerFrom, readHeld, wordsOf } from './held.ts'

/** Names whose archives a form is about: who is asked, and the guardian who answers; null for none. */
export type FormSubject = { entNo: string; empNo: string | null; stuNo: string | null; ptrNo: string | null }

/** Describes what the archive holds of a question: `shown` hidden words where it is not told in clear, and null where it is. */
export type Known = { clmnNo: string; shown: string | null; value: unknown }

/**
 * Reads what archives hold of the questions of a form, as far as the transaction reaches; `isClear`: numbers and addresses are told
 * in clear.
 */
export async function readKnown(
  db: Db,
  secret: Secret,
  of: FormSubject,
  { columns, isClear }: { columns: readonly Column[]; isClear: boolean },
): Promise<Known[]> {
  const known: Known[] = []
  for (const owner of ['stu', 'emp', 'ptr'] as const) {
    const no = of[`${owner}No`]
    const asked = targetedColumns(columns, owner)
    if (!no || asked.length === 0) continue
    const held = await readHeld(
      db,
      { entNo: of.entNo, owner, no },
      asked.map(({ target }) => target),
    )
    for (const { column, target } of asked) {
      const found = held.get(target.code)
      if (!found || column.readFlag === '1') continue
      const shown = target.mask && !isClear ? wordsOf(target, found.stored, (code) => code) : null
      known.push({ clmnNo: column.clmnNo, shown, value: answerFrom(target, found.stored, secret) })
    }
  }
  return known
}

/** Returns a form with what archives hold of it. */
export const knownValues = (known: readonly Known[]): FormValues =>
  Object.fromEntries(known.map(({ clmnNo, value }) => [clmnNo, value]))

/**
 * Tells whether a form can be sent as the archives have it: they hold all that it asks of them, and nothing else must be answered.
 */
export function isAllKnown(columns: readonly Column[], known: readonly Known[], offered: OfferedBy): boolean {
  const asked = targetedColumns(columns).filter(({ column }) => column.readFlag === '0')
  const isKnown = new Set(known.map(({ clmnNo }) => clmnNo))
  if (asked.length === 0 || !asked.every(({ column }) => isKnown.has(column.clmnNo))) return false
  const defaults = columns.flatMap((column) => (isEmpty(column.dftlVal) ? [] : [[column.clmnNo, defaultOf(column)] as const]))
  const values = { ...Object.fromEntries(defaults), ...knownValues(known) }
  return readFilledForm(columns, values, offered).errors.length === 0
}

/** Returns values without those of some columns. */
export const withoutColumns = (values: FormValues, clmnNos: readonly string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([clmnNo]) => !clmnNos.includes(clmnNo)))

/** Returns values without those about the archives of these owners: a guardian's own are not told to the other guardian. */
export const withoutOwner = (columns: readonly Column[], values: FormValues, owner: ArchiveOwner): FormValues =>
  withoutColumns(
    values,
    targetedColumns(columns, owner).map(({ column }) => column.clmnNo),
  )

type Beginning = { columns: readonly Column[]; written: FormValues | null; isClear: boolean }

/**
 * Returns how a form begins: what was written, or else what archives hold; what they hold and is not told in clear is named where
 * nothing else was written.
 */
export async function prefill(db: Db, secret: Secret, of: FormSubject, { columns, written, isClear }: Beginning) {
  const all = await readKnown(db, secret, of, { columns, isClear })
  const clear = all.filter(({ shown }) => shown === null)
  const known = written ? all.filter(({ clmnNo, shown }) => shown !== null && isEmpty(written[clmnNo])) : all
  const isSame = !written && isAllKnown(columns, all, await readOffered(db, of.entNo, columns))
  return {
    vals: written ?? (clear.length > 0 ? knownValues(clear) : null),
    known: known.map(({ clmnNo, shown }) => ({ clmnNo, shown })),
    sameFlag: isSame ? ('1' as const) : ('0' as const),
  }
}

type Sent = { columns: readonly Column[]; given: FormValues; kept: readonly string[] }

/** Returns the hidden values that an answer leaves as the archives have them. */
export async function fillKept(db: Db, secret: Secret, of: FormSubject, { columns, given, kept }: Sent): Promise<FormValues> {
  const asked = columns.filter(({ clmnNo }) => kept.includes(clmnNo) && isEmpty(given[clmnNo]))
  if (asked.length === 0) return {}
  const known = await readKnown(db, secret, of, { columns: asked, isClear: false })
  return knownValues(known.filter(({ shown }) => shown !== null))
}
