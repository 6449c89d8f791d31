import { createHash } from 'node:crypto'
import pg from 'pg'

/** Describes a table that holds rows, as the database describes it. */
export type BackupTable = {
  name: string
  columns: string[]
  partition: { of: string; bound: string } | null
  /** Tells whether row-level security binds even its owner. */
  forced: boolean
  /** Lists the columns that order its rows the same in every database. */
  key: string[]
  /** Lists the tables that its rows refer to by references which are checked at once. */
  needs: string[]
}

// Leaves out Kysely's own tables, which the migrations of a restore write; tables of an extension come with it.
const listing = `
  select c.relname::text as name, coalesce(c.relforcerowsecurity, false) as forced,
    case when c.relispartition then jsonb_build_object('of', p.relname, 'bound', pg_get_expr(c.relpartbound, c.oid)) end as partition,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns,
    array(select format('%I', a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
      from pg_index i, unnest(i.indkey) with ordinality k (attnum, place)
      join pg_attribute a on a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid
      order by place) as key,
    array(select distinct confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
      and not condeferrable)
      as needs
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'kysely\\_%'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname collate "C"`

/** Lists every table that holds rows, those that others refer to first; months of the history one by one. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(listing)
  return inOrder(rows)
}

// Orders tables by their references, for rows are checked while they are loaded.
function inOrder(tables: BackupTable[]): BackupTable[] {
  const ordered = new Set<BackupTable>()
  const visit = (table: BackupTable, above: BackupTable[]) => {
    if (ordered.has(table)) return
    if (above.includes(table)) throw new Error(`tables refer to each other in a circle: ${table.name}`)
    for (const need of tables.filter(({ name }) => table.needs.includes(name))) visit(need, [...above, table])
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}

export const nameOf = ({ name }: { name: string }) => `public.${pg.escapeIdentifier(name)}`

const quoted = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Reads a table's rows as text, in an order that does not depend on the database's language. */
export function copyOut({ name, columns, key }: BackupTable): string {
  // Leaves out the application's role, which belongs to one database server: a restored database makes its own.
  const only = name === 'meta' ? `where key <> 'role'` : ''
  const order = key.length > 0 ? key.join(', ') : 't::text collate "C"'
  return `copy (select ${quoted(columns)} from ${nameOf({ name })} t ${only} order by ${order}) to stdout`
}

export const copyIn = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>): string =>
  `copy ${nameOf({ name })} (${quoted(columns)}) from stdin`

/** Makes a transaction write the same text for the same value in every database, and wait as long as it takes. */
export const asText = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local search_path = public`

/** Counts and hashes rows as they pass. */
export function digestRows() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(chunk: Buffer) {
      hash.update(chunk)
      // Counts rows by line breaks, for one inside a value is written as \n.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}
