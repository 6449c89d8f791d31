import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import { nationalNo } from '#contract/archive.ts'
import type { Call } from '#contract/call.ts'
import { idNo, mobile } from '#contract/fields.ts'
import type { Me, Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

// Limits the phones and ID numbers that one person may ask about in a minute: a masked phone leaves ten thousand to try.
const perMinute = 60
const limits = [
  { span: '1 minute', most: perMinute, mark: '', told: '一分钟内查找的号码太多，请稍后再试' },
  { span: '1 day', most: 300, mark: 'day ', told: '一天内查找的号码太多，请明天再试' },
] as const

const isNumber = (value: unknown) => [mobile, idNo, nationalNo].some((kind) => kind.safeParse(value).success)

/** Tells whether an input names a number of a person. */
export const namesNumber = (input: Record<string, unknown>) => Object.values(input).some(isNumber)

/** Tells whether any answer of a call reveals something about the numbers it names; with other calls only a refusal does. */
export const isNumberProbe = ({ method, answers }: Call) => method === 'GET' || answers === 'file'

/**
 * Returns the numbers of an input that could be probed, those in the rows of a batch included, unless the caller sees such
 * numbers in clear anyway. Throws busy for more of them than may be tried in a minute.
 */
export function probedNumbers(
  { cells, access }: Call,
  { rights }: Me,
  { datas = [], ...input }: Record<string, unknown>,
): unknown[] {
  const [right] = typeof access === 'string' ? [] : access
  const clear: Right = `${right?.split(':')[0] ?? ''}:${actions.clear}`
  const seesAll = rights.has(clear) && rights.reachOf([clear]).whole && !rights.departmentsOf([clear])
  const written = cells && !seesAll ? (datas as object[]).flatMap((row) => Object.values(row)) : []
  if (new Set(written.filter(isNumber)).size > perMinute)
    throw new Fault('busy', `有的单元格不能保存。这一批里的号码超过 ${perMinute} 个，请分几次粘贴，才能看到是哪一格`)
  return [...Object.values(input), ...written]
}

/**
 * Counts the whole phones and ID numbers among what somebody tries, whichever process is asked; refuses somebody who asks about too
 * many in a minute or a day: whoever tries one after the other is looking for a masked one. `what` keeps counts apart. Only hashes
 * are kept.
 */
export async function countNumberProbes(services: Services, userNo: string, tried: readonly unknown[], what = 'sought') {
  const numbers = new Set(userNo ? tried.filter(isNumber).map(String) : [])
  if (numbers.size === 0) return
  if (numbers.size > perMinute) throw new Fault('busy', limits[0].told)
  const hashes = [...numbers].map((number) => services.secret.hash(number))
  await transaction(services.database.sidePool, {}, async (db) => {
    // Serializes the counts of a person, or those of the same moment would not see each other.
    await sql`select pg_advisory_xact_lock(hashtext(${`${what} ${userNo}`}))`.execute(db)
    for (const { span, most, mark, told } of limits) {
      const person = `${what} ${mark}${userNo} `
      await sql`insert into login_fail (who, until_tm) select ${person} || hash, now() + ${span}::interval
        from unnest(${hashes}::text[]) hash on conflict (who) do update set until_tm = excluded.until_tm`.execute(db)
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from login_fail
        where starts_with(who, ${person}) and until_tm > now()`.execute(db)
      if ((rows[0]?.count ?? 0) > most) throw new Fault('busy', told)
    }
  })
}
