import { type RawBuilder, sql } from 'kysely'
import { nearestText } from '#server/base/editDistance.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'

const titles = ['省', '市', '区县', '乡镇']
/** Lists the fields of an address in a record, from the province down. */
export const addressFields: readonly string[] = ['prvn', 'city', 'dstr', 'chdDstr']

/**
 * Selects the code of the area that these names, from the province down, lead to; null where there is none, empty without names.
 */
export const codeAt = (names: readonly string[]): RawBuilder<string | null> =>
  names.reduce<RawBuilder<string | null>>(
    (above, name) =>
      sql`(select a.area_code from admn_area a where coalesce(a.prt_code, '') = ${above} and a.area_name = ${name})`,
    sql`''`,
  )

/**
 * Returns the area below these, named from the province down, that an unknown name most likely means; undefined where none is
 * like it.
 */
export async function areaMeant(db: Db, above: readonly string[], name: string): Promise<string | undefined> {
  const { rows } = await sql<{ areaName: string }>`select area_name from admn_area
    where coalesce(prt_code, '') = ${codeAt(above)} and not exists (select from admn_area where area_name = ${name})`.execute(db)
  return nearestText(
    name,
    rows.map(({ areaName }) => areaName),
  )
}

/**
 * Returns the code of the deepest area that an address names, null where it names none. Throws invalid for a name that is not
 * within the one above it, and one without the one above it. `fields` hold the names, from the province down.
 */
export async function areaCodeOf(
  db: Db,
  address: Record<string, unknown>,
  fields: readonly string[] = addressFields,
): Promise<string | null> {
  const names = fields.map((field) => (address[field] ? String(address[field]) : undefined))
  const depth = names.findLastIndex(Boolean) + 1
  const gap = names.slice(0, depth).indexOf(undefined)
  if (gap >= 0) throw invalidField(fields[gap] ?? '', `请先选择${titles[gap]}，再选择${titles[gap + 1]}`)
  const given = names.slice(0, depth).filter((name) => name !== undefined)
  if (given.length === 0) return null
  const codes = given.map((_, i) => codeAt(given.slice(0, i + 1)))
  const { rows } = await sql<{ codes: (string | null)[] }>`select array[${sql.join(codes)}]::text[] as codes`.execute(db)
  const found = rows[0]?.codes ?? []
  const at = found.indexOf(null)
  if (at === 0) throw invalidField(fields[0] ?? '', `没有“${given[0]}”这个省级行政区，请重新选择`)
  if (at > 0) throw invalidField(fields[at] ?? '', `“${given[at]}”不在“${given[at - 1]}”内，请重新选择${titles[at]}`)
  return found.at(-1) ?? null
}
