import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { seenLabels } from '#domain/students/stu.labels.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { rightsIn, type LabelVisibility, labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import { applyScope, scopeOf, requireDescendants } from '#server/call/scope.ts'
import { handlerOf, type Input } from '#server/call/serve.ts'
import { changeDescriber } from '#server/history/describeChanges.ts'
import { camelOf, snakeOf } from '#server/base/wireNames.ts'
import { requireRow } from '#server/database/rows.ts'
import { tableOf } from '#server/database/tables.ts'
import type { history } from '#contract/shell/history.contract.ts'
import { undoableFields, type Row } from './history.undoable.ts'
import type { Scope } from '#server/call/scope.types.ts'

type Asked = Pick<Input<typeof history.gettimeline>, 'kind' | 'no' | 'entNo'>

/**
 * Opens a record for its history: whoever may read the record by its own call may read its changes, as far as the rights reach
 * that open its archive and links. Throws notFound for others.
 */
export async function openRecord({ kind, no, entNo }: Asked, context: Context) {
  const { db, me, services } = context
  const record = recordOf(kind)
  if (!record || (kind === 'ent' && no !== entNo)) throw new Fault('notFound')
  const { column, own, links, see } = record
  if (!permits(me, see.access)) throw new Fault('forbidden')
  if (entNo !== me.entNo) await requireDescendants(context, see, [entNo])
  const within = await scopeOf(context, see, entNo)
  const reaches = new Map<string, Scope>()
  for (const table of [...own, ...links]) {
    const reach = table !== kind && permits(me, seeOf(table).access) && (await withinOf(seeOf(table), entNo, context))
    if (reach) reaches.set(table, reach)
  }
  const sight = await labelVisibilityOf(context, entNo)
  await applyScope(db, within)
  await requireSeen(record, { table: kind, column, no, entNo }, withReach(context, within))
  const tables = [kind]
  for (const [table, reach] of reaches)
    if (await isReached(context, { table: kind, column, no, entNo }, reach)) tables.push(table)
  await applyScope(db, within)
  const describer = await changeDescriber({
    db,
    entNo,
    secret: services.secret,
    fieldsOf: (table) => tableOf(table)?.history?.fields ?? {},
    record: { table: kind, column },
    seenLabels: labelsBy(sight),
    isLimited: isScopeLimited(within),
  })
  const seen = own.filter((table) => tables.includes(table))
  const now = await rowsNow(context, column, { no, entNo, tables: seen })
  return { column, own: seen, tables, describer, sight, mayRestore: undoableFields(context, seen, { entNo, now }) }
}

type At = { table: string; column: string; no: string; entNo: string }

// Checks the right that opens an archive, which may reach other classes than the right that opens the person.
async function isReached(context: Context, at: At, reach: Scope): Promise<boolean> {
  if (!isScopeLimited(reach)) return true
  await applyScope(context.db, reach)
  return isThere(context, at)
}

async function isThere({ db }: Context, { table, column, no, entNo }: At): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ent_no = ${entNo} and ${sql.ref(column)} = ${no}`.execute(db)
  return rows.length > 0
}

async function rowsNow({ db }: Context, column: string, { no, entNo, tables }: { no: string; entNo: string; tables: string[] }) {
  const each = tables.map(
    (table) => sql`select ${table} as tbl, to_jsonb(t) as row from ${sql.table(table)} t
      where ent_no = ${entNo} and ${sql.ref(column)} = ${no}`,
  )
  const { rows } = await sql<{ tbl: string; row: Row }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ tbl, row }) => [tbl, row]))
}

const seeOf = (table: string): Call => requireRow(tableOf(table)?.history).see

/** Describes a record: the column that numbers it, the call that reads one, its own tables, and those that link it. */
type OpenedRecord = { column: string; see: Call; seenBy?: string | undefined; own: readonly string[]; links: readonly string[] }

/** Finds the kind of record that a table holds; undefined where people open none of its rows. */
export function recordOf(table: string): OpenedRecord | undefined {
  const { key, history } = tableOf(table) ?? {}
  if (!key || !history?.record) return undefined
  const { see = history.see, seenBy, own = [table], links = [] } = history.record
  return { column: snakeOf(key), see, seenBy, own, links }
}

export const isScopeLimited = ({ orgs, units }: Scope) => Boolean(orgs || units)

/**
 * Returns what the caller reaches by a call in an enterprise; undefined where the roles behind it do not reach that enterprise.
 */
export async function withinOf(see: Call, entNo: string, context: Context): Promise<Scope | undefined> {
  if (entNo === context.me.entNo) return scopeOf(context, see, entNo)
  return requireDescendants(context, see, [entNo]).then(
    () => ({}),
    (error: unknown) => {
      if (error instanceof Fault) return undefined
      throw error
    },
  )
}

/** Returns the labels of a student that are visible in the class that the row names. */
export const labelsBy = (sight: LabelVisibility) => (wts: string, row: Record<string, unknown>) =>
  seenLabels(rightsIn(sight, String(row.unit_no ?? '')), wts).join(',')

/** Returns the context for another call's handler, in this transaction. */
export const withReach = (context: Context, within: Scope): Context => ({ ...context, locals: { ...context.locals, ...within } })

// Asks the call that reads one record, which knows best who may; where there is only a list of them, the third lock does.
async function requireSeen({ see, seenBy }: OpenedRecord, at: At, context: Context) {
  const { column, no, entNo } = at
  const key = camelOf(column)
  if (key in see.input.shape) {
    const shown = await handlerOf(see)({ ...see.input.parse({ [key]: no }), entNo }, context)
    if (seenBy && (shown as Record<string, unknown>)[seenBy] !== '1') throw new Fault('notFound')
    return
  }
  if (!(await isThere(context, at))) throw new Fault('notFound')
}
