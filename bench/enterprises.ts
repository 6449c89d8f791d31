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

type Fill = (db: Db, at: number) => Promise<unknown>

/** Makes 50 enterprises, each with an administrator whom a session is opened for, and what `fill` puts into them. */
export async function makeEnterprises(url: string, secret: Secret, fill: Fill, idntNo = '010') {
  const owner = await connectOwner(url)
  const address = await prepareDatabase(owner, url, secret)
  await seedDatabase(url, secret, false)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const tokens: string[] = []
  for (let at = 0; at < enterprises; at++) tokens.push(await makeEnterprise(pool, at, fill, idntNo))
  await pool.end()
  await owner.query('vacuum analyze')
  await owner.end()
  return { address, tokens }
}

const makeEnterprise = (pool: pg.Pool, at: number, fill: Fill, idntNo: string) =>
  transaction(pool, { entNo: entNoOf(at), call: 'bench' }, async (db) => {
    const [entNo, empNo, userNo] = [entNoOf(at), `EB${at}`, `9000${at}`]
    await workOn(db, entNo)
    await db
      .insertInto('ent')
      .values({ entNo, entName: `企业${at}`, idntNo, prtNo: rootNo })
      .execute()
    await furnishEnterprise(db, entNo, idntNo)
    await db.insertInto('emp').values({ entNo, empNo, idntNo, empName: '测量', sex: 'U', authTel: '10000000000' }).execute()
    await db
      .insertInto('emprole')
      .values({ entNo, empNo, roleNo: `P${idntNo}ADMIN` })
      .execute()
    const account = { userNo, name: `bench${at}` }
    await db
      .insertInto('account')
      .values({ ...account, nickName: '测量', pwdHash: 'none' })
      .execute()
    await db.insertInto('identity').values({ userNo, idntNo, entNo, idntVal: empNo }).execute()
    await fill(db, at)
    const identity = { ...account, idntNo, idntVal: empNo, entNo }
    const { token } = await issueSession(
      db,
      identity,
      { pwdHash: 'none', pwdInitial: false },
      { way: 'pwd', address: '127.0.0.1', client: 'bench' },
    )
    return token
  })
