import { sql } from 'kysely'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { asOwner, makePerson, makeSchool, type Person, type School, type TestServer } from './harness.ts'

/** Describes a school with somebody who calls meetings and people to be called. */
export type Hall = { school: School; admin: Person; people: Person[] }

export async function makeHall(server: TestServer, count: number, prtNo?: string): Promise<Hall> {
  const school = await makeSchool(server, { ...(prtNo && { prtNo }) })
  const people: Person[] = []
  for (let i = 1; i <= count; i++)
    people.push(await makePerson(school, { name: `员工${'甲乙丙丁戊'[i - 1]}`, roles: ['P030STAFF'] }))
  return { school, admin: school.admin, people }
}

/** Returns the time in China in so many minutes, `yyyyMMddHHmm00`. */
export const minutes = (ahead: number) => {
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 + ahead * 60_000 + 8 * 3600_000)
  return at.toISOString().replace(/\D/g, '').slice(0, 14)
}

type Facts = { mtgName?: string; place?: string; signFlag?: '0'; outFlag?: '1'; applFlag?: '1'; tmplNo?: string }

/** Calls a meeting of all people of the hall in an hour, and publishes it. */
export async function callMeeting({ admin, people }: Hall, { place, ...facts }: Facts = {}): Promise<string> {
  const { mtgNo } = await admin.client.call(mtg.creatorupdatemtg, {
    mtgName: '教学例会',
    mans: people.map(({ empNo }) => ({ empNo })),
    ...facts,
    schds: [{ rdx: 1, place: place ?? null, sDt: minutes(60), eDt: minutes(120) }],
  })
  await admin.client.call(mtg.setmtgpub, { mtgNo })
  return mtgNo
}

/** Lets a meeting begin so many minutes ago (or hence); it lasts an hour, and is signed in to from half an hour before to 15 minutes after. */
export const beginNow = ({ entNo, server }: School, mtgNo: string, ago = 0) =>
  asOwner(server, entNo, (db) =>
    sql`update mtgschd set s_dt = t, e_dt = t + interval '1 hour', sign_s_dt = t - interval '30 minutes', sign_e_dt = t + interval '15 minutes'
      from (select now() - make_interval(mins => ${ago}, secs => 5) as t) x where ent_no = ${entNo} and mtg_no = ${mtgNo}`.execute(
      db,
    ),
  )
