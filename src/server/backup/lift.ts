import pg from 'pg'
import type { TableEntry } from './manifest.ts'
import { nameOf } from './tables.ts'

/** Takes off the rules that some of the rows break; answers the statements that put them back, for what is written from then on. */
export async function liftRules(client: pg.Client, unproven: { table: string; name: string }[]): Promise<string[]> {
  const again: string[] = []
  for (const { table, name } of unproven) {
    const { rows } = await client.query(
      'select pg_get_constraintdef(oid) as rule, convalidated as proven from pg_constraint where conrelid = to_regclass($1) and conname = $2',
      [nameOf({ name: table }), name],
    )
    if (!rows[0]) continue
    const on = `alter table ${nameOf({ name: table })}`
    const named = pg.escapeIdentifier(name)
    await client.query(`${on} drop constraint ${named}`)
    again.push(`${on} add constraint ${named} ${rows[0].rule}${rows[0].proven ? ' not valid' : ''}`)
  }
  return again
}

// Reads the rows of a catalog that concern tables of so many rows that building anew is faster than keeping up; a table in parts is
// as large as its largest part.
const ofLarge = (entries: TableEntry[]) =>
  entries.filter(({ rows }) => rows > 10_000).map(({ name, partition }) => partition?.of ?? name)

/** Takes off the references that large tables have; answers the statements that put them back, which check all rows at once. */
export async function liftReferences(client: pg.Client, entries: TableEntry[]): Promise<string[]> {
  const { rows } = await client.query<{ off: string; again: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as again
     from pg_constraint k join pg_class c on c.oid = conrelid
     where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0 and relname = any($1) order by conname`,
    [ofLarge(entries)],
  )
  for (const { off } of rows) await client.query(off)
  return rows.map(({ again }) => again)
}

/** Takes off the indexes of large tables that hold no rule; answers the statements that build them again, sorted. */
export async function liftIndexes(client: pg.Client, entries: TableEntry[]): Promise<string[]> {
  // Leaves those of the parts of a table to the index of the whole, and builds that on the parts too.
  const { rows } = await client.query<{ name: string; again: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as again
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not i.indisprimary
       and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
    [ofLarge(entries)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return [`set local maintenance_work_mem = '256MB'`, ...rows.map(({ again }) => again)]
}
