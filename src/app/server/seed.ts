import { today } from '#contract/values/day.ts'
import { makePool } from '#server/database/connections/connection.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { loadDemo } from './demo/load.ts'
import { hashPassword, randomPassword } from '#server/auth/password.ts'
import { accountTable, nameAccounts } from '#server/auth/account.table.ts'
import { insertRow, searchTextOf } from '#server/database/tableRows.ts'
import { furnishEnterprise, loadReference, workOn } from '#server/reference/load.ts'
import { employeeTable } from '#features/ent/emp/emp.table.ts'
import { isPrepared } from '#server/process/migrate.ts'
import { ExitError } from '#server/base/exit.ts'
import type { Secret } from '#server/database/secret.ts'
import { demoPassword } from '#features/common/user/demoAccounts.contract.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/** Describes what the first start prints: the demo accounts, or the first operator with a password shown once. */
export type Welcome = { demo: boolean; account?: string; password?: string }

type Seeded = { rootNo: string; welcome: Welcome }

const rootName = '平台运营中心'

/**
 * Fills a migrated database: reference data at every start; on an empty one the demo data, or the platform and its first operator.
 * `tell` runs before the commit, so that a kill at any moment leaves no operator whose password was never shown.
 */
export async function seedDatabase(
  url: string,
  secret: Secret,
  demo: boolean,
  tell?: (welcome: Welcome) => void,
): Promise<Seeded> {
  const pool = makePool(url, { max: 1 })
  try {
    return await transaction(pool, { call: demo ? 'demo' : 'install' }, async (db) => {
      await loadReference(db)
      await nameAccounts(db)
      const kept = await metaOf(db)
      if (kept.root) return { rootNo: kept.root, welcome: { demo: kept.demo === '1' } }
      const welcome = demo ? await fillDemo(db, secret) : await firstOperator(db)
      const rootNo = (await db.selectFrom('entTree').select('ancNo').orderBy('depth', 'desc').limit(1).executeTakeFirstOrThrow())
        .ancNo
      await sql`insert into meta values ('root', ${rootNo}), ('demo', ${demo ? '1' : '0'})`.execute(db)
      tell?.(welcome)
      return { rootNo, welcome }
    })
  } finally {
    await pool.end()
  }
}

/** Refuses to use demo data in earnest: the passwords of its accounts are published. */
export async function refuseDemoData(owner: pg.Client, place: string) {
  if (!(await isPrepared(owner))) return
  const { rows } = await owner.query(`select from meta where key = 'demo' and val = '1'`)
  if (rows.length === 0) return
  throw new ExitError(
    'demoData',
    `${place}里是演示数据，账号的密码是公开的，不能正式使用。请换一个空的（例如 DATA_DIR=./school-data DEMO=0 npm start），里面会从头开始；要继续看演示，请不设 DEMO。`,
  )
}

async function metaOf(db: Db): Promise<Record<string, string | undefined>> {
  const rows = await db.selectFrom('meta').selectAll().execute()
  return Object.fromEntries(rows.map(({ key, val }) => [key, val]))
}

async function fillDemo(db: Db, secret: Secret): Promise<Welcome> {
  await loadDemo(db, secret, await hashPassword(demoPassword))
  return { demo: true }
}

// Makes the platform enterprise with one operator, whose password must be changed at the first sign-in.
async function firstOperator(db: Db): Promise<Welcome> {
  const [entNo, userNo, empNo, orgNo] = ['0600000001', '10000001', 'E000000001', 'O00000001']
  const password = randomPassword()
  const person = { nickName: '平台管理员', name: 'admin' }
  await workOn(db, entNo)
  await db.insertInto('ent').values({ entNo, entName: rootName, idntNo: '060' }).execute()
  await furnishEnterprise(db, entNo, '060')
  await db.insertInto('org').values({ entNo, orgNo, orgName: '运营部' }).execute()
  const authTel = '10000000000'
  await db
    .insertInto('emp')
    .values({
      entNo,
      empNo,
      idntNo: '060',
      empName: person.nickName,
      sex: 'U',
      authTel,
      searchText: searchTextOf(employeeTable, { empNo, empName: person.nickName, workNo: null, authTel }),
    })
    .execute()
  await db.insertInto('orgemp').values({ entNo, orgNo, empNo, mstFlag: '1' }).execute()
  await insertRow(db, accountTable, { userNo, ...person, pwdHash: await hashPassword(password), pwdInitial: true }, [])
  await db.insertInto('identity').values({ userNo, idntNo: '060', entNo, idntVal: empNo }).execute()
  await db.insertInto('emprole').values({ entNo, empNo, roleNo: 'P060OPERATOR' }).execute()
  const used = { ENT_NO: 1, USER_NO: Number(userNo), EMP_NO: 1, ORG_NO: 1 }
  for (const [gnrtCode, curVal] of Object.entries(used))
    await db
      .updateTable('codegnrt')
      .set({ curVal, cyc: today().replaceAll('-', '') })
      .where('gnrtCode', '=', gnrtCode)
      .execute()
  return { demo: false, account: person.name, password }
}
