import { sql } from 'kysely'
import { targetedColumns } from '#contract/form/archiveFields.ts'
import type { Column } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { aboutCollection, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { requireFillable } from '#domain/forms/formTemplates.ts'
import { onlyGaps } from '#domain/collections/archive/knownCounts.ts'
import { askedIn } from '#domain/collections/asked.ts'
import { partsOf } from '#domain/collections/joiners.ts'
import { MessageClass } from '#domain/messages/messages.contract.ts'
import { sendAbout, signalInbox } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { type NamedPart, namedParts } from '#domain/messages/receivers.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { optionalTimestamp } from '#server/database/dbTime.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { requireRow, softDelete, updateRow } from '#server/database/rows.ts'
import type { hnd } from './hnd.contract.ts'

export type Which = { entNo: string; hndNo: string; ver?: number | undefined }
type Written = Input<typeof hnd.save>

const stateWords: Record<string, string> = {
  [CollectionState.draft]: '还没有发起',
  [CollectionState.open]: '正在收集',
  [CollectionState.ended]: '已经结束',
}

/** Locks a collection of the caller's own in this state. Throws notFound, or invalid in another state. */
export async function lockOwn({ db, me }: Context, { entNo, hndNo }: Which, stt: string, verb: string) {
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

/** Writes a draft; answers its number and version. Throws invalid for one that is handed out already. */
export async function saveCollection({ entNo, hndNo, ver, scope, backs, dueTm, des, ...written }: Written, context: Context) {
  const { db, me } = context
  requireOwn(context, entNo)
  const { billClmns } = await requireFillable(db, entNo, written.tmplNo)
  checkBacks(billClmns, { backs, gapFlag: written.gapFlag })
  const values = {
    ...written,
    des: des ?? null,
    dueTm: optionalTimestamp(dueTm),
    scope: JSON.stringify(scope),
    backs: JSON.stringify(backs),
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

/** Refuses to write back, or to look for gaps in archives, what no archive holds. */
function checkBacks(columns: readonly Column[], { backs, gapFlag }: Pick<Written, 'backs' | 'gapFlag'>) {
  const targets = targetedColumns(columns)
  const isTarget = new Set(targets.map(({ column }) => column.clmnNo))
  const wrong = backs.find(({ clmnNo }) => !isTarget.has(clmnNo))
  if (wrong) {
    const name = columns.find(({ clmnNo }) => clmnNo === wrong.clmnNo)?.clmnName ?? wrong.clmnNo
    throw invalidField('backs', `“${name}”没有对应的档案字段，不能回写`)
  }
  if (new Set(backs.map(({ clmnNo }) => clmnNo)).size < backs.length) throw invalidField('backs', '回写里有重复的题目')
  if (gapFlag === '1' && targets.every(({ target }) => target.owner === 'ptr'))
    throw invalidField('gapFlag', '这张表单没有对应学生或员工档案的题目，不能只发给档案里缺的')
}

// Lists whom a guardian may not look up.
const lookedUp = ['emp', 'stu', 'unit', 'ptr']

function checkColumns(columns: readonly Column[]) {
  const bad = columns.find((column) => lookedUp.includes(partOf(column)?.no ?? ''))
  if (bad) throw invalidField('tmplNo', `家长填写时不能选择学校的人员和班级，请先改表单里的“${bad.clmnName}”`)
}

/** Hands a form out: from here on neither its questions nor those who are asked change. Answers how many are asked. */
export async function handOut(input: Input<typeof hnd.handout>, context: Context) {
  const { db } = context
  const { entNo, scope, dueTm } = input
  requireOwn(context, entNo)
  await checkDue(context, dueTm)
  const template = await requireFillable(db, entNo, input.tmplNo)
  const parts = await namedParts(db, entNo, scope)
  const { hndNo } = await saveCollection(input, context)
  await sql`update hnd set stt = ${CollectionState.open}, ver_no = ${template.verNo}, sent_tm = now()
    where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(db)
  const people = askedIn(entNo, { parts })
  const asked = input.gapFlag === '1' ? onlyGaps(entNo, people, template.billClmns) : people
  const { rows } = await sql<{ empNo: string | null; stuNo: string | null }>`insert into hndto (ent_no, hnd_no, emp_no, stu_no)
    select ${entNo}, ${hndNo}, a.emp_no, a.stu_no from (${asked}) a returning emp_no, stu_no`.execute(db)
  if (rows.length === 0 && input.gapFlag === '1') throw invalidField('gapFlag', '没有人要填：所选范围里的人，档案里都不缺')
  if (rows.length === 0) throw invalidField('scope', '没有人要填：所选范围里没有在职员工，也没有在籍学生')
  if (rows.some(({ stuNo }) => stuNo !== null)) checkColumns(template.billClmns)
  await tellAsked(context, { ...input, hndNo }, input.gapFlag === '1' ? partsOf(rows, parts) : parts)
  return { hndNo, toCnt: rows.length }
}

/** Sends those who are asked a message that opens the form, which expects an answer of them until it is due. */
async function tellAsked(context: Context, of: Input<typeof hnd.handout> & { hndNo: string }, parts: readonly NamedPart[]) {
  const { db, me } = context
  const { entNo, hndNo, title, des, dueTm, lateFlag, scope } = of
  const asked = { msgCls: MessageClass.action, need: MessageNeed.form, dueTm: optionalTimestamp(dueTm), lateFlag }
  const notice = { entNo, title: `请填写：${title}`, body: des ?? '', about: { type: aboutCollection, no: hndNo }, scope }
  const msgNo = await sendAbout(context, { ...asked, ...notice, empNo: me.idntVal }, { parts })
  await sql`update hnd set msg_no = ${msgNo} where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(db)
}

/** Takes out of the inboxes, or puts back (`gone` false), what is expected of those who have not answered. */
export async function withdraw(
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
  const { msgNo } = await lockOwn(context, key, CollectionState.ended, '重新开放')
  await updateRow(context.db, 'hnd', key, { ver, stt: CollectionState.open, dueTm: optionalTimestamp(dueTm) }, [])
  if (msgNo) await updateRow(context.db, 'msg', { entNo: key.entNo, msgNo }, { dueTm: optionalTimestamp(dueTm) }, [])
  await withdraw(context, { ...key, msgNo }, false)
  return null
}

export async function deleteDraft({ ver, ...key }: Which, context: Context) {
  await lockOwn(context, key, CollectionState.draft, '删除，只能结束')
  return softDelete(context.db, 'hnd', key, ver)
}
