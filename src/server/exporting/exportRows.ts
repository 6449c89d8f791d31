import { type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod'
import { actions, type Right } from '#contract/access.ts'
import { metaOf } from '#contract/explain.ts'
import { valuesOfNames, type FieldList } from '#contract/fieldList.ts'
import { today, withDashes } from '#contract/values/day.ts'
import { hideNumbersIn } from '#contract/values/personalNumbers.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { Fault } from '#server/base/fault.ts'
import { intersectScopes, scopeOf } from '#server/call/scope.ts'
import { type WrittenCell, mostExported, type WorkbookColumn, writeWorkbook } from './workbook.ts'

/** Records a look at personal values: in which enterprise, at which table, and at how much of it. */
export type Recorder = (entNo: string, table: string, key: Record<string, unknown>) => Promise<unknown>

/** Describes whom an export lists and how: the columns in their order, sensitive values in clear or masked, by whom. */
export type Listing<Filter, Field extends string> = {
  filter: Filter
  columns: Field[]
  isClear: boolean
  byWhom: string
  record: Recorder
}

type Sheet<Field extends string> = {
  /** Names the module whose right 查看完整号码 lifts the masks. */
  module: string
  /** Names what is listed, for the sheet and the file. */
  noun: string
  /** Lists all columns in their order, with their names, and the width of those that are not narrow. */
  fields: readonly Field[]
  titles: Record<Field, string>
  widths: Partial<Record<Field, number>>
  /** Gives the address of the module whose `rows` fill the sheet. */
  source: string
}

type Asked<Filter, Field> = { filter: Filter; flds?: readonly Field[] | undefined; mask: string }

/**
 * Exports people that match a filter as a workbook: the columns asked for, masked unless the caller may see them and asks to.
 * Throws forbidden for values in clear without the right to them.
 */
export async function exportPeople<Filter extends { entNo: string }, Field extends string>(
  { filter, flds, mask }: Asked<Filter, Field>,
  { module, noun, fields, titles, widths, source }: Sheet<Field>,
  context: Context,
) {
  const { me } = context
  const isClear = mask === '0'
  const clear: Right = `${module}:${actions.clear}`
  if (isClear && !me.rights.has(clear)) throw new Fault('forbidden', '没有权限导出未脱敏的内容')
  const columns = fields.filter((field) => !flds || flds.includes(field))
  const columnOf = (field: Field): WorkbookColumn => ({ title: titles[field], width: widths[field] ?? 12 })
  const input: Omit<Listing<Filter, Field>, 'record'> = { filter, columns, isClear, byWhom: me.name }
  // Limits an export in clear to those for whom the caller holds the right to it.
  const within = isClear ? await clearReach(context, module, filter.entNo) : context.locals
  const path = await writeWorkbook(
    { ...context, locals: { ...context.locals, ...within } },
    { name: noun, columns: columns.map(columnOf), source, input },
  )
  return { path, name: `${noun} ${today()}.xlsx`, type: 'xlsx' }
}

/** Returns the scope in which a call shows values of a module in clear: where both the call and that right reach. */
export const clearReach = async (context: Context, module: string, entNo: string) =>
  intersectScopes(context.locals, await scopeOf(context, { access: [`${module}:${actions.clear}`] }, entNo))

/**
 * Reads the numbers (`no`) of all in a list, in order, but one more than may be exported: only once, for it may be an expensive
 * one.
 */
export async function readExportNumbers<D, T extends keyof D>(
  db: Db,
  list: SelectQueryBuilder<D, T, { no: string }>,
): Promise<string[]> {
  const { rows } = await sql<{ nos: string[] | null }>`
    select json_agg(no) as nos from (${list.orderBy('no').limit(mostExported + 1)}) found`.execute(db)
  return rows[0]?.nos ?? []
}

/** Makes cells as their fields say: labels of dictionaries, dates with dashes, all else as it is kept. A masked field needs its own. */
export async function plainCells<Field extends string>(db: Db, fields: FieldList, names: readonly Field[]) {
  const metas = valuesOfNames(names, (name) => metaOf(fields[name]?.row ?? z.unknown()))
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const { dictionary } of Object.values<z.GlobalMeta>(metas))
    if (dictionary) labels.set(dictionary, await readDictionaryLabels(db, dictionary))
  return valuesOfNames(names, (name) => (row: { readonly [Name in Field]?: string | null }): WrittenCell => {
    const { dictionary, date, masked } = metas[name]
    if (masked || !(name in row)) throw new Error(`${name} is masked or not read: it needs a cell of its own`)
    const value = row[name] ?? null
    if (dictionary) return labels.get(dictionary)?.get(value ?? '') ?? ''
    return date ? withDashes(value) : value
  })
}

const withoutNumbers = (cell: WrittenCell): WrittenCell => (typeof cell === 'string' ? hideNumbersIn(cell) : cell)

type Part<Row, Field extends string> = Pick<Listing<unknown, Field>, 'columns' | 'isClear' | 'byWhom' | 'record'> & {
  entNo: string
  table: string
  nos: string[]
  read: (nos: string[]) => Promise<Row[]>
  cells: Record<Field, (row: Row) => WrittenCell>
  /** Names the measure word of its rows. */
  measure?: string
}

const part = 400

/**
 * Yields the rows of an export, read in parts; records the look, and ends with a line on who took it where the enterprise wants
 * that. Throws tooLarge for too many rows.
 */
export async function* exportedRows<Row, Field extends string>(
  db: Db,
  listing: Part<Row, Field>,
): AsyncGenerator<WrittenCell[][]> {
  const { entNo, table, nos, columns, cells, isClear, byWhom, record, measure = '人' } = listing
  const count = nos.length
  if (count > mostExported) throw new Fault('tooLarge', `一次最多导出 ${mostExported} ${measure}，请用筛选分几次导出`)
  await record(entNo, table, { rows: count, columns: columns.join(','), clear: isClear })
  const watermark = await readParameter(db, entNo, 'WATERMARK')
  const read = (at: number) => (at < count ? listing.read(nos.slice(at, at + part)) : undefined)
  let next = read(0)
  for (let at = part; next; at += part) {
    const people = await next
    // Reads the next piece while one is written.
    next = read(at)
    // Ignores how it ends after the reader has stopped.
    next?.catch(() => {})
    const cellOf = (field: Field, row: Row) => (isClear ? cells[field](row) : withoutNumbers(cells[field](row)))
    yield people.map((row) => columns.map((field) => cellOf(field, row)))
  }
  if (watermark === '1') yield [[`${byWhom} 导出于 ${today()}，共 ${count} ${measure}${isClear ? '' : '，已脱敏'}`]]
}
