import { ruleCodes, type RuleCode, checkRuleOf } from '#domain/students/datacheck.rules.contract.ts'

export type FindingCounts = Partial<Record<RuleCode, number>>
type Of = { stuCnt: number; clsCnt: number }

// Takes all points of a rule that finds a fifth of what it checks.
const whole = 0.2

/** Rates what was found by the points left of 100; all of them only where nothing was found. */
export function scoreOf(counts: FindingCounts, { stuCnt, clsCnt }: Of) {
  const findings = ruleCodes.map((code) => {
    const { of, weight } = checkRuleOf(code)
    const cnt = counts[code] ?? 0
    const among = Math.max(1, of === '班级' ? clsCnt : stuCnt)
    const lost = weight * Math.min(1, cnt / among / whole)
    return { code, cnt, lost: Math.round(lost * 10) / 10 }
  })
  const lost = findings.reduce((sum, one) => sum + one.lost, 0)
  const isClean = findings.every(({ cnt }) => cnt === 0)
  return { score: isClean ? 100 : Math.max(0, Math.min(99, Math.round(100 - lost))), findings }
}

/** Adds two counts. */
export const addCounts = (one: FindingCounts, other: FindingCounts): FindingCounts =>
  Object.fromEntries(ruleCodes.map((code) => [code, (one[code] ?? 0) + (other[code] ?? 0)]))
