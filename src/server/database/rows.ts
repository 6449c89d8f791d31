import { type Expression, type SelectQueryBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import type { Db } from './database.ts'
import { Fault } from '#server/base/fault.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import type { DB } from './schema.ts'

type Table = keyof DB & string
type Row<T extends Table> = Selectable<DB[T]>
// Requires the enterprise in the key of a row that belongs to one.
export type Key<T extends Table> = Row<T> extends { entNo: string } ? Partial<Row<T>> & { entNo: string } : Partial<Row<T>>

/** Returns the columns that a contract names, to select exactly them. */
export const contractColumns = <Shape extends z.core.$ZodShape>(contract: z.ZodObject<Shape>) =>
  Object.keys(contract.shape) as (keyof Shape & string)[]

export type PageInput = { pageIndex: number; pageSize: number }

// Sets the offset up to which keys are skipped from the beginning; beyond it, from the nearer end of the list, which needs the count.
const shallow = 500

/**
 * Reads one page of a list and its exact count. `list` has no order yet: it is sorted by `order` (`-` before a column: falling),
 * whose last column tells its rows apart. `counted`: the number of rows, where it is known without counting them.
 */
export async function pageOf<D, T extends keyof D, Row>(
  list: SelectQueryBuilder<D, T, Row>,
  order: readonly string[],
  { pageIndex, pageSize }: PageInput,
  counted?: Promise<number>,
) {
  const offset = (pageIndex - 1) * pageSize
  const counting = counted ?? countOf(list)
  const rows =
    offset === 0
      ? inOrder(list, order).limit(pageSize).execute()
      : offset <= shallow
        ? rowsAt(list, order, { length: pageSize, offset }).execute()
        : deepRows(list, order, { pageSize, offset, count: await counting })
  const [datas, recordCount] = await Promise.all([rows, counting])
  return { datas, recordCount, pageCount: Math.ceil(recordCount / pageSize), pageSize, pageIndex }
}

/** Returns one page of a list of keys alone, which cost so little that those before the page are passed over one by one. */
export async function keyPageOf<D, T extends keyof D, Row>(
  list: SelectQueryBuilder<D, T, Row>,
  order: readonly string[],
  { pageIndex, pageSize }: PageInput,
) {
  const rows = inOrder(list, order)
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute()
  const [datas, recordCount] = await Promise.all([rows, countOf(list)])
  return { datas, recordCount, pageCount: Math.ceil(recordCount / pageSize), pageSize, pageIndex }
}

/** Returns one page of rows that are all there, in their order. */
export const pageAmong = <Row>(rows: readonly Row[], { pageIndex, pageSize }: PageInput) => ({
  datas: rows.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
  recordCount: rows.length,
  pageCount: Math.ceil(rows.length / pageSize),
  pageSize,
  pageIndex,
})

const countOf = <D, T extends keyof D, Row>(list: SelectQueryBuilder<D, T, Row>): Promise<number> =>
  list
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('recordCount'))
    .execute()
    .then(([counted]) => Number((counted as { recordCount: number }).recordCount))

function inOrder<D, T extends keyof D, Row>(list: SelectQueryBuilder<D, T, Row>, order: readonly string[], turned = false) {
  return order.reduce(
    (ordered, name) => ordered.orderBy(sql.ref(columnOf(name)), name.startsWith('-') === turned ? 'asc' : 'desc'),
    list,
  )
}

const columnOf = (ordered: string) => ordered.replace(/^-/, '')

const keyOf = (order: readonly string[]) => sql.ref(columnOf(order.at(-1) as string))

// Skips keys alone, for the other columns would be made for each skipped row too; `fromEnd` reads the same rows from the other end.
function rowsAt<D, T extends keyof D, Row>(
  list: SelectQueryBuilder<D, T, Row>,
  order: readonly string[],
  { length, offset, fromEnd = false }: { length: number; offset: number; fromEnd?: boolean },
) {
  const keys = inOrder(list.clearSelect().select(keyOf(order).as('no')), order, fromEnd)
  return inOrder(list.where(keyOf(order), 'in', keys.limit(length).offset(offset)), order)
}

async function deepRows<D, T extends keyof D, Row>(
  list: SelectQueryBuilder<D, T, Row>,
  order: readonly string[],
  { pageSize, offset, count }: { pageSize: number; offset: number; count: number },
) {
  const length = Math.min(pageSize, count - offset)
  if (length <= 0) return []
  const after = count - offset - length
  const isNearEnd = after < offset
  return rowsAt(list, order, { length, offset: isNearEnd ? after : offset, fromEnd: isNearEnd }).execute()
}

/** Returns the row. Throws notFound where there is none within reach. */
export function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Fault('notFound')
  return row
}

/**
 * Changes one live record and answers `wanted` of it. With `ver` it must still be at that version:
 * otherwise the fault `conflict` carries the record as it is now.
 */
// oxlint-disable-next-line max-params -- every change of one row goes through it, in the order of a statement
export async function updateRow<T extends Table, C extends keyof Row<T> & string>(
  db: Db,
  table: T,
  key: Key<T>,
  { ver, ...changes }: { ver?: number | undefined } & Record<string, unknown>,
  wanted: readonly C[],
): Promise<Pick<Row<T>, C>> {
  const at = sql.join(
    [sql`stt <> ${Status.deleted}`, ...Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)],
    sql` and `,
  )
  const assigned = Object.entries(changes).filter(([, value]) => value !== undefined)
  // Raises the version also without changes: a part of the record changed.
  const set = assigned.length > 0 ? assigned.map(([name, value]) => sql`${sql.ref(name)} = ${value}`) : [sql`ver = ver`]
  const guard = ver === undefined ? sql`` : sql` and ver = ${ver}`
  const names = wanted.length > 0 ? sql.join(wanted.map((name) => sql.ref(name))) : sql`ver`
  const updated = await sql<
    Pick<Row<T>, C>
  >`update ${sql.table(table)} set ${sql.join(set)} where ${at}${guard} returning ${names}`.execute(db)
  if (updated.rows[0]) return updated.rows[0]
  const { rows } = await sql<Pick<Row<T>, C>>`select ${names} from ${sql.table(table)} where ${at}`.execute(db)
  throw rows[0] ? new Fault('conflict', undefined, rows[0]) : new Fault('notFound')
}

/** Deletes a live record: it stays with state 0 and frees its unique values. */
export async function softDelete<T extends Table>(db: Db, table: T, key: Key<T>, ver?: number) {
  await updateRow(db, table, key, { ver, stt: Status.deleted }, [] as never[])
  return null
}

/** Inserts many rows in one statement; keys are wire names, every row has the same ones. */
export async function insertMany<T extends Table>(db: Db, table: T, rows: Record<string, unknown>[]) {
  const [first] = rows
  if (!first) return
  const names = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::jsonb)`.execute(
    db,
  )
}

const jsonOf = (rows: Record<string, unknown>[]) =>
  JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeOf(name), value]))))

/** Returns the values of a form that are not undefined. */
export const definedOnly = <T extends object>(facts: T) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>

/**
 * Changes many rows of an enterprise in one statement, each in the columns that it names beside its key. Throws conflict where
 * one is missing.
 */
// oxlint-disable-next-line max-params -- a statement in the order of its words, as the other writes are called
export async function updateMany<T extends Table>(db: Db, table: T, entNo: string, key: string, rows: Record<string, unknown>[]) {
  if (rows.length === 0) return
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== key)
  const set = names.map((name) => {
    const column = sql.ref(name)
    return sql`${column} = case when j ? ${snakeOf(name)} then k.${column} else t.${column} end`
  })
  // Raises the version also without changes: a part of the record changed.
  if (set.length === 0) set.push(sql`ver = t.ver`)
  const { numAffectedRows } = await sql`update ${sql.table(table)} t set ${sql.join(set)}
    from jsonb_array_elements(${jsonOf(rows)}::jsonb) j, jsonb_populate_record(null::${sql.table(table)}, j) k
    where t.ent_no = ${entNo} and t.${sql.ref(key)} = k.${sql.ref(key)}`.execute(db)
  if (numAffectedRows !== BigInt(rows.length)) throw new Fault('conflict')
}

/**
 * Orders all siblings (those live rows that the condition names). Throws changedOrder for a list that is no longer the whole of
 * them.
 */
export async function setOrder<T extends Table, K extends string>(
  db: Db,
  table: T,
  {
    keyName,
    siblings,
    orders,
  }: { keyName: K; siblings: Expression<SqlBool>; orders: readonly ({ [Name in K]: string } & { showOrd: number })[] },
) {
  const nos = orders.map((order) => order[keyName])
  const places = orders.map(({ showOrd }) => showOrd)
  const key = sql.ref(keyName)
  const { rows } = await sql<{ no: string }>`select ${key} as no from ${sql.table(table)} where ${siblings} for update`.execute(
    db,
  )
  const known = new Set(rows.map(({ no }) => no))
  if (known.size !== nos.length || new Set(nos).size !== nos.length || nos.some((no) => !known.has(no)))
    throw new Fault('changedOrder')
  await sql`update ${sql.table(table)} t set show_ord = w.place from unnest(${nos}::text[], ${places}::int[]) w (no, place)
    where t.${key} = w.no and ${siblings} and t.show_ord is distinct from w.place`.execute(db)
  return null
}

/** Reads the number of a row that the database counts; -1, which nothing has, for what is no number. */
export const countedNo = (no: string) => (/^\d{1,15}$/.test(no) ? Number(no) : -1)
