import { sql } from 'kysely'
import { nationalNo } from '#contract/archive.ts'
import type { Call } from '#contract/call.ts'
import { idNo, mobile } from '#contract/fields.ts'
import type { Services } from './context.ts'
import { transaction } from './database.ts'
import { Fault } from './fault.ts'

// So many different phones and ID numbers one person may ask about in a minute: a masked phone leaves ten thousand to try.
const perMinute = 60

const isNumber = (value: unknown) => [mobile, idNo, nationalNo].some((kind) => kind.safeParse(value).success)

/** Whether whatever a call answers tells of the numbers that it names; of other calls only a refusal does. */
export const isAsking = ({ method, answers }: Call) => method === 'GET' || answers === 'file'

/**
 * Counts the whole phones and ID numbers that an input names, whichever process is asked; refuses somebody who asks about too
 * many: whoever tries one after the other is looking for a masked one. `what` keeps counts apart. Only hashes are kept.
 */
export async function countSought(services: Services, userNo: string, input: Record<string, unknown>, what = 'sought') {
  const numbers = new Set(userNo ? Object.values(input).filter(isNumber).map(String) : [])
  if (numbers.size === 0) return
  const tooMany = new Fault('busy', '一分钟内查找的号码太多，请稍后再试')
  if (numbers.size > perMinute) throw tooMany
  const person = `${what} ${userNo} `
  const asked = [...numbers].map((number) => person + services.secret.hash(number))
  await transaction(services.database.apartPool, {}, async (db) => {
    // One after the other, or those of the same moment would not see each other.
    await sql`select pg_advisory_xact_lock(hashtext(${person}))`.execute(db)
    await sql`insert into login_fail (who, until_tm) select who, now() + interval '1 minute' from unnest(${asked}::text[]) who
      on conflict (who) do update set until_tm = excluded.until_tm`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from login_fail
      where starts_with(who, ${person}) and until_tm > now()`.execute(db)
    if ((rows[0]?.count ?? 0) > perMinute) throw tooMany
  })
}
