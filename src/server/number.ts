import { today } from './day.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { Fault } from './fault.ts'

type Rule = { last: number; prfx: string; sufx: string; fixBit: number }

/**
 * Reserves `count` numbers of a rule (domain, 2.8) and answers them; gaps may stay, duplicates never.
 * Runs in a transaction of its own, so that nobody waits for the caller's.
 */
export async function reserveNumbers(db: Db, gnrtCode: string, count: number, entNo: string): Promise<string[]> {
  const { rows } = await sql<Rule>`
    update codegnrt g set cur_val = c.start + ${count}, cyc = c.cyc
    from (
      select gnrt_code, now_cyc as cyc, case when cyc = now_cyc then greatest(cur_val, min_val - 1) else min_val - 1 end as start
      from codegnrt, lateral (select case rst_cyc when 'N' then '' else to_char(now() at time zone 'Asia/Shanghai',
        case rst_cyc when 'Y' then 'YYYY' when 'M' then 'YYYYMM' else 'YYYYMMDD' end) end as now_cyc) t
      where gnrt_code = ${gnrtCode} for update
    ) c
    where g.gnrt_code = c.gnrt_code and c.start + ${count} <= g.max_val
    returning g.cur_val as last, g.prfx, g.sufx, g.fix_bit`.execute(db)
  const rule = rows[0]
  if (!rule) throw new Fault('numberExhausted', `编号规则 ${gnrtCode} 的号段已用完`)
  const prefix = withTokens(rule.prfx, entNo)
  const suffix = withTokens(rule.sufx, entNo)
  return Array.from({ length: count }, (_, i) => prefix + String(rule.last - count + 1 + i).padStart(rule.fixBit, '0') + suffix)
}

function withTokens(pattern: string, entNo: string): string {
  if (!pattern.includes('{')) return pattern
  const [year = '', month = '', day = ''] = today().split('-')
  const tokens: Record<string, string> = { yyyy: year, yy: year.slice(2), MM: month, dd: day, entNo, idntNo: entNo.slice(0, 3) }
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => tokens[name] ?? whole)
}
