import type { Condition, ShownWhen } from './column.ts'

/** Lists the conditions of a column. */
export const conditionsOf = ({ more = [], anyFlag: _, ...first }: ShownWhen): Condition[] => [first, ...more]

/** Returns conditions as a column holds them; null for none. */
export function shownWhen([first, ...more]: readonly Condition[], isAny: boolean): ShownWhen | null {
  if (!first) return null
  return { ...first, ...(more.length > 0 && { more }), ...(more.length > 0 && isAny && { anyFlag: '1' as const }) }
}

/**
 * Tells whether a value meets a condition; undefined where that cannot be judged, since what is compared with an amount holds none.
 */
export function isMet({ op, vals }: Condition, value: unknown): boolean | undefined {
  const held = heldBy(value)
  switch (op) {
    case 'filled':
      return held.length > 0
    case 'empty':
      return held.length === 0
    case 'has':
      return held.some((one) => vals.some((val) => one.toLowerCase().includes(val.toLowerCase())))
    case 'least':
    case 'below': {
      const [amount, limit] = [amountOf(value), vals[0] ? Number(vals[0]) : Number.NaN]
      if (amount === undefined || Number.isNaN(limit)) return undefined
      return op === 'least' ? amount >= limit : amount < limit
    }
    default:
      return held.some((one) => vals.includes(one)) === (op === 'eq')
  }
}

/**
 * Returns what a value is compared by: a number, a year or day as one, or the days of a range, each begun day as one; undefined for
 * nothing.
 */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return /^(\d{4}|\d{8}|\d{14})$/.test(value) ? Number(value.slice(0, 8)) : undefined
  const { sDt, eDt } = (value ?? {}) as { sDt?: string; eDt?: string }
  if (!sDt || !eDt) return undefined
  return Math.round((dayOf(eDt) - dayOf(sDt)) / 86_400_000) + 1
}

const dayOf = (time: string) => Date.UTC(Number(time.slice(0, 4)), Number(time.slice(4, 6)) - 1, Number(time.slice(6, 8)))

const heldBy = (value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value.map(nameOf) : [String(value)]
}

const nameOf = (one: unknown) => (typeof one === 'object' && one !== null && 'no' in one ? String(one.no) : String(one))
