import { type RawBuilder, sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { maskText } from '#contract/values/masking.ts'
import { addressFields, areaCodeOf } from './area.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { includeDescendants } from '#server/call/scope.ts'

type ArchiveTable = 'scharch' | 'edcarch' | 'emparch' | 'stuarch' | 'ptrarch'

/**
 * Makes or changes the one archive of something: only the given fields. `kept` is the present one (undefined: nothing yet); a
 * `ver` of null says that there was nothing. Throws conflict with the present one for another version.
 */
export async function setArchive<Kept extends { ver: number | null }>(
  db: Db,
  { table, key }: { table: ArchiveTable; key: Record<string, string> },
  kept: Kept,
  { ver, ...given }: { ver?: number | null | undefined } & Record<string, unknown>,
) {
  if (ver !== undefined && ver !== kept.ver) throw new Fault('conflict', undefined, kept)
  const changes = Object.entries(given).filter(([, value]) => value !== undefined)
  if (changes.some(([name]) => addressFields.includes(name)))
    changes.push(['areaCode', await areaCodeOf(db, { ...kept, ...Object.fromEntries(changes) })])
  await (kept.ver === null ? insert(db, table, [...Object.entries(key), ...changes]) : update(db, table, key, changes))
}

type Values = (readonly [string, unknown])[]

const insert = (db: Db, table: ArchiveTable, values: Values) =>
  sql`insert into ${sql.table(table)} (${sql.join(values.map(([name]) => sql.ref(name)))})
    values (${sql.join(values.map(([, value]) => value))})`.execute(db)

// Raises the version also without changes.
const update = (db: Db, table: ArchiveTable, key: Record<string, string>, values: Values) =>
  sql`update ${sql.table(table)} set ${values.length > 0 ? sql.join(values.map(equals)) : sql`ver = ver`}
    where ${sql.join(Object.entries(key).map(equals), sql` and `)}`.execute(db)

const equals = ([name, value]: readonly [string, unknown]) => sql`${sql.ref(name)} = ${value}`

/** Counts the filled-in fields among these of the archive `a`. */
export const filledOf = (fields: readonly string[]) =>
  sql`num_nonnulls(${sql.join(fields.map((field) => sql.ref(`a.${field}`)))})`

/** Returns a record with these of its texts masked. */
export const withMasks = <Field extends string, Row extends Record<Field, string | null>>(
  row: Row,
  fields: readonly Field[],
): Row => ({
  ...row,
  ...Object.fromEntries(fields.map((field) => [field, row[field] && maskText(row[field])])),
})

/**
 * Locks an enterprise, so that its archive is made once. Throws notFound for one that is not live, invalid for one of another
 * kind.
 */
export async function lockEnterprise(db: Db, entNo: string, fits: (idntNo: string) => boolean, refusal: string) {
  const ent = await db
    .selectFrom('ent')
    .select('idntNo')
    .where('entNo', '=', entNo)
    .where('stt', '<>', Status.deleted)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!fits(requireRow(ent).idntNo)) throw new Fault('invalid', refusal)
}

/**
 * Selects the enterprises `e` that a list shows: the one it was asked about or the caller's own, with those below it that the
 * caller reaches. Must run before anything is read: it opens what lies below.
 */
export async function enterprisesSeen(context: Context, call: Call, entNo: string): Promise<RawBuilder<boolean>> {
  const within = await includeDescendants(context, call)
  const tops = entNo === context.me.entNo ? within : [entNo]
  // Includes those below only where they were opened, whatever else keeps them hidden.
  return sql<boolean>`e.stt <> ${Status.deleted} and exists (select from ent_tree t where t.ent_no = e.ent_no
    and t.anc_no = any(${tops}) and (t.depth = 0 or setting('root_no') is not null))`
}
