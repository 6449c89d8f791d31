import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '#server/database/database.ts'
import { insertMany } from '#server/database/rows.ts'
import { day, iso, time14 } from './days.ts'
import { type Deed, type Rows, enterpriseTables } from './enterprise.ts'

// Gives the days of records that history and the home page tell apart by them; others tell when the demo was made.
const dated: ReadonlySet<keyof Rows> = new Set(['org', 'emp', 'empgrp'])

/** Returns when the demo's enterprises began with the product: at the start of the term, and never less than forty days ago. */
export const beginning = (now = Date.now()) => Math.min(Date.UTC(schoolYearOf(now), 7, 25, 1), now - 40 * day)

function schoolYearOf(now: number) {
  const today = time14(now)
  return Number(today.slice(0, 4)) - (today.slice(4, 8) < '0901' ? 1 : 0)
}

type Written = Partial<Record<keyof Rows, Record<string, unknown>[]>>
type Told = Deed & { written: Written }

/** Parts the rows of an enterprise into those that were there from the beginning and those of its deeds, in the order of days. */
export function byTime(rows: Rows, deeds: readonly Deed[]): { atFirst: Written; later: Told[] } {
  const atFirst: Written = { ...rows }
  const told = deeds.map((deed) => ({ ...deed, written: deed.wrote ? takeRows(atFirst, deed.wrote, iso(deed.at)) : {} }))
  for (const table of dated) atFirst[table] = datedRows(atFirst[table], iso(beginning()))
  return { atFirst, later: told.toSorted((one, other) => one.at - other.at) }
}

const datedRows = (rows: Record<string, unknown>[] = [], crtTm: string) => rows.map((row) => ({ crtTm, ...row }))

/** Takes the rows of a deed out of all others. */
function takeRows(left: Written, { tables, key, nos }: NonNullable<Deed['wrote']>, at: string): Written {
  const taken: Written = {}
  for (const table of tables) {
    const parts = Map.groupBy(left[table] ?? [], (row) => nos.includes(String(row[key])))
    left[table] = parts.get(false) ?? []
    taken[table] = dated.has(table) ? datedRows(parts.get(true), at) : (parts.get(true) ?? [])
  }
  return taken
}

/** Inserts rows in the order in which their tables refer to each other. */
export async function insertTables(db: Db, rows: Written) {
  for (const table of enterpriseTables) if (rows[table]) await insertRows(db, table, rows[table])
}

/** Inserts rows that keep the time that they name, as what an undo brings back does. */
export async function insertRows(db: Db, table: Parameters<typeof insertMany>[1], rows: Record<string, unknown>[]) {
  const [first] = rows
  if (!first) return
  await setAll(db, { 'app.back': 'crtTm' in first ? '1' : '' })
  await insertMany(db, table, rows)
  await setAll(db, { 'app.back': '' })
}

/** Does again what people did, under their names and on their days. */
export async function repeatAll(db: Db, entNo: string, deeds: readonly Told[]) {
  const ops = deeds.map(({ at }) => v7({ msecs: at }))
  for (const [i, deed] of deeds.entries()) await repeat(db, entNo, ops[i] ?? '', deed)
  await setAll(db, { 'app.user_no': '', 'app.call': 'demo', 'app.op': '' })
  const when = sql`unnest(${ops}::uuid[], ${deeds.map(({ at }) => iso(at))}::timestamptz[]) w (op, at)`
  await sql`update history h set at = w.at from ${when} where h.ent_no = ${entNo} and h.op = w.op`.execute(db)
  await sql`update operation o set at = w.at from ${when} where o.ent_no = ${entNo} and o.op = w.op`.execute(db)
}

async function repeat(db: Db, entNo: string, op: string, { at, userNo, call, written, changed }: Told) {
  await setAll(db, { 'app.user_no': userNo, 'app.call': call.path, 'app.op': op })
  for (const some of Object.values(written)) for (const row of some) if ('crtTm' in row) row.crtUser = userNo
  await insertTables(db, written)
  if (changed) await change(db, entNo, changed)
  if (written.stu || changed?.table === 'stu') await placeStudents(db, entNo, at)
}

/** Moves what the numbers of students changed by, as the database counts it, to another day than today. */
export const placeStudents = (db: Db, entNo: string, at: number) =>
  sql`update stu_day set day = (${iso(at)}::timestamptz at time zone 'Asia/Shanghai')::date
    where ent_no = ${entNo} and day = (now() at time zone 'Asia/Shanghai')::date`.execute(db)

const setAll = (db: Db, settings: Record<string, string>) =>
  sql`select ${sql.join(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(db)

async function change(db: Db, entNo: string, { table, key, nos, to }: NonNullable<Deed['changed']>) {
  const set = sql.join(Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  await sql`update ${sql.table(table)} set ${set} where ent_no = ${entNo} and ${sql.ref(key)} = any(${nos})`.execute(db)
}

/** Works as if it were that time for history, which tells when something was written by its default. */
export async function during(db: Db, at: number, work: () => Promise<void>) {
  await clockOfHistory(db, sql.lit(iso(at)))
  await work()
  await clockOfHistory(db, sql`history_time()`)
}

async function clockOfHistory(db: Db, time: ReturnType<typeof sql>) {
  await sql`alter table history alter column at set default ${time}`.execute(db)
  await sql`alter table operation alter column at set default ${time}`.execute(db)
}
