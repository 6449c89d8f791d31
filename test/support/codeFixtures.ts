import { adapters } from '#domain/channels/adapters.ts'
import type { Outgoing } from '#domain/channels/adapter.ts'
import { makeCode } from '#server/auth/codes/phoneCodes.ts'
import { transaction } from '#server/database/database.ts'
import { asOwner } from './harness.ts'
import type { Known } from './samples.ts'
import type { Ground } from './ground.ts'

/** Lets codes of an enterprise leave into nothing, with a channel that takes everything. */
async function codesLeave({ server, entNo }: Ground): Promise<Known> {
  const send = async (_: unknown, lot: readonly Outgoing[]) => lot.map(({ dlvNo }) => ({ dlvNo, is: 'accepted' as const }))
  Object.assign(adapters, { alisms: { ...adapters.alisms, send } })
  await server.owner.query('update outward set install = null, pause_tm = null')
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('chn')
      .values({ entNo, chnKind: 'alisms', conf: JSON.stringify({ tplCode: 'SMS_1' }), useFlag: '1' })
      .onConflict((one) => one.doNothing())
      .execute(),
  )
  return {}
}

async function codeOfCaller({ server, caller: { userNo } }: Ground): Promise<Known> {
  const { rows } = await server.owner.query('select auth_tel from account where user_no = $1', [userNo])
  const key = { authTel: rows[0].auth_tel as string, purpose: 'verify' as const, userNo }
  const { database, secret } = server.services
  return { code: [await transaction(database.sidePool, {}, (db) => makeCode(db, secret, key, '127.0.0.1'))] }
}

async function withoutPassword({ server, caller: { userNo } }: Ground): Promise<Known> {
  await server.owner.query(`update account set pwd_hash = '' where user_no = $1`, [userNo])
  return { newPwd: ['Sunny-day-7'] }
}

/** Maps the calls about one's own phone and first password to what makes them succeed. */
export const codeFixtures = {
  '/user/user/sendtelcode': codesLeave,
  '/user/user/verifytel': codeOfCaller,
  '/user/user/setpwd': withoutPassword,
}
