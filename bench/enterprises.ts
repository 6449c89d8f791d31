import pg from 'pg'
import { type Db, transaction } from '#server/database/database.ts'
import { seedDatabase } from '#app/server/seed.ts'
import { connectOwner, prepareDatabase } from '#server/process/migrate.ts'
import { furnishEnterprise, workOn } from '#server/reference/load.ts'
import type { Secret } from '#server/database/secret.ts'
import { issueSession } from '#server/call/session.ts'
import { rootNo } from '../test/support/world.ts'

export const enterprises = 50

export const entNoOf = (at: number) => `0109${String(at).padStart(6, '0')}`

export type Fill = (db: Db, at: number) => Promise<unknown>

/** Makes 50 enterprises, each with an administrator whom a session is opened for, and what `fill` puts into them. */
export async function makeEnterprises(url: string, secret: Secret, fill: Fill, idntNo = '010') {
  const owner = await connectOwner(url)
  const address = await prepareDatabase(owner, url, secret)
  await seedDatabase(url, secret, false)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const tokens: string[] = []
  for (let at = 0; at < enterprises; at++) {
    await makeEnterprise(pool, { at, entNo: entNoOf(at), prtNo: rootNo, idntNo }, fill)
    tokens.push(await openSession(pool, { at, entNo: entNoOf(at), idntNo }))
  }
  await pool.end()
  await owner.query('vacuum analyze')
  await owner.end()
  return { address, tokens }
}

type Made = { at: number; entNo: string; prtNo: string; idntNo: string }

/** Makes one enterprise with an administrator, and what `fill` puts into it. */
export const makeEnterprise = (pool: pg.Pool, { at, entNo, prtNo, idntNo }: Made, fill: Fill) =>
  transaction(pool, { entNo, call: 'bench' }, async (db) => {
    const { empNo, userNo, name } = administratorOf(at)
    await workOn(db, entNo)
    await db
      .insertInto('ent')
      .values({ entNo, entName: `企业${at}`, idntNo, prtNo })
      .execute()
    await furnishEnterprise(db, entNo, idntNo)
    await db.insertInto('emp').values({ entNo, empNo, idntNo, empName: '测量', sex: 'U', authTel: '10000000000' }).execute()
    await db
      .insertInto('emprole')
      .values({ entNo, empNo, roleNo: `P${idntNo}ADMIN` })
      .execute()
    await db.insertInto('account').values({ userNo, name, nickName: '测量', pwdHash: 'none' }).execute()
    await db.insertInto('identity').values({ userNo, idntNo, entNo, idntVal: empNo }).execute()
    await fill(db, at)
  })

/** Opens a session of the administrator of an enterprise, and returns its token. */
export const openSession = (pool: pg.Pool, { at, entNo, idntNo }: Omit<Made, 'prtNo'>) =>
  transaction(pool, { entNo, call: 'bench' }, async (db) => {
    await workOn(db, entNo)
    const { empNo, userNo, name } = administratorOf(at)
    const { token } = await issueSession(
      db,
      { userNo, name, idntNo, idntVal: empNo, entNo },
      { pwdHash: 'none', pwdInitial: false },
      { way: 'pwd', address: '127.0.0.1', client: 'bench' },
    )
    return token
  })

const administratorOf = (at: number) => ({ empNo: `EB${at}`, userNo: `9000${at}`, name: `bench${at}` })
