import { sql } from 'kysely'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import {
  type ActivityAction,
  fillPlaces,
  type LockedActivity,
  lockActivity,
  isPublished,
  runsActivity,
} from '#domain/activities/activities.ts'
import { tellMovedUp } from '#domain/messages/enrolmentMessages.ts'
import type { Context } from '#server/call/context.ts'
import { codeOfEnrolment, openEnrolmentCode } from '#domain/activities/enrolmentCode.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { participantName, ownEnrolments } from '#domain/activities/enrolments.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { reg } from './reg.contract.ts'

type Several = { entNo: string; regNos: readonly string[] }
const { reviewing, taken, waiting, refused, cancelled } = EnrolState

/** Locks the activities of enrolments, in the order of their numbers. Throws for those that the caller does not run. */
async function holdAll(context: Context, { entNo, regNos }: Several, action: ActivityAction) {
  const { rows } = await sql<{ actNo: string; regNos: string[] }>`select act_no, array_agg(reg_no) as reg_nos from reg
    where ent_no = ${entNo} and reg_no = any(${regNos}) and stt <> '0' group by act_no order by act_no`.execute(context.db)
  if (rows.flatMap((row) => row.regNos).length < regNos.length) throw new Fault('notFound')
  const held: (LockedActivity & { regNos: string[] })[] = []
  for (const row of rows)
    held.push({
      ...(await lockActivity(context, { entNo, actNo: row.actNo }, action, runsActivity(context))),
      regNos: row.regNos,
    })
  return held
}

/** Changes enrolments that are in one of these states; all of them, or none. */
async function changeAll(
  { db }: Context,
  { entNo, regNos }: Several,
  { from, to, told }: { from: readonly string[]; to: Record<string, unknown>; told: string },
) {
  const set = sql.join(Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  const { numAffectedRows } = await sql`update reg set ${set}
    where ent_no = ${entNo} and reg_no = any(${regNos}) and stt = any(${from})`.execute(db)
  if (numAffectedRows !== BigInt(regNos.length)) throw new Fault('invalid', told)
}

/** Agrees to enrolments that wait for it. */
export async function approveEnrolments(context: Context, of: Several) {
  await holdAll(context, of, 'review')
  await changeAll(context, of, { from: [reviewing], to: { stt: taken }, told: '有的报名已审核或已取消，请刷新后再审' })
}

/** Refuses enrolments; the places go to those who wait. */
export async function rejectEnrolments(context: Context, { answer, ...of }: Several & { answer: string }) {
  const held = await holdAll(context, of, 'review')
  await changeAll(context, of, {
    from: [reviewing, taken, waiting],
    to: { stt: refused, answer },
    told: '有的报名已驳回或已取消，请刷新后再审',
  })
  for (const { actNo, ...facts } of held)
    await tellMovedUp(context, of.entNo, await fillPlaces(context, { entNo: of.entNo, actNo }, facts))
}

/** Gives free places to these who wait, before their turn. Throws invalid where none is free. */
export async function givePlaces(context: Context, of: Several) {
  const held = await holdAll(context, of, 'review')
  for (const { quota, auditFlag, regNos } of held) {
    await changeAll(
      context,
      { entNo: of.entNo, regNos },
      { from: [waiting], to: { stt: auditFlag === '1' ? reviewing : taken }, told: '有的已不在候补，请刷新' },
    )
    const { rows } = await sql`select from reg r join actseat t using (ent_no, act_no, seat_no)
      where r.ent_no = ${of.entNo} and r.reg_no = any(${regNos}) and t.take_cnt > ${quota} limit 1`.execute(context.db)
    if (rows.length > 0) throw new Fault('invalid', '没有空的名额，请先增加名额或驳回别的报名')
    await tellMovedUp(context, of.entNo, regNos)
  }
}

/**
 * Cancels an enrolment of the caller's own, until enrolment closes; the place goes to the next in the queue. Throws notFound
 * where there is none, invalid after a work was submitted.
 */
export async function cancelEnrolment(context: Context, { entNo, regNo }: Input<typeof reg.cancel>) {
  requireOwn(context, entNo)
  const { db } = context
  const isOwn = await ownEnrolments(context, entNo)
  const { rows } = await sql<{ actNo: string }>`select r.act_no from reg r where r.ent_no = ${entNo} and r.reg_no = ${regNo}
    and r.stt <> '0' and ${isOwn}`.execute(db)
  const { actNo } = requireRow(rows[0])
  const held = await lockActivity(context, { entNo, actNo }, 'leave', isPublished)
  const { rows: works } = await sql`select from wrk where ent_no = ${entNo} and reg_no = ${regNo} and stt <> '0' limit 1`.execute(
    db,
  )
  if (works.length > 0) throw new Fault('invalid', '已交过作品，请先删除作品再取消报名')
  await changeAll(
    context,
    { entNo, regNos: [regNo] },
    { from: [reviewing, taken, waiting], to: { stt: cancelled }, told: '报名已取消或已被驳回' },
  )
  await tellMovedUp(context, entNo, await fillPlaces(context, { entNo, actNo }, held))
}

/** Returns the code of an enrolment of the caller's, while it has a place. Throws notFound otherwise. */
export async function readEnrolmentCode(context: Context, { entNo, regNo }: Input<typeof reg.getcode>) {
  const isOwn = await ownEnrolments(context, entNo)
  const { rows } = await sql`select from reg r where r.ent_no = ${entNo} and r.reg_no = ${regNo} and r.stt = ${taken}
    and ${isOwn}`.execute(context.db)
  requireRow(rows[0])
  return { token: codeOfEnrolment(context.services.secret, { entNo, regNo }) }
}

type Signed = { name: string; title: string; signTm: string | null; wasSigned: boolean; stt: string }

/** Records attendance, by the shown code or by hand. Throws invalid without either, and for those without a place. */
export async function setSign(context: Context, { entNo, regNos, token, signFlag }: Input<typeof reg.setsign>) {
  const { db, services } = context
  if (!regNos === !token) throw new Fault('invalid', '请扫描签到码，或在列表里选择报名')
  const nos = regNos ?? [openEnrolmentCode(services.secret, entNo, token as string)]
  await holdAll(context, { entNo, regNos: nos }, 'sign')
  return withoutScope(context, async () => {
    const { rows } = await sql<Signed>`select ${participantName} as name, a.title, r.stt, r.sign_tm is not null as was_signed
      from reg r join act a using (ent_no, act_no) where r.ent_no = ${entNo} and r.reg_no = any(${nos})`.execute(db)
    const absent = rows.find(({ stt }) => stt !== taken)
    if (absent) throw new Fault('invalid', `${absent.name}没有报上名，不能签到`)
    await sql`update reg set sign_tm = ${signFlag === '1' ? sql`coalesce(sign_tm, now())` : null}
      where ent_no = ${entNo} and reg_no = any(${nos}) and (sign_tm is null) = ${signFlag === '1'}`.execute(db)
    const { rows: after } = await sql<{ signTm: string | null }>`select max(sign_tm) as sign_tm from reg
      where ent_no = ${entNo} and reg_no = any(${nos})`.execute(db)
    const [first] = rows
    const isNew = rows.some(({ wasSigned }) => !wasSigned) ? '1' : '0'
    return {
      name: rows.length > 1 ? `${rows.length} 人` : (first?.name ?? ''),
      title: first?.title ?? '',
      signTm: after[0]?.signTm ?? null,
      newFlag: isNew,
    } as const
  })
}

/** Keeps who has paid. */
export async function setPaid(context: Context, { entNo, regNos, payFlag }: Input<typeof reg.setpaid>) {
  await holdAll(context, { entNo, regNos }, 'pay')
  await changeAll(
    context,
    { entNo, regNos },
    { from: [reviewing, taken, waiting], to: { payFlag }, told: '有的报名已取消或已被驳回' },
  )
}
