import { sql } from 'kysely'
import { titlesOf } from '#contract/explain.ts'
import { permissions, permits } from '#contract/access.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { readParameters } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { readFormTemplates } from '#domain/forms/formTemplates.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { meetingTable } from './mtg.table.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { mtg } from './mtg.contract.ts'
import { type InvitedPerson, type MeetingSession, meetingFields } from './mtg.parts.contract.ts'
import { agendaLines, storedAgenda } from './agenda/mtg.agenda.ts'
import { timesAndPlaces, tellPeople } from './board/mtg.news.ts'
import { askedTo, setHost, setPeople } from './people/mtg.people.ts'
import { dbTime } from '#server/database/dbTime.ts'
import { tellAttendees } from './mtg.messages.ts'
import { requireNear } from './mtg.read.ts'
import { inRooms } from './rooms/mtg.rooms.ts'
import { type LockedMeeting, lockMeeting, moveMeeting } from './mtg.state.ts'

type Written = Input<typeof mtg.creatorupdatemtg>
const may = permissions('mtg')

/** Lists the fields that are fixed once people were asked. */
export const fixedOnceAsked = ['mtgName', 'mtgType', 'hostEmpNo', 'signFlag', 'outFlag', 'applFlag', 'tmplNo'] as const
const titles = titlesOf(meetingFields, fixedOnceAsked)

/**
 * Drafts a meeting; returns its number and version, and how many of the copied people were left out. Throws forbidden without the
 * right to add, invalid without a name.
 */
export async function draftMeeting(
  { entNo, schds, mans = [], atchs, agenda = [], tmplNo, fromNo, ...facts }: Written,
  context: Context,
) {
  const { db, me } = context
  if (!permits(me, may.add)) throw new Fault('forbidden')
  requireOwn(context, entNo)
  const { mtgName, hostEmpNo = me.idntVal } = facts
  if (!mtgName) throw invalidField('mtgName', '会议名称不能为空')
  const mtgNo = await context.number('MTG_NO')
  const { ver } = await db
    .insertInto('mtg')
    .values({
      ...columnsOf(facts),
      entNo,
      mtgNo,
      mtgName,
      hostEmpNo,
      empNo: me.idntVal,
      ...(await formOf(context, entNo, tmplNo)),
      atchs: JSON.stringify(await filesOf(context, entNo, atchs ?? [], [])),
      agenda: await storedAgenda(context, entNo, agenda),
      searchText: searchTextOf(meetingTable, { mtgNo, mtgName }),
    })
    .returning('ver')
    .executeTakeFirstOrThrow()
  if (schds) await setSessions(context, { entNo, mtgNo }, schds)
  const others = await copied(context, entNo, fromNo, mans)
  await setPeople(context, { entNo, mtgNo }, [...mans, ...others.mans], hostEmpNo)
  return { mtgNo, ver, leftCnt: others.leftCnt }
}

/** Reads the people of another meeting who are not named already. */
async function copied(context: Context, entNo: string, fromNo: string | undefined, mans: readonly InvitedPerson[]) {
  if (!fromNo) return { mans: [], leftCnt: 0 }
  await requireNear(context, entNo, fromNo, 'run')
  const named = new Set(mans.flatMap(({ empNo, manTel }) => empNo ?? manTel ?? []))
  const asked = await askedTo(context, { entNo, mtgNo: fromNo })
  return { ...asked, mans: asked.mans.filter(({ empNo, manTel }) => !named.has(empNo ?? manTel ?? '')) }
}

/**
 * Changes a meeting: all of a draft; of a published one its times, places, content and people. Throws forbidden without the right
 * to change meetings.
 */
export async function changeMeeting(input: Written & { mtgNo: string }, context: Context) {
  const { entNo, mtgNo, ver, schds, mans, atchs, agenda, tmplNo, ...facts } = input
  if (!permits(context.me, may.edit)) throw new Fault('forbidden')
  const held = await lockMeeting(context, { entNo, mtgNo }, 'update')
  refuseSettled(held, input)
  const of = { entNo, mtgNo }
  const [before, planned] = [await timesAndPlaces(context.db, of), await agendaLines(context.db, of)]
  const changed = await moveMeeting(context, { entNo, mtgNo, ver }, 'update', {
    ...columnsOf(facts),
    ...(facts.mtgName && { searchText: searchTextOf(meetingTable, { mtgNo, mtgName: facts.mtgName }) }),
    ...(tmplNo !== undefined && tmplNo !== held.tmplNo && (await formOf(context, entNo, tmplNo))),
    ...(atchs && { atchs: JSON.stringify(await filesOf(context, entNo, atchs, held.atchs)) }),
    ...(agenda && { agenda: await storedAgenda(context, entNo, agenda) }),
  })
  if (schds) await setSessions(context, of, schds)
  if (held.stt === MeetingState.published) {
    if ((await timesAndPlaces(context.db, of)) !== before) {
      await tellPeople(context, of)
      await tellAttendees(context, changed, 'mtgchange', '会议时间或地点有变')
    } else if ((await agendaLines(context.db, of)) !== planned) await tellAttendees(context, changed, 'mtgchange', '会议议程有变')
  }
  if (mans) await setPeople(context, of, mans, changed.hostEmpNo)
  else if (changed.hostEmpNo !== held.hostEmpNo) await setHost(context, of, changed.hostEmpNo)
  return { mtgNo, ver: changed.ver, leftCnt: 0 }
}

function refuseSettled(held: LockedMeeting, input: Written) {
  if (held.stt === MeetingState.draft) return
  const changed = fixedOnceAsked.filter((name) => input[name] !== undefined && input[name] !== held[name])
  if (changed.length === 0) return
  throw new Fault('invalid', `会议已发布，不能再改${changed.map((name) => titles[name]).join('、')}`, {
    errors: changed.map((field) => ({ field, message: `会议已发布，不能再改${titles[field]}` })),
  })
}

const plain = ['mtgName', 'mtgType', 'hostEmpNo', 'cntnt', 'signFlag', 'outFlag', 'applFlag'] as const

/** Picks those columns of a meeting that were given. */
const columnsOf = (facts: Partial<Record<(typeof plain)[number], string | null | undefined>>) =>
  Object.fromEntries(plain.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])))

/** Returns the published version of a form for replies; null where no form is asked for. Throws for one that is not published. */
async function formOf({ db }: Context, entNo: string, tmplNo: string | null | undefined) {
  if (!tmplNo) return { tmplNo: null, verNo: null }
  const [form] = await readFormTemplates(db, entNo, { typeNo: '03', tmplNo })
  if (!form) throw invalidField('tmplNo', '回执表单不存在或已停用')
  return { tmplNo, verNo: form.verNo }
}

type File = { fileNo: string; name: string; size: number }

/** Returns files as a meeting stores them: those that it has, and the caller's own. */
async function filesOf({ db, me }: Context, entNo: string, atchs: readonly { fileNo: string }[], before: readonly File[]) {
  const fileNos = atchs.map(({ fileNo }) => fileNo)
  const { rows } = await sql<File>`select file_no, name, size from file
    where ent_no = ${entNo} and file_no = any(${fileNos}) and user_no = ${me.userNo}`.execute(db)
  const found = new Map([...rows, ...before].map((file) => [file.fileNo, file]))
  return fileNos.map((fileNo) => {
    const file = found.get(fileNo)
    if (!file) throw invalidField('atchs', '附件有的已不存在，请重新上传')
    return file
  })
}

/** Makes the sessions of a meeting just these. */
async function setSessions(
  { db }: Context,
  { entNo, mtgNo }: { entNo: string; mtgNo: string },
  schds: readonly MeetingSession[],
) {
  const { rows } = await sql<{ rdx: number }>`select distinct rdx from mtgsign where ent_no = ${entNo} and mtg_no = ${mtgNo}
    and rdx <> all(${schds.map(({ rdx }) => rdx)}) order by rdx`.execute(db)
  if (rows[0]) throw invalidField('schds', `第 ${rows[0].rdx} 场已有签到，不能删除`)
  const json = JSON.stringify((await inRooms(db, { entNo, mtgNo }, schds)).map(rowOf))
  await refuseOver(db, { entNo, mtgNo }, json)
  const settings = await readParameters(db, entNo)
  const early = Number(settings['MTG_SIGN_EARLY'])
  const late = Number(settings['MTG_SIGN_LATE'])
  await sql`delete from mtgschd where ent_no = ${entNo} and mtg_no = ${mtgNo}
    and rdx <> all(${schds.map(({ rdx }) => rdx)})`.execute(db)
  const columns = sql`schd_name, room_no, place, s_dt, e_dt, sign_s_dt, sign_e_dt`
  await sql`insert into mtgschd as t (ent_no, mtg_no, rdx, ${columns})
    select ${entNo}, ${mtgNo}, w.rdx, w.schd_name, w.room_no, w.place, w.s_dt, w.e_dt,
      coalesce(w.sign_s_dt, w.s_dt - make_interval(mins => ${early})), coalesce(w.sign_e_dt, w.s_dt + make_interval(mins => ${late}))
    from jsonb_populate_recordset(null::mtgschd, ${json}::jsonb) w
    on conflict (ent_no, mtg_no, rdx) do update set schd_name = excluded.schd_name, room_no = excluded.room_no, place = excluded.place, s_dt = excluded.s_dt,
      e_dt = excluded.e_dt, sign_s_dt = excluded.sign_s_dt, sign_e_dt = excluded.sign_e_dt
    where (t.schd_name, t.room_no, t.place, t.s_dt, t.e_dt, t.sign_s_dt, t.sign_e_dt) is distinct from
      (excluded.schd_name, excluded.room_no, excluded.place, excluded.s_dt, excluded.e_dt, excluded.sign_s_dt, excluded.sign_e_dt)`.execute(
    db,
  )
}

/** Refuses a session that is over before it is planned; one that took place keeps its times. */
async function refuseOver(db: Db, { entNo, mtgNo }: { entNo: string; mtgNo: string }, json: string) {
  const { rows } = await sql<{ rdx: number }>`select w.rdx from jsonb_populate_recordset(null::mtgschd, ${json}::jsonb) w
    left join mtgschd t on t.ent_no = ${entNo} and t.mtg_no = ${mtgNo} and t.rdx = w.rdx
    where w.e_dt <= now() and (date_trunc('second', t.s_dt), date_trunc('second', t.e_dt)) is distinct from (w.s_dt, w.e_dt) order by w.rdx limit 1`.execute(
    db,
  )
  if (rows[0]) throw invalidField('schds', `第 ${rows[0].rdx} 场的时间已经过去，请改为以后的时间`)
}

const rowOf = ({ rdx, schdName = null, roomNo = null, place = null, sDt, eDt, signSDt, signEDt }: MeetingSession) => ({
  rdx,
  schd_name: schdName,
  room_no: roomNo,
  place,
  s_dt: sDt && dbTime(sDt),
  e_dt: eDt && dbTime(eDt),
  sign_s_dt: signSDt ? dbTime(signSDt) : null,
  sign_e_dt: signEDt ? dbTime(signEDt) : null,
})
