import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Column } from '#contract/form/column.ts'
import { readSought, seekingOf, type Sought } from '#contract/form/sought.ts'
import { Fault } from '#server/base/fault.ts'
import { likeOf } from '#server/base/search.ts'

/** Describes the values searched for in one form, with the columns they are searched in. */
export type FormSearch = { columns: Column[]; sought: Sought }

/** Parses the search of a list for a form. Throws invalid for values that its columns cannot be searched by. */
export function formSearch(columns: readonly Column[], text: string): FormSearch {
  const sought = readSought(text) ?? {}
  const used = columns.filter((column) => column.clmnNo in sought && seekingOf(column))
  if (used.length < Object.keys(sought).length) throw new Fault('invalid', '表单已修改，有的字段不能再查询，请刷新后重选')
  return { columns: used, sought }
}

/** Tests whether the values of a row (`vals`, jsonb) match the search. */
export function holdsSought({ columns, sought }: FormSearch, vals: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const conditions = columns.map((column) => {
    const { clmnNo } = column
    const text = sought[clmnNo] ?? ''
    const held = sql`${vals} ->> ${clmnNo}::text`
    const inside = sql`${vals} -> ${clmnNo}::text`
    if (seekingOf(column) === 'text') return sql<SqlBool>`lower(${held}) like ${likeOf(text)}`
    if (seekingOf(column) === 'choice') return sql<SqlBool>`${inside} @> to_jsonb(${text}::text)`
    if (column.kitNo === 'days') return sql<SqlBool>`${text} between ${inside} ->> 'sDt' and ${inside} ->> 'eDt'`
    return sql<SqlBool>`left(${held}, 8) = ${text}`
  })
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}
