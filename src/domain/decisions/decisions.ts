import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Caller, type Teller, tellingIn, tellOfEvent } from '#domain/messages/events.ts'
import { MessageClass } from '#domain/messages/messages.contract.ts'
import { sendAbout, signalInbox } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import type { Context, Services } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { countedNo, requireRow, updateRow } from '#server/database/rows.ts'
import { aboutDecision, DecisionState } from './decisions.contract.ts'

/** Describes what is asked of somebody: what, who, by which day (yyyyMMdd). */
export type Asked = { what: string; empNo: string; dueDt: string }
/** Describes a decision as it is kept. */
export type Decision = Asked & { entNo: string; decNo: string; mtgNo: string; msgNo: string | null; stt: string }

const dayOf = (date: string) => `${Number(date.slice(4, 6))}月${Number(date.slice(6))}日`

/** Asks somebody for what a meeting decided: it stays in their inbox until it is done. Answers the number of the message. */
async function ask(
  context: Teller,
  { entNo, decNo, mtgNo }: Pick<Decision, 'entNo' | 'decNo' | 'mtgNo'>,
  { what, empNo, dueDt }: Asked,
) {
  const { rows } = await sql<{ mtgName: string; hostEmpNo: string }>`select mtg_name, host_emp_no from mtg
    where ent_no = ${entNo} and mtg_no = ${mtgNo}`.execute(context.db)
  const msgNo = await sendAbout(
    context,
    {
      entNo,
      msgCls: MessageClass.action,
      need: MessageNeed.act,
      title: `会议决定：${what}`,
      body: `“${rows[0]?.mtgName}”决定由你负责，请在${dayOf(dueDt)}前完成。\n\n${what}`,
      about: { type: aboutDecision, no: decNo },
      empNo: rows[0]?.hostEmpNo ?? empNo,
      dueTm: sql<string>`${dueDt}::date + interval '1 day' - interval '1 second'`,
      lateFlag: '1',
    },
    { parts: [{ kind: 'emp', no: empNo, outFlag: '0', name: '会议决定' }] },
  )
  await updateRow(context.db, 'mtgdec', { entNo, decNo: Number(decNo) }, { msgNo }, [])
}

/** Takes the message of a decision out of the inbox of whom it no longer asks. */
async function unask(db: Db, { entNo, msgNo }: Pick<Decision, 'entNo' | 'msgNo'>) {
  if (!msgNo) return
  await sql`update msgto set gone_tm = now() where ent_no = ${entNo} and msg_no = ${msgNo} and gone_tm is null`.execute(db)
  await signalInbox(db, { entNo, msgNo })
}

/** Makes a task of what a meeting decided. */
export async function openDecision(context: Teller, of: { entNo: string; mtgNo: string }, asked: Asked) {
  const { rows } = await sql<{ decNo: string }>`insert into mtgdec (ent_no, mtg_no, what, emp_no, due_dt)
    values (${of.entNo}, ${of.mtgNo}, ${asked.what}, ${asked.empNo}, ${asked.dueDt}::date) returning dec_no::text`.execute(
    context.db,
  )
  await ask(context, { ...of, decNo: rows[0]?.decNo as string }, asked)
}

/** Changes a decision; whoever it asks is told anew where something is different. */
export async function changeDecision(context: Teller, decision: Decision, asked: Asked) {
  const { entNo, decNo } = decision
  if ((['what', 'empNo', 'dueDt'] as const).every((field) => decision[field] === asked[field])) return
  await unask(context.db, decision)
  const changed = { ...asked, stt: DecisionState.open, word: null, doneTm: null, cameTm: sql`now()` }
  await updateRow(context.db, 'mtgdec', { entNo, decNo: Number(decNo) }, changed, [])
  await ask(context, decision, asked)
}

/** Gives up a decision; nobody is asked for it any more. */
export async function dropDecision({ db }: Pick<Context, 'db'>, decision: Decision) {
  const { entNo, decNo } = decision
  await unask(db, decision)
  await updateRow(db, 'mtgdec', { entNo, decNo: Number(decNo) }, { stt: DecisionState.dropped, doneTm: null }, [])
}

/** Records that a decision is done, with a word, or that it is not after all; whoever ran the meeting, or does it, hears of it. */
export async function settleDecision(
  context: Caller,
  decision: Decision,
  { isDone, word }: { isDone: boolean; word: string | null | undefined },
) {
  const { entNo, decNo, msgNo, what, empNo } = decision
  const settled = isDone
    ? { stt: DecisionState.done, word: word ?? null, doneTm: sql`now()` }
    : { stt: DecisionState.open, word: null, doneTm: null }
  await updateRow(context.db, 'mtgdec', { entNo, decNo: Number(decNo) }, settled, [])
  await sql`update msgto set done_tm = ${isDone ? sql`now()` : null}, read_tm = coalesce(read_tm, now())
    where ent_no = ${entNo} and msg_no = ${msgNo} and gone_tm is null`.execute(context.db)
  if (msgNo) await signalInbox(context.db, { entNo, msgNo })
  const { rows } = await sql<{ hostEmpNo: string; empName: string }>`select m.host_emp_no, e.emp_name from mtg m
    join emp e on e.ent_no = m.ent_no and e.emp_no = ${empNo}
    where m.ent_no = ${entNo} and m.mtg_no = ${decision.mtgNo}`.execute(context.db)
  const { hostEmpNo = '', empName = '' } = rows[0] ?? {}
  await tellOfEvent(context, {
    entNo,
    evt: 'decdone',
    title: isDone ? `会议决定已完成：${what}` : `会议决定还要继续办：${what}`,
    body: isDone ? [`负责人：${empName}`, word && `完成情况：${word}`].filter(Boolean).join('\n') : '',
    empNos: [hostEmpNo, empNo],
    about: { type: aboutDecision, no: decNo },
  })
}

/** Selects the columns of the decision `d`. */
export const decisionColumns = sql`d.ent_no, d.dec_no::text as dec_no, d.mtg_no, d.what, d.emp_no, d.due_dt, d.msg_no, d.stt`

/** Locks a decision `d` that matches, and is still asked. Throws notFound where there is none. */
export async function lockDecision(
  { db }: Pick<Context, 'db'>,
  { entNo, decNo }: { entNo: string; decNo: string },
  isReached: RawBuilder<unknown>,
): Promise<Decision> {
  const { rows } = await sql<Decision>`select ${decisionColumns} from mtgdec d where d.ent_no = ${entNo}
    and d.dec_no = ${countedNo(decNo)} and d.stt <> ${DecisionState.dropped} and ${isReached} for update of d`.execute(db)
  return requireRow(rows[0])
}

/** Gives what those who have left should do to whoever runs the meeting; a job does it every hour. */
export const replaceDecisionLeavers = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const { rows } = await sql<Decision & { hostEmpNo: string }>`select ${decisionColumns}, m.host_emp_no from mtgdec d
      join emp e using (ent_no, emp_no) join mtg m on m.ent_no = d.ent_no and m.mtg_no = d.mtg_no
      join emp h on h.ent_no = m.ent_no and h.emp_no = m.host_emp_no and h.stt = ${Status.enabled}
      where d.ent_no = ${entNo} and d.stt = ${DecisionState.open} and e.stt <> ${Status.enabled} order by d.dec_no`.execute(
      teller.db,
    )
    for (const { hostEmpNo, ...decision } of rows) {
      const { what, dueDt } = decision
      await changeDecision(teller, decision, { what, dueDt, empNo: hostEmpNo })
    }
  })
