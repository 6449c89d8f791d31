import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { searchText } from '#server/base/search.ts'

/** A column, or what columns of the row `x` name in other rows. */
type Part = string | { of: readonly string[]; read: RawBuilder<string | null> }

/** What the words of a table's `search_text` are made of. */
type Made = { name: string; words: readonly Part[]; phone?: Part }

const fileName = sql<
  string | null
>`(select v.name from resver v where v.ent_no = x.ent_no and v.res_no = x.res_no and v.ver_no = x.ver_no)`
const phoneOfMan = sql<
  string | null
>`coalesce((select e.auth_tel from emp e where e.ent_no = x.ent_no and e.emp_no = x.emp_no), x.man_tel)`

/** Every table with a `search_text`: what those who write its rows give to `searchText`. */
export const madeOf: Readonly<Record<string, Made>> = {
  ent: { name: 'ent_name', words: ['ent_no', 'self_no'] },
  emp: { name: 'emp_name', words: ['emp_no', 'work_no'], phone: 'auth_tel' },
  empgrp: { name: 'grp_name', words: ['grp_no'] },
  stu: { name: 'stu_name', words: ['stu_no', 'stdy_no'], phone: 'auth_tel' },
  ptr: { name: 'ptr_name', words: ['ptr_no'], phone: 'auth_tel' },
  tmpl: { name: 'tmpl_name', words: ['tmpl_no'] },
  mtg: { name: 'mtg_name', words: ['mtg_no'] },
  mtgman: { name: 'man_name', words: [], phone: { of: ['emp_no', 'man_tel'], read: phoneOfMan } },
  vst: { name: 'vst_name', words: ['vst_no', 'work_unit', 'car_no'], phone: 'vst_tel' },
  res: { name: 'res_name', words: ['des', { of: ['ver_no'], read: fileName }] },
  act: { name: 'title', words: ['act_no', 'place'] },
}

const columnsIn = (part?: Part) => (typeof part === 'object' ? part.of : part ? [part] : [])

/** The columns of a table that its `search_text` is made of; none where it has none. */
export function searchTextColumns(table: string): readonly string[] {
  const made = madeOf[table]
  return made ? [made.name, ...made.words, made.phone].flatMap((part) => columnsIn(part)) : []
}

/** The `search_text` that rows of a table are to have, given as JSON and answered in their order. */
export async function searchTextOfRows(db: Db, table: string, rows: readonly string[]): Promise<string[]> {
  const made = madeOf[table]
  if (!made || rows.length === 0) return []
  const read = (part?: Part) =>
    typeof part === 'object' ? part.read : part ? sql<string | null>`${sql.ref(`x.${part}`)}` : sql<string | null>`null`
  const words = made.words.length > 0 ? sql`array[${sql.join(made.words.map(read))}]` : sql`'{}'::text[]`
  const { rows: found } = await sql<{ name: string; words: (string | null)[]; phone: string | null }>`
    select ${read(made.name)} as name, ${words} as words, ${read(made.phone)} as phone
    from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) with ordinality j (row, place)
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, j.row) x order by j.place`.execute(db)
  return found.map(({ name, words: others, phone }) => searchText(name, others, phone))
}
