import { type SqlBool, sql } from 'kysely'
import { codeOf } from '#domain/meetings/meetingCode.ts'
import { asOwner } from './harness.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { sendList } from './studentLists.ts'
import type { Known } from './samples.ts'
import type { Ground } from './ground.ts'

type Facts = Record<string, unknown>
type Change = { meeting?: Facts; session?: Facts; caller?: Facts }

const at = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`
const running = { sDt: at(-5), eDt: at(60), signSDt: at(-30), signEDt: at(10) }

// Brings the seeded meeting, its session, and the caller's part in it into the state that a call needs.
async function meetingIn({ server, entNo, caller, office }: Ground, { meeting, session, caller: own }: Change): Promise<Known> {
  const { mtgNo } = office
  const isIt = sql<SqlBool>`ent_no = ${entNo} and mtg_no = ${mtgNo}`
  await asOwner(server, entNo, async (db) => {
    if (meeting) await db.updateTable('mtg').set(meeting).where(isIt).execute()
    if (session) await db.updateTable('mtgschd').set(session).where(isIt).execute()
    const row = { entNo, mtgNo, manNo: 'own', empNo: caller.empNo, manName: caller.name, ...own }
    if (own) await db.insertInto('mtgman').values(row).execute()
  })
  return {}
}

const sendPeople = ({ caller, entNo }: Ground) =>
  sendList(
    { admin: caller },
    [
      ['姓名', '手机'],
      ['赵来宾', '13900000009'],
    ],
    { entNo },
  )

/** Prepares what calls about meetings need besides the seeds. */
export const meetingFixtures: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  '/ent/mtg/creatorupdatemtg': async (ground) => ({
    ...(await meetingIn(ground, { meeting: { stt: '1' } })),
    tmplNo: [ground.office.replyNo],
    mtgName: ['新学期教研会'],
  }),
  '/ent/mtg/setmtgpub': (ground) => meetingIn(ground, { meeting: { stt: '1' }, caller: { stt: '1' } }),
  '/ent/mtg/endmtg': (ground) => meetingIn(ground, { session: running }),
  '/ent/mtg/deletemtg': (ground) => meetingIn(ground, { meeting: { stt: '1' } }),
  '/ent/mtg/importmtgman': () => ({ mans: [[{ manName: '赵来宾', manTel: '13900000001' }]] }),
  '/ent/mtg/previewmtgman': async (ground) => ({ fileNo: [(await sendPeople(ground)).fileNo] }),
  '/ent/mtg/createmtgman': async (ground) => {
    const { caller, entNo, office } = ground
    const { fileNo } = await sendPeople(ground)
    const { batchNo } = await caller.client.call(mtg.previewmtgman, { entNo, mtgNo: office.mtgNo, fileNo })
    return { batchNo: [batchNo] }
  },
  '/ent/mtg/saveminutes': () => ({
    ver: [1],
    sections: [[{ title: '期中质量分析', body: '三年级数学偏弱。' }]],
    decisions: [[]],
  }),
  '/ent/mtg/sendminutes': async (ground) => ({ ...(await meetingIn(ground, { session: running })), ver: [1] }),
  '/ent/mtg/dropminutes': () => ({ ver: [1] }),
  '/ent/mtg/setdecision': () => ({ stt: ['2'] }),
  '/ent/mtg/deletemtgman': (ground) => meetingIn(ground, { meeting: { hostEmpNo: ground.caller.empNo } }),
  '/ent/mtg/applyleave': (ground) => meetingIn(ground, { caller: { stt: '1' } }),
  '/ent/mtg/withdraw': (ground) => meetingIn(ground, { caller: { stt: '3', applType: '1' } }),
  '/ent/mtg/setseen': (ground) => meetingIn(ground, { caller: { stt: '1', chgTm: at(-5) } }),
  '/ent/mtg/setsign': (ground) => meetingIn(ground, { session: running }),
  '/ent/mtg/reply': (ground) => meetingIn(ground, { caller: { stt: '1' } }),
  '/ent/mtg/revealreply': async (ground) => ({
    ...(await meetingIn(ground, {
      meeting: { tmplNo: ground.office.replyNo, verNo: 1 },
      caller: { stt: '2', verNo: 1, vals: JSON.stringify({ c1: '1' }) },
    })),
    manNo: ['own'],
    clmnNo: ['c1'],
  }),
  '/ent/mtg/signin': async (ground) => ({
    ...(await meetingIn(ground, { session: running, caller: { stt: '1' } })),
    token: [codeOf(ground.server.services.secret, { entNo: ground.entNo, mtgNo: ground.office.mtgNo, rdx: 1 }).token],
  }),
}
