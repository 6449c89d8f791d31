import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import { explain } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import { checkCodes } from '#server/database/dictionary.ts'
import { Fault, faultOfDatabase } from '#server/base/fault.ts'
import { giveReason } from '#server/history/history.ts'
import { applyScope, scopeOf, requireDescendants } from '#server/call/scope.ts'
import { handlerOf, type Input } from '#server/call/serve.ts'
import { findNear, firstTime } from '#server/history/nearOperation.ts'
import { namesOne } from '#server/history/timeline.ts'
import { camelOf } from '#server/base/wireNames.ts'
import { tableOf } from '#server/database/tables.ts'
import type { history } from '#contract/shell/history.contract.ts'
import { type Row, wireOf, writtenAs } from './history.undoable.ts'
import { labelsBy, openRecord, recordOf, withReach } from './history.record.ts'

type Then = Pick<Input<typeof history.getthen>, 'kind' | 'no' | 'entNo' | 'op' | 'side'>

/** Reads a record as it was before or after an operation, beside its present state. */
export async function readThen(asked: Then, context: Context) {
  const { own, describer, mayRestore, column } = await openRecord(asked, context)
  const parts = []
  let at = ''
  for (const table of own) {
    const found = await stateOf(table, column, asked, context)
    at = found.at
    const { was } = found
    if (!was) continue
    const key = { ent_no: asked.entNo, [column]: asked.no }
    const fields = await describer.compare({ tbl: table, key, before: was, after: found.now })
    parts.push({
      tbl: table,
      what: await describer.what({ tbl: table, key, before: was, after: found.now }),
      ver: found.now ? Number(found.now.ver) : null,
      fields: fields.map((one) => ({
        ...one,
        backFlag: one.diffFlag === '1' && mayRestore(table, one.field, was) ? ('1' as const) : ('0' as const),
      })),
    })
  }
  return { at, parts }
}

/** Gives fields of a record former values, by the very call that changes the record: its rules hold, and it can be taken back. */
export async function restoreFields({ tbl, flds, ver, ...asked }: Input<typeof history.restore>, context: Context) {
  const { db, me, services } = context
  const record = recordOf(asked.kind)
  const change = tableOf(tbl)?.history?.change
  if (!record?.own.includes(tbl) || !change) throw new Fault('notFound')
  if (!permits(me, change.access)) throw new Fault('forbidden')
  if (asked.entNo !== me.entNo) await requireDescendants(context, change, [asked.entNo])
  const within = await scopeOf(context, change, asked.entNo)
  const { column, mayRestore, sight } = await openRecord(asked, context)
  const { was: found, now, at } = await stateOf(tbl, column, asked, context)
  if (!found) throw new Fault('notFound', '那时还没有这条记录')
  if (!flds.every((field) => mayRestore(tbl, field, found))) throw new Fault('invalid', '有的字段不能恢复，请刷新')
  // Keeps the present labels that the caller does not see.
  const was = found.wts ? { ...found, wts: labelsBy(sight)(String(found.wts), now ?? found) || null } : found
  const key = camelOf(column)
  const input = {
    ...(key in change.input.shape && key !== 'entNo' ? { [key]: asked.no } : {}),
    ...('ver' in change.input.shape && ver ? { ver } : {}),
    ...Object.fromEntries(
      flds.map((field) => {
        const name = writtenAs(tbl, field)
        return [name, wireOf(change.input.shape[name], field, was, services.secret)]
      }),
    ),
  }
  const parsed = change.input.safeParse(input, { reportInput: true })
  if (!parsed.success) {
    const errors = explain(change.input, parsed.error)
    throw new Fault('invalid', `不能恢复：${errors.map(({ message }) => message).join('；')}`, { errors })
  }
  await applyScope(db, within)
  await checkCodes(change.input, parsed.data, db, asked.entNo)
  // Records it as a change of the record: an undo asks for the same right.
  await sql`select set_config('app.call', ${change.path}, true)`.execute(db)
  const minute = at.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3 $4:$5')
  await giveReason(db, `恢复为 ${minute} ${asked.side === 'before' ? '改动之前' : ''}的内容`)
  await handlerOf(change)({ ...parsed.data, entNo: asked.entNo }, withReach(context, within)).catch((error: unknown) => {
    throw faultOfDatabase(error, change, parsed.data) ?? error
  })
}

/** Reads one row of a record as it was before or after an operation, and as it is now; with the time of the operation. */
async function stateOf(table: string, column: string, { no, entNo, op, side }: Then, { db }: Context) {
  const key = JSON.stringify({ ent_no: entNo, [column]: no })
  const rows = await findNear(op, async (near) => {
    const { rows: found } = await sql<{ at: string; ms: number; was: Row | null; now: Row | null }>`
      with turn as (
        select min(id) as first, max(id) as last, min(at) as at, ${firstTime} as ms from history h
        where ent_no = ${entNo} and op = ${op}::uuid and ${near} and ${namesOne(column, [no])}
      ), live as (select to_jsonb(t) as row from ${sql.table(table)} t where ent_no = ${entNo} and ${sql.ref(column)} = ${no}),
      next as (
        select h.before, h.act from history h, turn where h.ent_no = ${entNo} and h.tbl = ${table} and h.key = ${key}::jsonb
          and h.act <> 'read' and case when ${side} = 'before' then h.id >= turn.first else h.id > turn.last end
        order by h.id limit 1
      ) select turn.at, turn.ms, (select row from live) as now,
        case when exists (select from next) then (select before from next) else (select row from live) end as was
      from turn where turn.at is not null`.execute(db)
    return found
  })
  const [found] = rows
  if (!found) throw new Fault('notFound')
  return found
}
