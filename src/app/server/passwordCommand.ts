import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unlockName } from '#server/auth/attempts.ts'
import { hashPassword, randomPassword } from '#server/auth/password.ts'
import type { BackupJob } from '#server/backup/job.ts'
import { runCommand } from '#server/backup/runCommand.ts'
import { openSource } from '#server/backup/source.ts'
import { ExitError } from '#server/base/exit.ts'
import { endAllSessions } from '#server/call/session.ts'
import { makePool } from '#server/database/connections/connection.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { updateRow } from '#server/database/rows.ts'

await runCommand(async ([name, ...more], job) => {
  if (!name || more.length > 0) throw new ExitError('setting', '请写出一个登录账号，例如：npm run password admin')
  await resetPassword(name, job)
})

/**
 * Gives an account a new initial password, whoever works on the database meanwhile: whoever may read the data folder has proven
 * enough. Ends its sessions and locks, and leaves a line in the sign-in log. Throws an ExitError for an unknown account.
 */
async function resetPassword(name: string, job: BackupJob) {
  const { url } = await openSource(job)
  const pool = makePool(url, { max: 1 })
  pool.on('error', () => {})
  job.onEnd(() => pool.end())
  const pwd = randomPassword()
  const pwdHash = await hashPassword(pwd)
  const account = await transaction(pool, { call: 'password' }, async (db) => {
    const found = await find(db, name)
    await updateRow(db, 'account', { userNo: found.userNo }, { pwdHash, pwdInitial: true, pwdTm: sql`now()` }, [])
    await endAllSessions(db, found.userNo)
    await unlockName(db, found.name)
    const line = { name: found.name, userNo: found.userNo, way: 'machine', result: 'newPassword' }
    await db.insertInto('loginLog').values(line).execute()
    return found
  })
  job.say(`账号 ${account.name}（${account.nickName}）的新密码 ${pwd}（只显示这一次，下次登录须修改）`)
  job.say('这个账号的登录已全部结束，登录日志里有记录。')
  if (account.stt !== Status.enabled) job.warn('注意：这个账号已停用，启用以后才能登录。')
}

async function find(db: Db, name: string) {
  const account = await db
    .selectFrom('account')
    .select(['userNo', 'name', 'nickName', 'stt'])
    .where((on) => on.or([on(sql`lower(name)`, '=', name.toLowerCase()), on('userNo', '=', name)]))
    .where('stt', '<>', Status.deleted)
    .executeTakeFirst()
  if (!account) throw new ExitError('account', `没有账号 ${name}。请写登录账号或用户编号，首个运营员是 admin。`)
  return account
}
