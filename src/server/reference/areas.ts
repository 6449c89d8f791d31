import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'

/** Names the table of areas that the product ships (docs/spec/dictionaries.md#areas); a newer one gets another name here. */
const areaVersion = '2023-06-30'

// Leaves out province 98, invented by the demo: no issue of the table has it.
const shippedOnly = sql<boolean>`area_code not like '98%'`

/** Loads the shipped areas where those of another issue are there. */
export async function loadAreas(db: Db) {
  const known = await db.selectFrom('meta').select('val').where('key', '=', 'areas').executeTakeFirst()
  if (known?.val === areaVersion) return
  await sql`delete from admn_area where ${shippedOnly}`.execute(db)
  await insertAreas(db, 'admn_area')
  await sql`insert into meta values ('areas', ${areaVersion}) on conflict (key) do update set val = excluded.val`.execute(db)
}

/** Puts the areas of a file under db/reference into the table. */
export async function insertAreas(db: Db, file: string) {
  const path = join(import.meta.dirname, '../../../db/reference', `${file}.tsv`)
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const rows = lines.map((line) => line.split('\t'))
  const column = (at: number) => rows.map((row) => row[at] ?? '')
  await sql`insert into admn_area (area_code, area_name, lvl, prt_code, show_ord)
    select code, name, lvl, nullif(parent, ''), place + (select coalesce(max(show_ord), 0) from admn_area)
    from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::int[], ${column(3)}::text[])
      with ordinality w (code, name, lvl, parent, place)`.execute(db)
}
