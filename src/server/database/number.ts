import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { nearlyUsed, type NumberRuleState, numberOf, usedRate } from '#contract/values/numbering.ts'
import type { Db } from './database.ts'
import { Fault } from '#server/base/fault.ts'
import { log } from '#server/base/log.ts'

type Reserved = NumberRuleState & { last: number; day: string }

/**
 * Reserves `count` numbers of a rule (docs/spec/numbers.md#number-rules) and returns them; gaps may stay, duplicates never. Runs
 * in a transaction of its own, so that nobody waits for the caller's. Throws numberExhausted at the end of the segment.
 */
export async function reserveNumbers(db: Db, gnrtCode: string, count: number, entNo: string): Promise<string[]> {
  // Reads the clock when the row is locked: the day never goes back, and is the one in the numbers.
  const { rows } = await sql<Reserved>`
    update codegnrt g set cur_val = c.start + ${count}, cyc = c.now_day
    from (
      select gnrt_code, greatest(cyc, day) as now_day,
        case when cyc <> '' and left(cyc, len) < left(day, len) then min_val - 1 else greatest(cur_val, min_val - 1) end as start
      from codegnrt, lateral (select to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYYMMDD') as day,
        case rst_cyc when 'N' then 0 when 'Y' then 4 when 'M' then 6 else 8 end as len) t
      where gnrt_code = ${gnrtCode} and stt <> ${Status.deleted} for update
    ) c
    where g.gnrt_code = c.gnrt_code and c.start + ${count} <= g.max_val
    returning g.cur_val as last, g.prfx, g.sufx, g.fix_bit, g.min_val, g.max_val, g.rst_cyc, to_char(g.cyc::date, 'YYYY-MM-DD') as day`.execute(
    db,
  )
  const rule = rows[0]
  if (!rule) throw new Fault('numberExhausted', `编号规则 ${gnrtCode} 的号段已用完`)
  warnOf(gnrtCode, rule, count)
  const at = { day: rule.day, entNo }
  return Array.from({ length: count }, (_, i) => numberOf(rule, rule.last - count + 1 + i, at))
}

// Warns once, with the reservation that passes the mark.
function warnOf(gnrtCode: string, rule: Reserved, count: number) {
  const rate = usedRate(rule, rule.last)
  if (rate >= nearlyUsed && usedRate(rule, rule.last - count) < nearlyUsed)
    log.warn({ event: 'number segment nearly used up', gnrtCode, usedRate: rate })
}
