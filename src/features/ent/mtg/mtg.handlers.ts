import { sql } from 'kysely'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { Fault } from '#server/base/fault.ts'
import { codeOf, openCode, shortCodeOf } from '#domain/meetings/meetingCode.ts'
import { attendeeOf, signIn } from '#domain/meetings/meetingSign.ts'
import { createImport, previewImport } from '#server/importing/importService.ts'
import { serve } from '#server/call/serve.ts'
import { applyForLeave, applyToJoin, acceptInvitation, reviewApplications, withdrawApplication } from './replies/mtg.apply.ts'
import { readClashes } from './mtg.clash.ts'
import { mtg } from './mtg.contract.ts'
import { exportAttendance, exportPeopleOf } from './export/mtg.export.ts'
import { meetingImport } from './people/mtg.import.ts'
import { manCount, manPage, meetingPage, signPage } from './mtg.list.ts'
import { setMeetingSeen, tellPeople } from './board/mtg.news.ts'
import { addParticipants, removePeople } from './people/mtg.people.ts'
import './mtg.undo.ts'
import { tellAttendees } from './mtg.messages.ts'
import { isShortCodeTaken, readMeeting, readSessions, requireNear, requireSession } from './mtg.read.ts'
import { revealReply, shownPeople } from './replies/mtg.replies.ts'
import { markAbsent, readBoard, setSigns } from './attendance/mtg.sign.ts'
import { type LockedMeeting, lockMeeting, moveMeeting, requireState } from './mtg.state.ts'
import { changeMeeting, draftMeeting } from './mtg.write.ts'
import { closedRoomOf } from './rooms/mtg.rooms.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { meetingSearch } from './mtg.search.ts'
import { registerImport } from '#server/importing/importKinds.ts'
import './mtg.table.ts'

const keyOf = ({ mtgNo, ver }: LockedMeeting) => ({ mtgNo, ver })

registerSearch(meetingSearch)
registerImport(meetingImport)

export const mtgHandlers = serve(mtg, {
  getpage: (filter, context) => meetingPage(filter, context),
  getmtginfo: ({ entNo, mtgNo }, context) => readMeeting(context, entNo, mtgNo),

  async getmtgschdtime({ entNo, mtgNo }, context) {
    await requireNear(context, entNo, mtgNo, 'find')
    return readSessions(context.db, entNo, mtgNo)
  },

  async getmtgmanpage(asked, context) {
    const { entNo, mtgNo } = asked
    await requireNear(context, entNo, mtgNo, 'attend')
    const shown = await manPage(asked, context)
    return { ...shown, datas: await shownPeople(context, entNo, mtgNo, shown.datas) }
  },

  async getmtgsignpage(asked, context) {
    await requireNear(context, asked.entNo, asked.mtgNo, 'attend')
    await requireSession(context.db, asked.entNo, asked.mtgNo, asked.rdx)
    return signPage(asked, context)
  },

  getclash: (asked, context) => readClashes(context, asked),

  creatorupdatemtg: ({ mtgNo, ...facts }, context) =>
    mtgNo ? changeMeeting({ ...facts, mtgNo }, context) : draftMeeting(facts, context),

  async setmtgpub(wanted, context) {
    const published = await moveMeeting(context, wanted, 'publish', { stt: MeetingState.published, pubTm: sql`now()` })
    const { rows } = await sql<{ isAhead: boolean; manCnt: number }>`select ${manCount} as man_cnt, exists (select from mtgschd c
        where c.ent_no = m.ent_no and c.mtg_no = m.mtg_no and c.e_dt > now()) as is_ahead
      from mtg m where m.ent_no = ${wanted.entNo} and m.mtg_no = ${wanted.mtgNo}`.execute(context.db)
    const { isAhead = false, manCnt = 0 } = rows[0] ?? {}
    if (!isAhead) throw new Fault('invalid', '没有还没结束的场次，请先安排会议时间')
    // Counts the host as one of them.
    if (manCnt < 2) throw new Fault('invalid', '除主持人外还没有参会人员，请先添加')
    const closed = await closedRoomOf(context.db, wanted.entNo, [wanted.mtgNo])
    if (closed) throw new Fault('invalid', `会议室“${closed}”已停用或删除，请先换会议室`)
    await tellAttendees(context, published, 'mtgpub')
    return keyOf(published)
  },

  async endmtg(wanted, context) {
    const { entNo, mtgNo } = wanted
    const ended = await moveMeeting(context, wanted, 'end', { stt: MeetingState.ended, endTm: sql`now()` })
    const { rows } =
      await sql`select from mtgschd where ent_no = ${entNo} and mtg_no = ${mtgNo} and s_dt <= now() limit 1`.execute(context.db)
    if (rows.length === 0) throw new Fault('invalid', '会议还没有开始，不能结束；不开了可以取消')
    if (ended.signFlag === '1') await markAbsent(context, entNo, mtgNo)
    return keyOf(ended)
  },

  async cancelmtg(wanted, context) {
    const cancelled = await moveMeeting(context, wanted, 'cancel', { stt: MeetingState.cancelled })
    await tellPeople(context, wanted)
    await tellAttendees(context, cancelled, 'mtgchange', '会议取消')
    return keyOf(cancelled)
  },

  async deletemtg(wanted, context) {
    await moveMeeting(context, wanted, 'delete', { stt: MeetingState.deleted })
    return null
  },

  async setpass(asked, context) {
    await reviewApplications(context, asked, true)
    return null
  },

  async setreject(asked, context) {
    await reviewApplications(context, asked, false)
    return null
  },

  previewmtgman: ({ entNo, mtgNo, fileNo }, context) => previewImport(meetingImport, { entNo, fileNo, refNo: mtgNo }, context),
  createmtgman: (batch, context) => createImport(meetingImport, batch, context),

  async importmtgman({ entNo, mtgNo, mans }, context) {
    await lockMeeting(context, { entNo, mtgNo }, 'setPeople')
    return { addCnt: await addParticipants(context, { entNo, mtgNo }, mans) }
  },

  async revealreply(which, context) {
    await requireNear(context, which.entNo, which.mtgNo, 'run')
    return revealReply(context, which)
  },

  async deletemtgman({ entNo, mtgNo, manNos }, context) {
    const { hostEmpNo } = await lockMeeting(context, { entNo, mtgNo }, 'setPeople')
    await removePeople(context, { entNo, mtgNo }, manNos, hostEmpNo)
    return null
  },

  exportmtgman: (asked, context) => exportPeopleOf(asked, context),
  exportmtgsign: (asked, context) => exportAttendance(asked, context),

  async apply({ rsn, ...of }, context) {
    await applyToJoin(context, of, rsn)
    return null
  },

  async applyleave({ rsn, ...of }, context) {
    await applyForLeave(context, of, rsn)
    return null
  },

  async withdraw(of, context) {
    await withdrawApplication(context, of)
    return null
  },

  async setseen(of, context) {
    await requireNear(context, of.entNo, of.mtgNo, 'find')
    await setMeetingSeen(context, of)
    return null
  },

  async reply({ vals, ...of }, context) {
    await acceptInvitation(context, of, vals)
    return null
  },

  async getmtgqrcode({ entNo, mtgNo, rdx }, context) {
    await requireState(context, { entNo, mtgNo }, 'sign')
    await requireSession(context.db, entNo, mtgNo, rdx)
    const { secret } = context.services
    const place = { entNo, mtgNo, rdx }
    const code = codeOf(secret, place)
    const digits = (await isShortCodeTaken(context.db, place)) ? shortCodeOf(secret, place) : null
    return { ...code, code: digits, url: `${context.services.identityProviders.publicUrl}/m/sign#t=${code.token}` }
  },

  async getboard({ entNo, mtgNo, rdx }, context) {
    await requireNear(context, entNo, mtgNo, 'run')
    await requireSession(context.db, entNo, mtgNo, rdx)
    return readBoard(context.db, entNo, mtgNo, rdx)
  },

  async signin({ entNo, token }, { db, me, services }) {
    const code = openCode(services.secret, token)
    const done = code.entNo === entNo ? await signIn(db, code, () => attendeeOf(db, code, me.idntVal)) : undefined
    if (!done) throw new Fault('notFound', '没有找到参会信息，请确认自己在参会名单里')
    return done
  },

  async setsign(asked, context) {
    await setSigns(context, asked)
    return null
  },
})
