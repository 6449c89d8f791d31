import { sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { ApplyType, ManState, ManType } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { checkFormFiles, readColumns, readFilled, sealValues } from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { requireRow, insertMany } from '#server/database/rows.ts'
import { searchText } from '#server/base/search.ts'
import { tellApplicants, tellReviewers } from '../mtg.messages.ts'
import { nextNo } from '../people/mtg.people.ts'
import { lockMeeting } from '../mtg.state.ts'

type Of = { entNo: string; mtgNo: string }
type Own = { manNo: string; manType: string; stt: string; applType: string | null; selfFlag: string; repTm: string | null }

async function readOwn({ db, me }: Context, { entNo, mtgNo }: Of): Promise<Own | undefined> {
  const { rows } = await sql<Own>`select man_no, man_type, stt, appl_type, self_flag, rep_tm from mtgman where ent_no = ${entNo}
    and mtg_no = ${mtgNo} and emp_no = ${me.idntVal} and stt <> ${ManState.deleted}`.execute(db)
  return rows[0]
}

const setOwn = ({ db }: Context, { entNo, mtgNo }: Of, manNo: string, to: Record<string, unknown>) =>
  sql`update mtgman set ${sql.join(Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where ent_no = ${entNo} and mtg_no = ${mtgNo} and man_no = ${manNo}`.execute(db)

/**
 * Applies to join a meeting that is open to the caller. Throws notFound where there is none, invalid where it takes no
 * application.
 */
export async function applyToJoin(context: Context, of: Of, rsn: string | null = null) {
  const { db, me } = context
  const meeting = await lockMeeting(context, of, 'apply', 'find')
  await refuseOver(context, of)
  const own = await readOwn(context, of)
  const applying = { stt: ManState.applying, applType: ApplyType.join, rsn, answer: null }
  const isAgain = own?.stt === ManState.refused && own.applType === ApplyType.join
  if (own && !isAgain)
    throw new Fault('invalid', own.stt === ManState.applying ? '已经申请过，请等待审批' : '已在参会名单里，不用申请')
  if (!isAgain && meeting.applFlag !== '1') throw new Fault('invalid', '这次会议不接受参会申请')
  const { empName, authTel, before } = await readOwnEmployee(context, of)
  await tellReviewers(context, meeting, { name: empName, isLeave: false, rsn })
  if (isAgain) return setOwn(context, of, own.manNo, applying)
  const next = await nextNo(context, of, 1)
  const facts = { manName: empName, manType: ManType.attendee, searchText: searchText(empName, [], authTel) }
  const fresh = { ...facts, ...applying, selfFlag: '1' }
  // Reuses the entry of somebody who asks again after leaving.
  if (before) return setOwn(context, of, before, { ...fresh, vals: null, verNo: null, repTm: null, chgTm: null })
  return insertMany(db, 'mtgman', [{ ...of, manNo: `${next}`, empNo: me.idntVal, ...fresh }])
}

// Reads the caller, and the entry that they had before.
async function readOwnEmployee({ db, me }: Context, of: Of) {
  const { rows } = await sql<{ empName: string; authTel: string; before: string | null }>`select e.emp_name, e.auth_tel,
      (select x.man_no from mtgman x where x.ent_no = e.ent_no and x.mtg_no = ${of.mtgNo} and x.emp_no = e.emp_no limit 1) as before
    from emp e where e.ent_no = ${of.entNo} and e.emp_no = ${me.idntVal}`.execute(db)
  return requireRow(rows[0])
}

async function refuseOver({ db }: Context, { entNo, mtgNo }: Of) {
  const { rows } = await sql`select from mtgschd where ent_no = ${entNo} and mtg_no = ${mtgNo} and e_dt > now() limit 1`.execute(
    db,
  )
  if (rows.length === 0) throw new Fault('invalid', '会议的场次都已结束，不能再申请')
}

/** Applies for leave from a meeting. Throws notFound where there is none, invalid for anybody but an attendee. */
export async function applyForLeave(context: Context, of: Of, rsn: string) {
  const meeting = await lockMeeting(context, of, 'apply', 'find')
  const own = requireRow(await readOwn(context, of))
  refuseHost(own)
  if (own.stt === ManState.applying) throw new Fault('invalid', '已经申请过，请等待审批')
  if (own.stt === ManState.leave) throw new Fault('invalid', '已经请过假')
  if (own.stt === ManState.refused && own.applType === ApplyType.join) throw new Fault('invalid', '不在参会名单里，不用请假')
  await tellReviewers(context, meeting, { name: (await readOwnEmployee(context, of)).empName, isLeave: true, rsn })
  return setOwn(context, of, own.manNo, { stt: ManState.applying, applType: ApplyType.leave, rsn, answer: null })
}

/** Withdraws the caller's application. Throws notFound without a meeting, invalid without an application. */
export async function withdrawApplication(context: Context, of: Of) {
  await lockMeeting(context, of, 'apply', 'find')
  const own = requireRow(await readOwn(context, of))
  const isOpen = own.stt === ManState.applying || own.stt === ManState.leave
  if (!isOpen) throw new Fault('invalid', '没有可以撤回的申请')
  if (own.applType === ApplyType.join) return setOwn(context, of, own.manNo, { stt: ManState.deleted })
  const stt = own.repTm ? ManState.confirmed : own.selfFlag === '1' ? ManState.agreed : ManState.asked
  return setOwn(context, of, own.manNo, { stt, applType: null, rsn: null, answer: null })
}

/**
 * Accepts the invitation of the caller, with the values of the meeting's form. Throws notFound where there is none, invalid for
 * anybody but an attendee.
 */
export async function acceptInvitation(context: Context, of: Of, given: FormValues) {
  const { db, me, services } = context
  const { tmplNo, verNo } = await lockMeeting(context, of, 'reply', 'find')
  const own = requireRow(await readOwn(context, of))
  if (own.stt === ManState.applying) throw new Fault('invalid', '申请还在审批，不能回执')
  if (own.stt === ManState.leave) throw new Fault('invalid', '已经请假，撤回后才能回执')
  if (own.stt === ManState.refused && own.applType === ApplyType.join) throw new Fault('invalid', '不在参会名单里，不能回执')
  const columns = tmplNo && verNo ? await readColumns(db, of.entNo, tmplNo, verNo) : []
  const values = await readFilled(db, of.entNo, columns, given)
  await checkFormFiles(db, { entNo: of.entNo, userNo: me.userNo }, { columns, values })
  await checkPicked(context, of.entNo, columns, { values })
  const filled = { vals: JSON.stringify(sealValues(services.secret, columns, values)), verNo, repTm: sql`now()` }
  const held = (fldCode: string) => values[columns.find((column) => column.fldCode === fldCode)?.clmnNo ?? '']
  // Treats the reply that they do not come as a request for leave.
  if (held('attend') === '0') {
    refuseHost(own)
    const leave = { stt: ManState.applying, applType: ApplyType.leave, rsn: held('rsn') ?? null, answer: null }
    return setOwn(context, of, own.manNo, { ...filled, ...leave })
  }
  const stt = own.stt === ManState.agreed ? own.stt : ManState.confirmed
  return setOwn(context, of, own.manNo, { ...filled, stt })
}

function refuseHost({ manType }: Own) {
  if (manType === ManType.host) throw new Fault('invalid', '主持人不能请假，请先换一位主持人')
}

type Reviewed = Of & { manNos: string[]; answer?: string | null | undefined }

/** Approves applications, or refuses them. Throws notFound where one no longer waits, forbidden for the caller's own. */
export async function reviewApplications(context: Context, { manNos, answer = null, ...of }: Reviewed, isPassed: boolean) {
  const { db, me } = context
  const meeting = await lockMeeting(context, of, 'review')
  const passed = sql`case appl_type when ${ApplyType.leave} then ${ManState.leave} else ${ManState.agreed} end`
  const { rows } = await sql<{ empNo: string | null; applType: string }>`update mtgman
    set stt = ${isPassed ? passed : sql`${ManState.refused}`}, answer = ${answer}
    where ent_no = ${of.entNo} and mtg_no = ${of.mtgNo} and man_no = any(${manNos}) and stt = ${ManState.applying}
    returning emp_no, appl_type`.execute(db)
  if (rows.length < manNos.length) throw new Fault('notFound', '有的申请已审批或已撤回，请刷新后再审')
  if (rows.some(({ empNo }) => empNo === me.idntVal)) throw new Fault('forbidden', '不能审批自己的申请')
  await tellApplicants(context, meeting, rows, { isPassed, answer })
}
