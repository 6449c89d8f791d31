import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { type CatalogTable, type DatabaseCatalog, nameColumn, readDatabaseCatalog } from '#server/database/databaseCatalog.ts'
import { allTables, type Table, tableOf } from '#server/database/tables.ts'
import { rowNameOf, rowNameTestOf } from '#server/history/rowNames.ts'
import { namesOne } from '#server/history/timeline.ts'
import type { Visibility } from './history.visibility.ts'

/** Tells how well a table tells what an operation was about: 2 by a record that people open, 1 by a name, 0 by neither. */
export function tellingOf(name: string): number {
  const table = tableOf(name)
  const isNamed = Boolean(table?.name || rowNameOf(name))
  return isNamed ? (table?.history?.record ? 2 : 1) : 0
}

const mostNamed = 200
const mostTouching = 1000

type Asked = { entNo: string; name: string }

/** Finds the latest operations that changed a record of this name or what links it; `reaches`: the tables that are searched. */
export async function operationsOnNamed(entNo: string, name: string, reaches: Visibility, { db }: Context): Promise<string[]> {
  const catalog = await readDatabaseCatalog(db)
  const found = new Set<string>()
  for (const described of allTables()) {
    const table = catalog.tables.get(described.table)
    const records = table && reaches.has(described.table) && recordsNamed(described, table, { entNo, name })
    if (!records) continue
    const { rows: keys } = await sql<{ key: string }>`${records} limit ${mostNamed}`.execute(db)
    if (keys.length === 0) continue
    const given = keys.map(({ key }) => key)
    const own = sql`h.tbl = ${described.table} and h.key = any(${given}::jsonb[])`
    for (const those of [own, ...linksTo(described, catalog, given, reaches)]) {
      const { rows } = await sql<{ op: string }>`select op from history h where h.ent_no = ${entNo} and ${those}
        order by h.id desc limit ${mostTouching}`.execute(db)
      for (const { op } of rows) found.add(op)
    }
  }
  return [...found]
}

// Selects the keys of the rows of a table that bear a name; undefined where its rows have none.
function recordsNamed(
  { table, key, search }: Table,
  catalog: CatalogTable,
  { entNo, name }: Asked,
): RawBuilder<unknown> | undefined {
  const told = rowNameOf(table)
  const column = nameColumn(catalog)
  const { keys, columns } = catalog
  if (keys.length === 0 || (!column && !(told && key))) return undefined
  const words = column
    ? sql`concat_ws(' ', ${sql.join([column, ...(search?.words.map(snakeOf) ?? [])].map((one) => sql.ref(`o.${one}`)))})`
    : told?.(sql.ref('o.ent_no'), sql.ref(`o.${snakeOf(key ?? '')}`))
  const asJson = sql.join(keys.flatMap((one) => [sql.lit(one), sql.ref(`o.${one}`)]))
  const within = columns.includes('ent_no') ? sql`o.ent_no = ${entNo}` : sql`true`
  const fits = rowNameTestOf(table)?.(entNo, name) ?? sql`lower(${words}) like ${likeOf(name)}`
  const named = sql`select jsonb_build_object(${asJson})::text as key from ${sql.table(table)} o where ${within} and ${fits}`
  // The enterprise itself is a single row.
  if (!search || table === 'ent') return named
  // Looks up those that are there in the index of words, which does not hold the few that are deleted.
  return sql`${named} and o.stt <> ${sql.lit(Status.deleted)} and ${matches('o', name)}
    union all ${named} and o.stt = ${sql.lit(Status.deleted)}`
}

// Selects the history of what names records in its own key: members of a group, the archive of a student.
function linksTo({ table }: Table, { tables, references }: DatabaseCatalog, keys: readonly string[], reaches: Visibility) {
  return references.flatMap(({ from, to, columns, targets }) => {
    const at = targets.findIndex((target) => target !== 'ent_no')
    const [column = '', target = ''] = [columns[at], targets[at]]
    const isLink = to === table && from !== table && reaches.has(from) && tables.get(from)?.keys.includes(column)
    if (!isLink || targets.some((one, i) => i !== at && one !== 'ent_no')) return []
    const numbers = keys.map((key) => String((JSON.parse(key) as Record<string, unknown>)[target]))
    return [sql`h.tbl = ${from} and ${namesOne(column, numbers)}`]
  })
}

/** Finds the people here whose name contains a text. */
export async function peopleNamed(entNo: string, name: string, { db }: Context): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`select distinct i.user_no from identity i join account a on a.user_no = i.user_no
    where i.ent_no = ${entNo} and lower(a.nick_name) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
  return rows.map(({ userNo }) => userNo)
}
