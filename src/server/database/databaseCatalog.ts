import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Describes a foreign key: `columns` of the table `from` name a row of `to` by its `targets`; without a column that a check holds
 * to one value.
 */
export type Reference = { from: string; to: string; columns: string[]; targets: string[] }

/** Describes a table as the database knows it: the columns that can be written, and whether its changes are kept in history. */
export type CatalogTable = { name: string; columns: string[]; recorded: boolean }

export type DatabaseCatalog = { tables: ReadonlyMap<string, CatalogTable>; references: Reference[] }

/** Reads every table of the product and every foreign key between them. */
export async function readDatabaseCatalog(db: Db): Promise<DatabaseCatalog> {
  const [tables, references] = await Promise.all([
    sql<CatalogTable>`
      select c.relname::text as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'history') as recorded
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

/** Returns the column that names a row to people; undefined where there is none. */
export const nameColumn = ({ columns }: CatalogTable) => columns.find((column) => /(^|_)name$/.test(column))
