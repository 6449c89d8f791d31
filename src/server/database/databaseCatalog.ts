import { sql } from 'kysely'
import { snakeOf } from '#server/base/wireNames.ts'
import type { Db } from './database.ts'
import { tableOf } from './tables.ts'

/**
 * Describes a foreign key: `columns` of the table `from` name a row of `to` by its `targets`; without a column that a check holds
 * to one value.
 */
export type Reference = { from: string; to: string; columns: string[]; targets: string[] }

/**
 * Describes a table as the database knows it: the columns that can be written, whether its changes are kept in history, and the
 * columns that name a row there (none where nothing is kept).
 */
export type CatalogTable = { name: string; columns: string[]; recorded: boolean; keys: string[] }

export type DatabaseCatalog = { tables: ReadonlyMap<string, CatalogTable>; references: Reference[] }

// Is read once for all databases of a process, which have the tables of one version: it takes longer than what is asked of it.
let known: DatabaseCatalog | undefined

/** Returns every table of the product and every foreign key between them. */
export const readDatabaseCatalog = async (db: Db): Promise<DatabaseCatalog> => (known ??= await readTables(db))

async function readTables(db: Db): Promise<DatabaseCatalog> {
  const [tables, references] = await Promise.all([
    sql<CatalogTable>`
      select c.relname::text as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'history') as recorded,
        array(select k from pg_trigger g, unnest(string_to_array(encode(g.tgargs, 'escape'), '\\000')) with ordinality a (k, place)
          where g.tgrelid = c.oid and g.tgname = 'history' and place <= g.tgnargs
            and place < coalesce(array_position(string_to_array(encode(g.tgargs, 'escape'), '\\000'), '-'), place + 1) order by place) as keys
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition`.execute(db),
    sql<Reference>`
      select f.relname::text as "from", t.relname::text as "to", ${namesOf('conrelid', 'conkey')} as columns,
        ${namesOf('confrelid', 'confkey')} as targets
      from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 order by 1, c.conname`.execute(db),
  ])
  return { tables: new Map(tables.rows.map((table) => [table.name, table])), references: references.rows }
}

const oneValue = `^\\(\\w+ = '\\w+'::text\\)$`

const namesOf = (relation: string, places: string) => sql`array(select a.attname::text
  from unnest(c.${sql.id(places)}) with ordinality k (num, place)
  join pg_attribute a on a.attrelid = c.${sql.id(relation)} and a.attnum = k.num
  where not exists (select from pg_constraint v where v.conrelid = c.conrelid and v.contype = 'c' and v.conkey = array[c.conkey[k.place]]
    and pg_get_expr(v.conbin, v.conrelid) ~ ${sql.lit(oneValue)}) order by k.place)`

/** Tells whether rows of the table are deleted by their state alone. */
export const hasState = ({ columns }: CatalogTable) => columns.includes('stt')

/** Returns the column that names a row to people: the one that its description says, or the first name; undefined for none. */
export function nameColumn({ name, columns }: CatalogTable): string | undefined {
  const described = tableOf(name)?.name
  return described ? snakeOf(described) : columns.find((column) => /(^|_)name$/.test(column))
}
