import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { allTables, type Table } from '#server/database/tables.ts'
import { namesOne } from '#server/history/timeline.ts'
import type { Visibility } from './history.visibility.ts'

/** Tells whether a table holds records that people look for by name. */
export const isNamed = (table: string) => namedTables().some((one) => one.table === table)

const namedTables = () => allTables().filter(({ name, history }) => name && history?.record)
const mostNamed = 200
const mostTouching = 1000

/** Finds the latest operations that changed a record of this name; `reaches`: the tables that are searched. */
export async function operationsOnNamed(entNo: string, name: string, reaches: Visibility, { db }: Context): Promise<string[]> {
  const found = new Set<string>()
  for (const described of namedTables()) {
    const { table, key = '' } = described
    if (!reaches.has(table)) continue
    const records = await sql<{ no: string }>`${recordsNamed(described, entNo, name)} limit ${mostNamed}`.execute(db)
    const numbers = records.rows.map(({ no }) => no)
    if (numbers.length === 0) continue
    const { rows } = await sql<{ op: string }>`select op from history h where h.ent_no = ${entNo} and h.tbl = ${table}
      and ${namesOne(snakeOf(key), numbers)} order by h.id desc limit ${mostTouching}`.execute(db)
    for (const { op } of rows) found.add(op)
  }
  return [...found]
}

// Looks up those that are there in the index of words, which does not hold the few that are deleted.
function recordsNamed({ table, key = '', name: column = '', search }: Table, entNo: string, name: string) {
  const named = sql`select ${sql.ref(key)} as no from ${sql.table(table)} o
    where ent_no = ${entNo} and lower(${sql.ref(column)}) like ${likeOf(name)}`
  // The enterprise itself is a single row.
  if (!search || key === 'entNo') return named
  return sql`${named} and stt <> ${sql.lit(Status.deleted)} and ${matches('o', name)}
    union all ${named} and stt = ${sql.lit(Status.deleted)}`
}

/** Finds the people here whose name contains a text. */
export async function peopleNamed(entNo: string, name: string, { db }: Context): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`select distinct i.user_no from identity i join account a on a.user_no = i.user_no
    where i.ent_no = ${entNo} and lower(a.nick_name) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
  return rows.map(({ userNo }) => userNo)
}
