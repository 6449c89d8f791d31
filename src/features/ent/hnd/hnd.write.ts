import { sql } from 'kysely'
import type { Column } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { aboutCollection, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { lockAsked, storeAnswer } from '#domain/collections/answering.ts'
import { checkPicked, readFormTemplates } from '#domain/forms/formTemplates.ts'
import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { addReceivers, signalInbox } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { type NamedPart, namedParts } from '#domain/messages/receivers.ts'
import { remindOnceADay } from '#domain/messages/reminders.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { optionalTimestamp } from '#server/database/dbTime.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { countedNo, requireRow, softDelete, updateRow } from '#server/database/rows.ts'
import { askedIn } from './hnd.asked.ts'
import type { hnd } from './hnd.contract.ts'

type Which = { entNo: string; hndNo: string; ver?: number | undefined }
type Written = Input<typeof hnd.save>

const stateWords: Record<string, string> = {
  [CollectionState.draft]: '还没有发起',
  [CollectionState.open]: '正在收集',
  [CollectionState.ended]: '已经结束',
}

/** Locks a collection of the caller's own in this state. Throws notFound, or invalid in another state. */
async function lockOwn({ db, me }: Context, { entNo, hndNo }: Which, stt: string, verb: string) {
  const row = requireRow(
    await db
      .selectFrom('hnd')
      .selectAll()
      .where('entNo', '=', entNo)
      .where('hndNo', '=', hndNo)
      .where('empNo', '=', me.idntVal)
      .where('stt', '<>', CollectionState.deleted)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (row.stt !== stt) throw new Fault('invalid', `这次收集${stateWords[row.stt] ?? '已删除'}，不能${verb}`)
  return row
}

/** Refuses a time that is over. Throws invalid, naming the field. */
async function checkDue({ db }: Context, dueTm: string | null | undefined) {
  if (!dueTm) return
  const { rows } = await sql<{ isOver: boolean }>`select ${optionalTimestamp(dueTm)} <= now() as is_over`.execute(db)
  if (rows[0]?.isOver) throw invalidField('dueTm', '截止时间已经过去，请改到以后')
}

// Lists the types of forms that visits, enrolments and meetings have filled in.
const ofOthers = ['01', '02', '03']

async function requireTemplate({ db }: Context, entNo: string, tmplNo: string) {
  const [template] = await readFormTemplates(db, entNo, { tmplNo })
  if (!template) throw invalidField('tmplNo', '这个表单模板不存在，或没有发布')
  if (ofOthers.includes(template.typeNo))
    throw invalidField('tmplNo', '访客单、活动报名表和会议回执在各自的地方填写，请换一张表单')
  return template
}

/** Writes a draft; answers its number and version. Throws invalid for one that is handed out already. */
export async function saveCollection({ entNo, hndNo, ver, scope, dueTm, des, ...written }: Written, context: Context) {
  const { db, me } = context
  requireOwn(context, entNo)
  await requireTemplate(context, entNo, written.tmplNo)
  const values = {
    ...written,
    des: des ?? null,
    dueTm: optionalTimestamp(dueTm),
    scope: JSON.stringify(scope),
    stt: CollectionState.draft,
  }
  if (hndNo) {
    await lockOwn(context, { entNo, hndNo }, CollectionState.draft, '再修改')
    return updateRow(db, 'hnd', { entNo, hndNo }, { ver, ...values }, ['hndNo', 'ver'])
  }
  return db
    .insertInto('hnd')
    .values({ entNo, hndNo: await context.number('HND_NO'), empNo: me.idntVal, ...values })
    .returning(['hndNo', 'ver'])
    .executeTakeFirstOrThrow()
}

// Lists what cannot be answered: files nobody keeps for an answer yet, and whom a guardian may not look up.
const unkept = ['files', 'pictures']
const lookedUp = ['emp', 'stu', 'unit', 'ptr']

function checkColumns(columns: readonly Column[], asksFamilies: boolean) {
  const bad = columns.find((column) => [...unkept, ...(asksFamilies ? lookedUp : [])].includes(partOf(column)?.no ?? ''))
  if (!bad) return
  const why = unkept.includes(partOf(bad)?.no ?? '') ? '收集还不能带附件和图片' : '家长填写时不能选择学校的人员和班级'
  throw invalidField('tmplNo', `${why}，请先改表单里的“${bad.clmnName}”`)
}

/** Hands a form out: from here on neither its questions nor those who are asked change. Answers how many are asked. */
export async function handOut(input: Input<typeof hnd.handout>, context: Context) {
  const { db } = context
  const { entNo, scope, dueTm } = input
  requireOwn(context, entNo)
  await checkDue(context, dueTm)
  const template = await requireTemplate(context, entNo, input.tmplNo)
  const parts = await namedParts(db, entNo, scope)
  const { hndNo } = await saveCollection(input, context)
  await sql`update hnd set stt = ${CollectionState.open}, ver_no = ${template.verNo}, sent_tm = now()
    where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(db)
  const { rows } = await sql<{ stuNo: string | null }>`insert into hndto (ent_no, hnd_no, emp_no, stu_no)
    select ${entNo}, ${hndNo}, a.emp_no, a.stu_no from (${askedIn(entNo, { parts })}) a returning stu_no`.execute(db)
  if (rows.length === 0) throw invalidField('scope', '没有人要填：所选范围里没有在职员工，也没有在籍学生')
  checkColumns(
    template.billClmns,
    rows.some(({ stuNo }) => stuNo !== null),
  )
  await tellAsked(context, { ...input, hndNo }, parts)
  return { hndNo, toCnt: rows.length }
}

/** Sends those who are asked a message that opens the form, which expects an answer of them until it is due. */
async function tellAsked(context: Context, of: Input<typeof hnd.handout> & { hndNo: string }, parts: readonly NamedPart[]) {
  const { db, me } = context
  const { entNo, hndNo, title, des, dueTm, scope } = of
  const msgNo = await context.number('MSG_NO')
  await db
    .insertInto('msg')
    .values({
      entNo,
      msgNo,
      msgCls: MessageClass.action,
      title: `请填写：${title}`,
      body: des ?? '',
      need: MessageNeed.form,
      dueTm: of.lateFlag === '1' ? null : optionalTimestamp(dueTm),
      scope: JSON.stringify(scope),
      empNo: me.idntVal,
      abtType: aboutCollection,
      abtNo: hndNo,
      stt: MessageState.sent,
      sentTm: sql`now()`,
    })
    .execute()
  await addReceivers(context, { entNo, msgNo }, { parts })
  await sql`update hnd set msg_no = ${msgNo} where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(db)
}

/** Takes out of the inboxes, or puts back (`gone` false), what is expected of those who have not answered. */
async function withdraw(
  { db }: Context,
  { entNo, hndNo, msgNo }: Which & { msgNo: string | null },
  gone: boolean,
  toNos?: number[],
) {
  if (!msgNo) return
  // Reaches also those who have left the caller's departments and units since they were asked.
  await withoutScope({ db }, () =>
    sql`update msgto r set gone_tm = ${gone ? sql`now()` : null} from hndto t where r.ent_no = ${entNo} and r.msg_no = ${msgNo}
    and r.done_tm is null and (r.gone_tm is null) = ${gone} and t.ent_no = ${entNo} and t.hnd_no = ${hndNo}
    and (t.emp_no = r.emp_no or t.stu_no = r.stu_no) and t.stt = ${gone && toNos ? AskedState.exempt : AskedState.todo}
    and ${toNos ? sql`t.to_no = any(${toNos})` : sql`true`}`.execute(db),
  )
  await signalInbox(db, { entNo, msgNo })
}

/** Ends a collection: nobody answers any more, and what was expected leaves the inboxes. */
export async function endCollection({ ver, ...key }: Which, context: Context) {
  const { msgNo } = await lockOwn(context, key, CollectionState.open, '结束')
  await updateRow(context.db, 'hnd', key, { ver, stt: CollectionState.ended }, [])
  await withdraw(context, { ...key, msgNo }, true)
  return null
}

/** Opens a collection again that has ended, until another time. */
export async function reopenCollection({ ver, dueTm, ...key }: Input<typeof hnd.reopen>, context: Context) {
  await checkDue(context, dueTm)
  const { msgNo, lateFlag } = await lockOwn(context, key, CollectionState.ended, '重新开放')
  await updateRow(context.db, 'hnd', key, { ver, stt: CollectionState.open, dueTm: optionalTimestamp(dueTm) }, [])
  if (msgNo)
    await updateRow(
      context.db,
      'msg',
      { entNo: key.entNo, msgNo },
      { dueTm: lateFlag === '1' ? null : optionalTimestamp(dueTm) },
      [],
    )
  await withdraw(context, { ...key, msgNo }, false)
  return null
}

/** Exempts some who have not answered, or asks them again. Throws invalid where one has answered. */
export async function exempt({ toNos, exmFlag, ...key }: Input<typeof hnd.exempt>, context: Context) {
  const { db } = context
  const { msgNo } = await lockOwn(context, key, CollectionState.open, '设置免填')
  await touch(context, key)
  const isExempt = exmFlag === '1'
  const [from, to] = isExempt ? [AskedState.todo, AskedState.exempt] : [AskedState.exempt, AskedState.todo]
  const nos = toNos.map(countedNo)
  const { numAffectedRows } = await sql`update hndto set stt = ${to} where ent_no = ${key.entNo} and hnd_no = ${key.hndNo}
    and to_no = any(${nos}) and stt in (${from}, ${to})`.execute(db)
  if (Number(numAffectedRows) < toNos.length) throw new Fault('invalid', '有的人已经填写，或不在这次收集里，请刷新后再试')
  await withdraw(context, { ...key, msgNo }, isExempt, nos)
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
export async function answerFor({ toNo, vals, ...key }: Input<typeof hnd.proxy>, context: Context) {
  const { db, me, services } = context
  await lockOwn(context, key, CollectionState.open, '代填')
  const asked = await lockAsked(db, key.entNo, sql`t.hnd_no = ${key.hndNo} and t.to_no = ${countedNo(toNo)}`)
  if (asked.toStt === AskedState.done && asked.prxFlag !== '1') throw new Fault('invalid', '本人已经填写，不能代填')
  await storeAnswer(db, services.secret, asked, {
    given: vals,
    by: { empNo: me.idntVal, isProxy: true },
    check: (columns, values) => checkPicked(context, key.entNo, columns, values),
  })
  return null
}

export async function deleteDraft({ ver, ...key }: Which, context: Context) {
  await lockOwn(context, key, CollectionState.draft, '删除，只能结束')
  return softDelete(context.db, 'hnd', key, ver)
}
