import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { searchText } from '#server/base/search.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { allTables, tableOf } from '#server/database/tables.ts'

/** Names a column, or reads a text from other rows that columns of the row `x` name. */
type Part = string | { of: readonly string[]; read: RawBuilder<string | null> }

/** Lists what the `search_text` of a row is made of. */
type Parts = { name: string; words: readonly Part[]; phone?: Part }

const fileName = sql<
  string | null
>`(select v.name from resver v where v.ent_no = x.ent_no and v.res_no = x.res_no and v.ver_no = x.ver_no)`
const attendeePhone = sql<
  string | null
>`coalesce((select e.auth_tel from emp e where e.ent_no = x.ent_no and e.emp_no = x.emp_no), x.man_tel)`

// Tables whose text takes in what stands in other rows; those who write them give it to `searchText` themselves.
const joined: Readonly<Record<string, Parts>> = {
  mtgman: { name: 'man_name', words: [], phone: { of: ['emp_no', 'man_tel'], read: attendeePhone } },
  res: { name: 'res_name', words: ['des', { of: ['ver_no'], read: fileName }] },
}

/** Lists every table with a `search_text`. */
export const searchedTables = () => [
  ...Object.keys(joined),
  ...allTables().flatMap(({ search, table }) => (search ? [table] : [])),
]

function partsOf(table: string): Parts | undefined {
  const { name = '', search } = tableOf(table) ?? {}
  if (!search) return joined[table]
  const { phone, words } = search
  return { name: snakeOf(name), words: words.map(snakeOf), ...(phone && { phone: snakeOf(phone) }) }
}

const columnsIn = (part?: Part) => (typeof part === 'object' ? part.of : part ? [part] : [])

/** Lists the columns of a table that its `search_text` is made of; none where it has none. */
export function searchTextColumns(table: string): readonly string[] {
  const parts = partsOf(table)
  return parts ? [parts.name, ...parts.words, parts.phone].flatMap((part) => columnsIn(part)) : []
}

/** Makes the `search_text` that rows of a table are to have, given as JSON and answered in their order. */
export async function searchTextOfRows(db: Db, table: string, rows: readonly string[]): Promise<string[]> {
  const parts = partsOf(table)
  if (!parts || rows.length === 0) return []
  const read = (part?: Part) =>
    typeof part === 'object' ? part.read : part ? sql<string | null>`${sql.ref(`x.${part}`)}` : sql<string | null>`null`
  const words = parts.words.length > 0 ? sql`array[${sql.join(parts.words.map(read))}]` : sql`'{}'::text[]`
  const { rows: found } = await sql<{ name: string; words: (string | null)[]; phone: string | null }>`
    select ${read(parts.name)} as name, ${words} as words, ${read(parts.phone)} as phone
    from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) with ordinality j (row, place)
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, j.row) x order by j.place`.execute(db)
  return found.map(({ name, words: others, phone }) => searchText(name, others, phone))
}
