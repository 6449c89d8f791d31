import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Column } from '#contract/form/column.ts'
import { parseSearchedValues, searchModeOf, type SearchedValues } from '#contract/form/searchedValues.ts'
import { Fault } from '#server/base/fault.ts'
import { likeOf } from '#server/base/search.ts'

/** Describes the values searched for in one form, with the columns they are searched in. */
export type FormSearch = { columns: Column[]; searched: SearchedValues }

/** Parses the search of a list for a form. Throws invalid for values that its columns cannot be searched by. */
export function formSearch(columns: readonly Column[], text: string): FormSearch {
  const searched = parseSearchedValues(text) ?? {}
  const used = columns.filter((column) => column.clmnNo in searched && searchModeOf(column))
  if (used.length < Object.keys(searched).length) throw new Fault('invalid', '表单已修改，有的字段不能再查询，请刷新后重选')
  return { columns: used, searched }
}

/** Tests whether the values of a row (`vals`, jsonb) match the search. */
export function matchesSearch({ columns, searched }: FormSearch, vals: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const conditions = columns.map((column) => {
    const { clmnNo } = column
    const text = searched[clmnNo] ?? ''
    const held = sql`${vals} ->> ${clmnNo}::text`
    const inside = sql`${vals} -> ${clmnNo}::text`
    if (searchModeOf(column) === 'text') return sql<SqlBool>`lower(${held}) like ${likeOf(text)}`
    if (searchModeOf(column) === 'choice') return sql<SqlBool>`${inside} @> to_jsonb(${text}::text)`
    if (column.kitNo === 'days' || column.kitNo === 'times')
      return sql<SqlBool>`${text} between left(${inside} ->> 'sDt', 8) and left(${inside} ->> 'eDt', 8)`
    return sql<SqlBool>`left(${held}, 8) = ${text}`
  })
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}
