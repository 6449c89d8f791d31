import { sql } from 'kysely'
import { today } from '#contract/values/day.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'

export type Numbers = Awaited<ReturnType<typeof openNumbers>>

/** Returns numbers by the rules in the database, counted in memory; `keep` writes back how far each rule went. */
export async function openNumbers(db: Db) {
  const rules = await db.selectFrom('codegnrt').select(['gnrtCode', 'prfx', 'fixBit', 'curVal']).execute()
  const ruleOf = (code: string) => requireRow(rules.find(({ gnrtCode }) => gnrtCode === code))
  return {
    next(gnrtCode: string): string {
      const rule = ruleOf(gnrtCode)
      rule.curVal += 1
      return rule.prfx + String(rule.curVal).padStart(rule.fixBit, '0')
    },
    /** Tells a rule that this value was given out by hand. */
    startAfter(gnrtCode: string, value: number) {
      const rule = ruleOf(gnrtCode)
      rule.curVal = Math.max(rule.curVal, value)
    },
    async keep() {
      const codes = rules.map(({ gnrtCode }) => gnrtCode)
      const values = rules.map(({ curVal }) => curVal)
      await sql`update codegnrt g set cur_val = w.val, cyc = ${today().replaceAll('-', '')} from unnest(${codes}::text[], ${values}::bigint[]) w (code, val)
        where g.gnrt_code = w.code and g.cur_val <> w.val`.execute(db)
    },
  }
}
