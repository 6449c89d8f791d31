import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { likeOf } from '#server/base/search.ts'
import { namesOne } from '#server/history/timeline.ts'
import type { Visibility } from './history.visibility.ts'
import { recordKinds } from './history.tables.ts'

// The records that people look for by name, and where it stands.
export const named: Record<string, string> = {
  stu: 'stu_name',
  ptr: 'ptr_name',
  emp: 'emp_name',
  org: 'org_name',
  empgrp: 'grp_name',
  edcunit: 'unit_name',
  role: 'role_name',
  mtg: 'mtg_name',
  vst: 'vst_name',
  act: 'title',
  res: 'res_name',
  tmpl: 'tmpl_name',
}
const mostNamed = 200
const mostTouching = 1000

/** Operations that changed a record of this name, the latest of them; `reaches`: the tables that are looked into. */
export async function touching(entNo: string, name: string, reaches: Visibility, { db }: Context): Promise<string[]> {
  const found = new Set<string>()
  for (const [table, column] of Object.entries(named)) {
    const key = recordKinds[table]?.column ?? ''
    if (!reaches.has(table)) continue
    const records = await sql<{ no: string }>`select ${sql.ref(key)} as no from ${sql.table(table)}
      where ent_no = ${entNo} and lower(${sql.ref(column)}) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
    const numbers = records.rows.map(({ no }) => no)
    if (numbers.length === 0) continue
    const { rows } = await sql<{ op: string }>`select op from history h where h.ent_no = ${entNo} and h.tbl = ${table}
      and ${namesOne(key, numbers)} order by h.id desc limit ${mostTouching}`.execute(db)
    for (const { op } of rows) found.add(op)
  }
  return [...found]
}

/** Whoever works here under a name like this. */
export async function called(entNo: string, name: string, { db }: Context): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`select distinct i.user_no from identity i join account a on a.user_no = i.user_no
    where i.ent_no = ${entNo} and lower(a.nick_name) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
  return rows.map(({ userNo }) => userNo)
}
