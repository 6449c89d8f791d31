import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { likeOf } from '#server/base/search.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { allTables } from '#server/database/tables.ts'
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
  for (const { table, key = '', name: column = '' } of namedTables()) {
    if (!reaches.has(table)) continue
    const records = await sql<{ no: string }>`select ${sql.ref(key)} as no from ${sql.table(table)}
      where ent_no = ${entNo} and lower(${sql.ref(column)}) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
    const numbers = records.rows.map(({ no }) => no)
    if (numbers.length === 0) continue
    const { rows } = await sql<{ op: string }>`select op from history h where h.ent_no = ${entNo} and h.tbl = ${table}
      and ${namesOne(snakeOf(key), numbers)} order by h.id desc limit ${mostTouching}`.execute(db)
    for (const { op } of rows) found.add(op)
  }
  return [...found]
}

/** Finds the people here whose name contains a text. */
export async function peopleNamed(entNo: string, name: string, { db }: Context): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`select distinct i.user_no from identity i join account a on a.user_no = i.user_no
    where i.ent_no = ${entNo} and lower(a.nick_name) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
  return rows.map(({ userNo }) => userNo)
}
