import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { VisitState } from './visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { requireOwn } from '#server/call/scope.ts'

/** Selects the present state of the visit `v`. */
export const visitState = sql<string>`case when v.stt in ('1', '2') and v.plan_e_dt <= now() then '6' else v.stt end`

/**
 * Returns whose visits a caller reaches: of everybody (undefined) with a role over the whole enterprise that sets visits,
 * otherwise those to themselves.
 */
export function hostWithin({ me }: Pick<Context, 'me'>, entNo: string): string | undefined {
  requireOwn({ me }, entNo)
  return me.rights.reachOf(permissions('vst').set).whole ? undefined : me.idntVal
}

/** Tests whether the visit `v` is one of these. */
export const isToHost = (hostNo: string | undefined) =>
  hostNo === undefined ? sql<SqlBool>`true` : sql<SqlBool>`v.to_emp_no = ${hostNo}`

const { waiting, agreed, refused, inside, left, cancelled } = VisitState

/** Maps each action on a visit to the states it starts from, and the one it leads to. */
const visitMoves = {
  pass: { from: [waiting], to: agreed, said: '同意' },
  reject: { from: [waiting], to: refused, said: '拒绝' },
  arrive: { from: [agreed], to: inside, said: '登记到访' },
  leave: { from: [inside], to: left, said: '登记离开' },
  cancel: { from: [waiting, agreed], to: cancelled, said: '取消' },
} as const
export type VisitMove = keyof typeof visitMoves

type Which = { entNo: string; vstNo: string; hostNo?: string | undefined }

/**
 * Brings a visit into its next state. Throws notFound where there is none, invalid where its state refuses that; of two calls at
 * the same moment one succeeds.
 */
export async function moveVisit(db: Db, which: Which, move: VisitMove, changes: Record<string, unknown> = {}) {
  const { from, to, said } = visitMoves[move]
  const more = move === 'pass' ? { passNo: await newPassNo(db, which.entNo) } : changes
  const set = Object.entries({ ...more, stt: to }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const isThis = sql`v.ent_no = ${which.entNo} and v.vst_no = ${which.vstNo} and v.stt <> ${VisitState.deleted} and ${isToHost(which.hostNo)}`
  const isInTime = move === 'leave' ? sql`true` : sql`v.plan_e_dt > now()`
  const isTheDay = move === 'arrive' ? sql`v.plan_s_dt < current_date + 1` : sql`true`
  const moved = await sql`update vst v set ${sql.join(set)}
    where ${isThis} and v.stt = any(${from}) and ${isInTime} and ${isTheDay} returning v.vst_no`.execute(db)
  if (moved.rows.length > 0) return
  const { rows } = await sql<{ stt: string; sttName: string }>`
    select ${visitState} as stt, ${dictionaryLabel('VST_STT', visitState)} as stt_name from vst v where ${isThis}`.execute(db)
  const { stt, sttName } = requireRow(rows[0])
  if ((from as readonly string[]).includes(stt)) throw new Fault('invalid', '预约的日子还没有到，不能登记到访')
  throw new Fault('invalid', `这次来访${sttName}，不能${said}`)
}

/** Returns six digits to show at the gate, which no other visit has that was agreed to or is inside. */
export async function newPassNo(db: Db, entNo: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext(${`visits ${entNo}`}))`.execute(db)
  const drawn = Array.from({ length: 20 }, () => String(randomInt(1_000_000)).padStart(6, '0'))
  const { rows } = await sql<{ passNo: string }>`select no as pass_no from unnest(${drawn}::text[]) no
    where not exists (select from vst v where v.ent_no = ${entNo} and v.pass_no = no and v.stt in ('2', '4')) limit 1`.execute(db)
  return requireRow(rows[0]).passNo
}

/** Selects whether the entry code of the visit `v` still opens the gate, or is that of somebody inside. */
export const isAwaited = sql<SqlBool>`v.stt in ('2', '4') and (v.stt = '4' or v.plan_e_dt > now())`
