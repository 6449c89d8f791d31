import { sql } from 'kysely'
import type { Db } from './database.ts'
import { Fault } from './fault.ts'

// Wrong tries within the window that lock a name (known or not) and an address (domain, 7.1).
const perName = 5
const perAddress = 20
const minutes = 15

/**
 * Counts a try before its password is looked at, so that tries at the same moment cannot slip past the limit.
 * Throws `locked` once the name or the address has used up its tries.
 */
export async function countAttempt(db: Db, name: string, address: string) {
  const byName = await count(db, `name:${name.toLowerCase()}`, perName)
  const byAddress = await count(db, `address:${address}`, perAddress)
  if (byName > perName || byAddress > perAddress) throw new Fault('locked', `密码错误次数过多，请 ${minutes} 分钟后再试`)
}

/** After a right password the name starts afresh and the address gets its try back. */
export async function forgiveAttempts(db: Db, name: string, address: string) {
  await sql`delete from login_fail where who = ${`name:${name.toLowerCase()}`}`.execute(db)
  await sql`update login_fail set cnt = greatest(cnt - 1, 0) where who = ${`address:${address}`}`.execute(db)
}

async function count(db: Db, who: string, limit: number): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    insert into login_fail (who, cnt, until_tm) values (${who}, 1, now() + make_interval(mins => ${minutes}))
    on conflict (who) do update set
      cnt = case when login_fail.until_tm < now() then 1 else login_fail.cnt + 1 end,
      until_tm = case when login_fail.until_tm < now() or login_fail.cnt + 1 = ${limit} then excluded.until_tm else login_fail.until_tm end
    returning cnt`.execute(db)
  return rows[0]?.cnt ?? 0
}
