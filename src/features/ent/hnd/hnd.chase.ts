import { sql } from 'kysely'
import { Anonymity, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { withdrawAnswers } from '#domain/approvals/answers/outcomes.ts'
import { answerAndSubmit } from '#domain/approvals/answers/submitting.ts'
import { type Asked, decidedWords, lockAsked, readGiven } from '#domain/collections/answering.ts'
import { askAgain, giveBackAnswer } from '#domain/collections/givingBack.ts'
import { readAnswerFiles, receiveAnswerFile } from '#domain/collections/answerFiles.ts'
import { prefill } from '#domain/collections/archive/prefilling.ts'
import { permissions, permits } from '#contract/access.ts'
import type { FormValues } from '#contract/form/column.ts'
import { applyScope, intersectScopes, scopeOf } from '#server/call/scope.ts'
import { sightOf } from '#server/database/sight.ts'
import { readColumns } from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { remindOnceADay } from '#domain/messages/reminders.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import type { Input } from '#server/call/serve.ts'
import { countedNo, updateRow } from '#server/database/rows.ts'
import type { hnd } from './hnd.contract.ts'
import { lockOwn, type Which, withdraw } from './hnd.write.ts'

/** Exempts some who have not answered, or asks them again. Throws invalid where one has answered. */
export async function exempt({ toNos, exmFlag, ...key }: Input<typeof hnd.exempt>, context: Context) {
  const { db } = context
  const { msgNo, opnFlag } = await lockOwn(context, key, CollectionState.open, '设置免填')
  if (opnFlag === '1') throw new Fault('invalid', '有链接就能填的收集没有名单，不用设免填')
  await touch(context, key)
  const isExempt = exmFlag === '1'
  const [from, to] = isExempt ? [AskedState.todo, AskedState.exempt] : [AskedState.exempt, AskedState.todo]
  const nos = toNos.map(countedNo)
  const { numAffectedRows } = await sql`update hndto set stt = ${to} where ent_no = ${key.entNo} and hnd_no = ${key.hndNo}
    and to_no = any(${nos}) and stt in (${from}, ${to})`.execute(db)
  if (Number(numAffectedRows) < toNos.length) throw new Fault('invalid', '有的人已经填写，或不在这次收集里，请刷新后再试')
  await withdraw(context, { ...key, msgNo }, isExempt, nos)
  // Leaves nothing to be handed in again of whom nothing is expected.
  if (isExempt) await withdrawAnswers(context, key.entNo, nos)
  return null
}

// Leaves in history that somebody did something about the collection, since it does not keep whom it asks.
const touch = ({ db }: Context, { entNo, hndNo }: Which) => updateRow(db, 'hnd', { entNo, hndNo }, {}, [])

async function isOver({ db }: Context, { entNo, hndNo }: Which) {
  const { rows } = await sql`select from hnd where ent_no = ${entNo} and hnd_no = ${hndNo} and due_tm < now()`.execute(db)
  return rows.length > 0
}

/** Reminds those who have not answered, each at most once a day. */
export async function remindAsked(key: Input<typeof hnd.remind>, context: Context) {
  const { msgNo, lateFlag } = await lockOwn(context, key, CollectionState.open, '提醒')
  if (lateFlag === '0' && (await isOver(context, key))) throw new Fault('invalid', '已过截止时间，请先结束收集，再重新开放')
  await touch(context, key)
  return remindOnceADay(
    context,
    { entNo: key.entNo, msgNo },
    { isAwaited: sql`t.done_tm is null`, nobody: '没有可以提醒的人：都已填写，或没有人接收消息' },
  )
}

/** Answers for somebody who cannot, from paper or by phone. */
export async function answerFor({ toNo, vals, kept = [], ...key }: Input<typeof hnd.proxy>, context: Context) {
  const { me } = context
  const asked = await lockToProxy(context, { ...key, toNo })
  // Leaves as they are only hidden values that the caller may read.
  const { known } = kept.length > 0 ? await beginProxy(context, asked, null) : { known: [] }
  await answerAndSubmit(context, asked, {
    given: vals,
    kept: kept.filter((clmnNo) => known.some((one) => one.clmnNo === clmnNo)),
    by: { empNo: me.idntVal, isProxy: true },
    check: (columns, values) => checkPicked(context, key.entNo, columns, { values }),
  })
  return null
}

function refuseAnonymous({ anon }: { anon: string }, verb: string) {
  if (anon !== Anonymity.none) throw new Fault('invalid', `匿名的收集不能${verb}`)
}

function refuseByLink({ keyHash }: Asked, verb: string) {
  if (keyHash !== null) throw new Fault('invalid', `通过链接填的答卷不知道是谁填的，不能${verb}`)
}

/** Takes an answer that came by the link out of what was collected. Throws invalid for one of somebody who is asked by name. */
export async function discardAnswer({ toNo, ...key }: Input<typeof hnd.discard>, context: Context) {
  await lockOwn(context, key, CollectionState.open, '作废答卷')
  const asked = await lockOne(context, { ...key, toNo })
  if (asked.keyHash === null) throw new Fault('invalid', '这份答卷是指定的人填的，要改请退回重填')
  if (asked.toStt !== AskedState.done) throw new Fault('invalid', '这份答卷还没有提交，或已经作废')
  await touch(context, key)
  const isThis = sql`ent_no = ${key.entNo} and to_no = ${Number(asked.toNo)}`
  await sql`update ans set stt = '0' where ${isThis}`.execute(context.db)
  await sql`update hndto set stt = ${AskedState.gone} where ${isThis}`.execute(context.db)
  return null
}

async function lockToProxy(context: Context, { toNo, ...key }: Which & { toNo: string }) {
  refuseAnonymous(await lockOwn(context, key, CollectionState.open, '代填'), '代填')
  const asked = await lockOne(context, { ...key, toNo })
  refuseByLink(asked, '代填')
  if (asked.toStt === AskedState.done && asked.prxFlag !== '1') throw new Fault('invalid', '本人已经填写，不能代填')
  const decided = decidedWords[asked.aprStt ?? '']
  if (decided) throw new Fault('invalid', `${decided}，不能再代填`)
  return asked
}

/** Keeps a file for the answer that the caller writes for somebody. */
export async function sendProxyFile({ clmnNo, file, ...which }: Input<typeof hnd.upload>, context: Context) {
  const lock = (db: Context['db']) => lockToProxy({ ...context, db }, which)
  const from = { byNo: context.me.idntVal, userNo: context.me.userNo }
  return receiveAnswerFile(context, { ...from, within: (work) => context.inOwnTransaction(work), lock }, { clmnNo, file })
}

const lockOne = ({ db }: Context, { entNo, hndNo, toNo }: Which & { toNo: string }) =>
  lockAsked(db, entNo, sql`t.hnd_no = ${hndNo} and t.to_no = ${countedNo(toNo)}`)

/** Reads in clear what the caller wrote for somebody, to write it anew; null for nothing. */
export async function readProxied({ toNo, ...key }: Input<typeof hnd.getproxy>, context: Context) {
  const { db, me, services } = context
  refuseImpersonation(context, '看他代填的内容')
  refuseAnonymous(await lockOwn(context, key, CollectionState.open, '代填'), '代填')
  const asked = await lockOne(context, { ...key, toNo })
  const vals = await readGiven(db, services.secret, asked, { empNo: me.idntVal, isProxy: true })
  const own = { entNo: key.entNo, toNo: Number(asked.toNo), byNo: me.idntVal }
  return { ...(await beginProxy(context, asked, vals)), files: await readAnswerFiles(db, services.secret, own) }
}

/** Begins what is written for somebody with what the archive holds, as far as the caller may read it: numbers stay hidden. */
async function beginProxy(context: Context, asked: Asked, written: FormValues | null) {
  const { db, me, services } = context
  const { entNo, empNo, stuNo, tmplNo, verNo } = asked
  const columns = await readColumns(db, entNo, tmplNo, verNo)
  const [person, archive] = empNo ? (['emp', 'emparch'] as const) : (['stu', 'stuarch'] as const)
  const views = [person, archive].map((module) => permissions(module).view)
  if (!views.every((access) => permits(me, access))) return { vals: written, known: [] }
  const scopes = await Promise.all(views.map((access) => scopeOf(context, { access }, entNo)))
  const reach = scopes.reduce((one, other) => intersectScopes(one, other))
  const { orgs, units, branches } = sightOf(db)
  await applyScope(db, reach)
  const subject = { entNo, empNo, stuNo, ptrNo: null }
  const { vals, known } = await prefill(db, services.secret, subject, { columns, written, isClear: false })
  await applyScope(db, { orgs, units, branches })
  return { vals, known }
}

/** Gives an answer back to be written again: whoever wrote it finds it as a draft, with why. Throws invalid where there is none. */
export async function giveBack({ toNo, why, ...key }: Input<typeof hnd.giveback>, context: Context) {
  const { db, services } = context
  const own = await lockOwn(context, key, CollectionState.open, '退回')
  refuseAnonymous(own, '退回')
  if (own.lateFlag === '0' && (await isOver(context, key)))
    throw new Fault('invalid', '已过截止时间，退回后不能再填，请先结束收集，再重新开放')
  const asked = await lockOne(context, { ...key, toNo })
  refuseByLink(asked, '退回')
  if (asked.toStt !== AskedState.done) throw new Fault('invalid', '还没有填写，不用退回')
  await touch(context, key)
  if (asked.aprStt !== null) throw new Fault('invalid', '这份答卷在审批里，请由审批人退回')
  await giveBackAnswer(db, services.secret, asked, why)
  await askAgain(context, asked, { isReminded: true })
  return null
}
