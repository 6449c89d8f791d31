import { sql } from 'kysely'
import { targetedColumns } from '#contract/form/archiveFields.ts'
import type { Column } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { findFlowOf } from '#domain/approvals/answers/submitting.ts'
import { isPublished, publishAnonymous } from '#domain/collections/anonymous.ts'
import { Anonymity, AskedState, CollectionState, Repeat } from '#domain/collections/collections.contract.ts'
import { askScope, refuseLookups } from '#domain/collections/handingOut.ts'
import { setNext, withdrawAsked } from '#domain/collections/rounds.ts'
import { requireFillable } from '#domain/forms/formTemplates.ts'
import { signalInbox } from '#domain/messages/messages.ts'
import { namedParts } from '#domain/messages/receivers.ts'
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
export async function saveCollection(
  { entNo, hndNo, ver, scope, backs, dueTm, des, mostCnt, passWord, ...written }: Written,
  context: Context,
) {
  const { db, me, services } = context
  requireOwn(context, entNo)
  const { billClmns } = await requireFillable(db, entNo, written.tmplNo)
  checkBacks(billClmns, { backs, gapFlag: written.gapFlag })
  const values = {
    ...written,
    // Takes no second answer where nobody can tell whose the first one was.
    ...(written.anon === Anonymity.full && { editFlag: '0' as const }),
    des: des ?? null,
    mostCnt: mostCnt ?? null,
    passWord: passWord ? services.secret.seal(passWord) : null,
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

/** Hands a form out: from here on neither its questions nor those who are asked change. Answers how many are asked. */
export async function handOut(input: Input<typeof hnd.handout>, context: Context) {
  const { db, me } = context
  const { entNo, scope, dueTm, opnFlag, rpt } = input
  requireOwn(context, entNo)
  await checkDue(context, dueTm)
  const { billClmns, verNo } = await requireFillable(db, entNo, input.tmplNo)
  checkWays(input, billClmns)
  const flow = input.aprFlag === '1' ? await requireFlow(context, input) : { flowNo: null, flowVer: null }
  const isOpen = opnFlag === '1'
  const parts = isOpen ? [] : await namedParts(db, entNo, scope)
  const { hndNo } = await saveCollection(input, context)
  await sql`update hnd set stt = ${CollectionState.open}, ver_no = ${verNo}, sent_tm = now(), flow_no = ${flow.flowNo}, flow_ver = ${flow.flowVer}
    where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(db)
  await setNext(db, { entNo, hndNo })
  await checkRepeat(context, { entNo, hndNo })
  if (isOpen) return { hndNo, toCnt: 0 }
  const of = { ...input, hndNo, des: input.des ?? null, empNo: me.idntVal, rnd: 1, isRepeated: rpt !== Repeat.once }
  return { hndNo, toCnt: await askScope(context, of, { parts, columns: billClmns }) }
}

/** Refuses that a round is due only after the next one has begun. Throws invalid, naming the field. */
async function checkRepeat({ db }: Context, { entNo, hndNo }: Which) {
  const { rows } = await sql`select from hnd where ent_no = ${entNo} and hnd_no = ${hndNo} and due_tm > nxt_tm`.execute(db)
  if (rows.length > 0) throw invalidField('dueTm', '截止时间要早于下一期开始，请改早一些')
}

/** Finds the flow by which answers are approved. Throws invalid, naming the field, where there is none, or nobody to give them back to. */
async function requireFlow({ db }: Context, { entNo, tmplNo, anon, opnFlag }: Input<typeof hnd.handout>) {
  if (opnFlag === '1') throw invalidField('aprFlag', '有链接就能填的收集不知道是谁填的，不能审批')
  if (anon !== Anonymity.none) throw invalidField('aprFlag', '匿名的收集不知道是谁填的，不能审批')
  const flow = await findFlowOf(db, entNo, tmplNo)
  if (!flow) throw invalidField('aprFlag', '这张表单没有可以用的审批流程，请先在“审批流程”里发布一个')
  return flow
}

/** Refuses ways to ask that do not go together. Throws invalid, naming the field. */
function checkWays(
  { opnFlag, scope, anon, rpt, backs, gapFlag, joinFlag }: Input<typeof hnd.handout>,
  columns: readonly Column[],
) {
  if (opnFlag === '1') {
    refuseLookups(columns, '外面的人')
    if (anon !== Anonymity.none) throw invalidField('anon', '有链接就能填的收集不记名字，不用再设匿名')
    if (rpt !== Repeat.once) throw invalidField('rpt', '有链接就能填的收集一直开着，不能每期重发')
    if (backs.length > 0) throw invalidField('backs', '有链接就能填的收集不知道是谁填的，不能回写')
    if (gapFlag === '1' || joinFlag === '1') throw invalidField('scope', '有链接就能填的收集没有名单')
    return
  }
  if (scope.length === 0) throw invalidField('scope', '请选择谁来填')
  if (anon === Anonymity.none) return
  if (backs.length > 0) throw invalidField('backs', '匿名的收集不知道是谁填的，不能回写')
  if (gapFlag === '1') throw invalidField('gapFlag', '匿名的收集不能按档案挑人')
  const telling = columns.find((column) => tellsWho.includes(partOf(column)?.no ?? ''))
  if (anon === Anonymity.full && telling)
    throw invalidField('anon', `“${telling.clmnName}”会看出是谁填的（文件、图片、签名），完全匿名的表单里不能有`)
}

// Lists what tells of whoever fills it in, whatever is taken out of it.
const tellsWho = ['files', 'pictures', 'sign']

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
  const { msgNo, anon } = await lockOwn(context, key, CollectionState.open, '结束')
  const { db, services } = context
  await updateRow(db, 'hnd', key, { ver, stt: CollectionState.ended, nxtTm: null, rpt: Repeat.once }, [])
  await withdrawAsked(db, { ...key, msgNo })
  if (anon === Anonymity.full) await publishAnonymous(db, services.secret, key, { isOver: true })
  return null
}

/** Opens a collection again that has ended, until another time. */
export async function reopenCollection({ ver, dueTm, ...key }: Input<typeof hnd.reopen>, context: Context) {
  await checkDue(context, dueTm)
  const { msgNo, srsNo, rnd } = await lockOwn(context, key, CollectionState.ended, '重新开放')
  if (await isPublished(context.db, key)) throw new Fault('invalid', '匿名的答卷已经公布，不能重新开放，请另外发起一次')
  if (await hasLater(context, { ...key, srsNo, rnd })) throw new Fault('invalid', '下一期已经开始，不能重新开放这一期')
  await updateRow(context.db, 'hnd', key, { ver, stt: CollectionState.open, dueTm: optionalTimestamp(dueTm) }, [])
  if (msgNo) await updateRow(context.db, 'msg', { entNo: key.entNo, msgNo }, { dueTm: optionalTimestamp(dueTm) }, [])
  await withdraw(context, { ...key, msgNo }, false)
  return null
}

async function hasLater({ db }: Context, { entNo, hndNo, srsNo, rnd }: Which & { srsNo: string | null; rnd: number }) {
  const { rows } = await sql`select from hnd where ent_no = ${entNo} and srs_no = ${srsNo ?? hndNo} and rnd > ${rnd}`.execute(db)
  return rows.length > 0
}

/** Hands a collection out no more each week or month; the round that is open goes on. */
export async function stopRepeat({ ver, ...key }: Which, context: Context) {
  const { rpt } = await lockOwn(context, key, CollectionState.open, '停止重复')
  if (rpt === Repeat.once) throw new Fault('invalid', '这次收集没有设置重复')
  await updateRow(context.db, 'hnd', key, { ver, rpt: Repeat.once, nxtTm: null }, [])
  return null
}

/** Makes a new link for whoever is to fill it in; the old one opens nothing any more. */
export async function renewLink({ ver, ...key }: Which, context: Context) {
  const { opnFlag, lnkNo } = await lockOwn(context, key, CollectionState.open, '更换链接')
  if (opnFlag !== '1') throw new Fault('invalid', '这次收集发给指定的人，没有公开的链接')
  await updateRow(context.db, 'hnd', key, { ver, lnkNo: lnkNo + 1 }, [])
  return null
}

export async function deleteDraft({ ver, ...key }: Which, context: Context) {
  await lockOwn(context, key, CollectionState.draft, '删除，只能结束')
  return softDelete(context.db, 'hnd', key, ver)
}
