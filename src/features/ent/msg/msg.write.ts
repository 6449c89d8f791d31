import { sql } from 'kysely'
import { MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { recallLater } from '#domain/messages/delivery/deliveries.ts'
import { sendDueMessage } from '#domain/messages/dueMessages.ts'
import { addReceivers, reachesNobody, sendMessage, signalInbox } from '#domain/messages/messages.ts'
import { remindOnceADay } from '#domain/messages/reminders.ts'
import { namedParts, reachOf } from '#domain/messages/receivers.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { optionalTimestamp } from '#server/database/dbTime.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { softDelete, updateRow } from '#server/database/rows.ts'
import type { msg } from './msg.contract.ts'
import { isAwaitedFrom, lockOwn } from './msg.list.ts'

type Written = Input<typeof msg.send>

const stateNames: Record<string, string> = {
  [MessageState.draft]: '还是草稿',
  [MessageState.waiting]: '正等着到时间发送',
  [MessageState.sent]: '已经发送',
  [MessageState.recalled]: '已经撤回',
}

function requireState(stt: string, allowed: readonly string[], verb: string) {
  if (!allowed.includes(stt)) throw new Fault('invalid', `这条消息${stateNames[stt] ?? '已删除'}，不能${verb}`)
}

/** Refuses what does not fit together. Throws invalid, naming the field. */
function checkWritten({ need, choices, dueTm, sendTm }: Pick<Written, 'need' | 'choices' | 'dueTm' | 'sendTm'>, now: string) {
  if (need === MessageNeed.choice && choices.length < 2) throw invalidField('choices', '请至少写两个回执选项')
  if (dueTm && dueTm <= now) throw invalidField('dueTm', '回应期限已经过去，请改到以后')
  if (sendTm && sendTm <= now) throw invalidField('sendTm', '发送时间已经过去，请改到以后，或清空后立即发送')
  if (sendTm && sendTm > yearAfter(now)) throw invalidField('sendTm', '发送时间最多在一年以内')
  if (sendTm && dueTm && dueTm <= sendTm) throw invalidField('dueTm', '回应期限要在发送时间之后')
}

// Looks at the year alone, as the form that 14 digits have allows.
const yearAfter = (time: string) => `${Number(time.slice(0, 4)) + 1}${time.slice(4)}`

async function nowOf({ db }: Context): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db)
  return rows[0]?.now ?? ''
}

/** Writes a draft, or a message that is about to be sent; answers its number and version. Throws invalid for one that is sent. */
async function writeMessage(context: Context, { entNo, msgNo, ver, ...written }: Written) {
  const { db, me } = context
  requireOwn(context, entNo)
  const { title, body, msgCls, need, choices, dueTm, scope, sendTm } = written
  const values = {
    title,
    body: body ?? '',
    msgCls,
    need,
    // Keeps no choices that nobody is asked for.
    choices: need === MessageNeed.choice ? choices : [],
    dueTm: need === MessageNeed.none ? null : optionalTimestamp(dueTm),
    scope: JSON.stringify(scope),
    sendTm: optionalTimestamp(sendTm),
    failWhy: null,
    stt: MessageState.draft,
  }
  if (msgNo) {
    const { stt: before } = await lockOwn(context, { entNo, msgNo })
    requireState(before, [MessageState.draft], '再修改')
    return updateRow(db, 'msg', { entNo, msgNo }, { ver, ...values }, ['msgNo', 'ver'])
  }
  return db
    .insertInto('msg')
    .values({ entNo, msgNo: await context.number('MSG_NO'), empNo: me.idntVal, ...values })
    .returning(['msgNo', 'ver'])
    .executeTakeFirstOrThrow()
}

export const saveMessage = (input: Written, context: Context) => writeMessage(context, input)

/** Sends a message to whom its scope means now, or keeps it until its time: then it goes to whom the scope means by then. */
export async function sendWritten(input: Written, context: Context) {
  const { db, me, services } = context
  const { entNo, scope, sendTm } = input
  checkWritten(input, await nowOf(context))
  const audience = { parts: await namedParts(db, entNo, scope), but: me.idntVal }
  const { msgNo } = await writeMessage(context, input)
  if (!sendTm) return { msgNo, stt: MessageState.sent, toCnt: await sendMessage(context, { entNo, msgNo }, audience) }
  const { toCnt } = await reachOf(db, entNo, audience)
  if (toCnt === 0) throw reachesNobody()
  await sql`update msg set stt = ${MessageState.waiting} where ent_no = ${entNo} and msg_no = ${msgNo}`.execute(db)
  await services.jobs.send(db, sendDueMessage, { entNo, msgNo }, { at: dateOf(sendTm) })
  return { msgNo, stt: MessageState.waiting, toCnt }
}

// Reads a time of the product, which has no zone of its own.
const dateOf = (time: string) => new Date(time.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6+08:00'))

/** Makes a draft again of what has not left yet; the job that was to send it finds nothing to do. */
export async function cancelWaiting({ ver, ...key }: Which, context: Context) {
  requireState((await lockOwn(context, key)).stt, [MessageState.waiting], '取消定时')
  await updateRow(context.db, 'msg', key, { ver, stt: MessageState.draft }, [])
  return null
}

type Which = { entNo: string; msgNo: string; ver?: number | undefined }

export async function deleteDraft({ ver, ...key }: Which, context: Context) {
  requireState((await lockOwn(context, key)).stt, [MessageState.draft], '删除，只能撤回')
  return softDelete(context.db, 'msg', key, ver)
}

/** Withdraws a message from every inbox; who had read it stays known. */
export async function recallMessage({ ver, ...key }: Which, context: Context) {
  const { db } = context
  const { stt, need } = await lockOwn(context, key)
  requireState(stt, [MessageState.sent], '撤回')
  if (need === MessageNeed.form) throw new Fault('invalid', '这条消息是收集发出的，请到“收集”里结束收集')
  await updateRow(db, 'msg', key, { ver, stt: MessageState.recalled }, [])
  await sql`update msgto set gone_tm = now() where ent_no = ${key.entNo} and msg_no = ${key.msgNo} and gone_tm is null`.execute(
    db,
  )
  await signalInbox(db, key)
  await recallLater(context, key)
  return null
}

// Leaves in history that somebody did something about the message, whose receivers it does not keep.
const touch = ({ db }: Context, key: { entNo: string; msgNo: string }) => updateRow(db, 'msg', key, {}, [])

export async function addTo({ entNo, msgNo, scope }: Input<typeof msg.addto>, context: Context) {
  const { stt, need } = await lockOwn(context, { entNo, msgNo })
  requireState(stt, [MessageState.sent], '补发')
  if (need === MessageNeed.form) throw new Fault('invalid', '这条消息是收集发出的，谁来填已经定下，请另外发起一次收集')
  await touch(context, { entNo, msgNo })
  const addCnt = await addReceivers(
    context,
    { entNo, msgNo },
    { parts: await namedParts(context.db, entNo, scope), but: context.me.idntVal },
  )
  if (addCnt === 0) throw invalidField('scope', '没有新的接收人：所选的人都已收到，或不能接收消息')
  return { addCnt }
}

/** Reminds those of whom something is still expected, each at most once a day. */
export async function remindReaders({ entNo, msgNo }: Input<typeof msg.remind>, context: Context) {
  requireState((await lockOwn(context, { entNo, msgNo })).stt, [MessageState.sent], '提醒')
  await touch(context, { entNo, msgNo })
  return remindOnceADay(context, { entNo, msgNo }, { isAwaited: isAwaitedFrom, nobody: '所有人都已回应，不用提醒' })
}
