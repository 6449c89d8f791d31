import { sql, type SqlBool } from 'kysely'
import { upload } from '#contract/shell/upload.contract.ts'
import { asOwner } from './harness.ts'
import type { Known } from './samples.ts'
import { portrait } from './uploads.ts'
import type { Ground } from './ground.ts'

type Facts = Record<string, unknown>

// Brings the seeded activity, the child's enrolment in it and its work into the state that a call needs.
async function activityIn({ server, entNo, activities }: Ground, to: { act?: Facts; reg?: Facts; wrk?: Facts }): Promise<Known> {
  const { actNo, regNo, wrkNo } = activities
  await asOwner(server, entNo, async (db) => {
    const of = (key: string, no: string) => sql<SqlBool>`ent_no = ${entNo} and ${sql.ref(key)} = ${no}`
    if (to.act) await db.updateTable('act').set(to.act).where(of('actNo', actNo)).execute()
    if (to.reg) await db.updateTable('reg').set(to.reg).where(of('regNo', regNo)).execute()
    if (to.wrk) await db.updateTable('wrk').set(to.wrk).where(of('wrkNo', wrkNo)).execute()
  })
  return {}
}

const written = {
  sDt: ['20990601080000'],
  eDt: ['20990601180000'],
  regSDt: ['20260901080000'],
  regEDt: ['20990501080000'],
  wrkSDt: ['20990601080000'],
  wrkEDt: ['20990602080000'],
  who: ['3'],
  units: [[]],
  quotaMode: ['1'],
  tmplNo: [null],
  cover: [null],
  payItemNo: [null],
}
const draft = (ground: Ground, stt = '1') => activityIn(ground, { act: { stt }, reg: { stt: '5' } })
const enrolled = (stt: string) => (ground: Ground) => activityIn(ground, { reg: { stt, waitNo: stt === '3' ? 1 : null } })

/** Prepares what calls about activities need besides the seeds. */
export const activityFixtures: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  '/vam/act/create': () => written,
  '/vam/act/update': async (ground) => ({ ...written, ...(await draft(ground)) }),
  '/vam/act/submit': (ground) => draft(ground),
  '/vam/act/publish': (ground) => draft(ground, '2'),
  '/vam/act/sendback': (ground) => draft(ground, '2'),
  '/vam/act/delete': (ground) => draft(ground),
  '/vam/reg/enroll': async (ground) => {
    await activityIn(ground, { reg: { stt: '5' } })
    return { stuNos: [[ground.pupils.stuNos[0]]], vals: [{ c1: '16600000001' }] }
  },
  '/vam/reg/reveal': () => ({ clmnNo: ['c1'] }),
  '/vam/reg/cancel': (ground) => activityIn(ground, { wrk: { stt: '0' } }),
  '/vam/reg/setpass': enrolled('1'),
  '/vam/reg/setplace': enrolled('3'),
  '/vam/reg/setsign': ({ activities }) => ({ token: [undefined], regNos: [[activities.regNo]] }),
  '/vam/wrk/create': async ({ caller, entNo }) => {
    const { fileNo } = await caller.client.call(upload.upload, { entNo, file: await portrait() })
    return { fileNos: [[fileNo]], agreeFlag: ['1'] }
  },
  '/vam/wrk/setpass': (ground) => activityIn(ground, { wrk: { stt: '1' } }),
}
