import { checkDigit } from '#contract/values/idNumber.ts'

/** Describes what stands in one row of an answer beside a number: the birth date, the sex, and all of its texts. */
export type Row = { no: string; brth: string | undefined; sex: string | undefined; texts: readonly string[] }

/** Says how often each district begins a number: whoever guesses knows where the pupils of a school come from. */
export type Districts = ReadonlyMap<string, number>

export const districtsOf = (numbers: readonly string[]): Districts => {
  const counted = new Map<string, number>()
  for (const number of numbers) counted.set(number.slice(0, 6), (counted.get(number.slice(0, 6)) ?? 0) + 1 / numbers.length)
  return counted
}

const sequences = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))
const oddOf: Record<string, number> = { M: 1, N: 0, F: 0, 男: 1, 女: 0 }

/** Finds texts that show characters of a number: digits among characters that hide others. */
const shownIn = ({ texts }: Row) =>
  texts.flatMap((text) =>
    [...text.matchAll(/(?<![\dX*])[\dXx*]{18}(?![\dX*])/g)].flatMap(([found]) => (/\d/.test(found) ? [found.toUpperCase()] : [])),
  )

const fits = (number: string, shown: string) => [...shown].every((char, i) => char === '*' || char === number[i])

/**
 * Guesses the ID number in a row from everything that stands there: the birth date, the parity that the sex gives, the districts
 * in use, the characters that are shown, and the last one, which checks the others. Answers the best guess (empty where any is as good), and
 * how likely it is right; undefined where no birth date tells when.
 */
export function guess(row: Row, districts: Districts): { number: string; chance: number } | undefined {
  const shown = shownIn(row)
  const days = [row.brth, ...shown.map((one) => one.slice(6, 14))].filter((day) => day !== undefined && /^\d{8}$/.test(day))
  const [day] = days
  if (!day) return undefined
  const odd = oddOf[row.sex ?? '']
  const possible = sequences.filter((sequence) => odd === undefined || Number(sequence[2]) % 2 === odd)
  // Needs no numbers where all are possible: the most frequent district with any sequence.
  if (shown.length === 0) return { number: '', chance: Math.max(...districts.values()) / possible.length }
  let best = { number: '', weight: 0 }
  let total = 0
  for (const [district, weight] of districts)
    for (const sequence of possible) {
      const seventeen = district + day + sequence
      const number = seventeen + checkDigit(seventeen)
      if (!shown.every((one) => fits(number, one))) continue
      total += weight
      if (weight > best.weight) best = { number, weight }
    }
  return total > 0 ? { number: best.number, chance: best.weight / total } : undefined
}

const keys = ['stuNo', 'empNo', 'ptrNo', 'vstNo']

/** Collects the rows about people in an answer: of each object that names one, its own texts, not those of people within it. */
export function rowsIn(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer.flatMap(rowsIn)
  if (typeof answer !== 'object' || answer === null) return []
  const inside = Object.values(answer).flatMap(rowsIn)
  const no = keys.map((key) => (answer as Record<string, unknown>)[key]).find((value) => typeof value === 'string')
  if (typeof no !== 'string') return inside
  const { brth, sex } = answer as { brth?: string | null; sex?: string | null }
  return [{ no, brth: brth ?? undefined, sex: sex ?? undefined, texts: textsOf(answer) }, ...inside]
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => (isPerson(one) ? [] : textsOf(one)))
}

const isPerson = (value: unknown) => typeof value === 'object' && value !== null && keys.some((key) => key in value)

/** Returns the mean success of the best guess over rows whose numbers are known; 0 where a guess is wrong or impossible. */
export function meanSuccess(rows: readonly Row[], numbers: ReadonlyMap<string, string>, districts: Districts) {
  const chances = rows.flatMap((row) => (numbers.has(row.no) ? [guess(row, districts)?.chance ?? 0] : []))
  return chances.length > 0 ? chances.reduce((sum, chance) => sum + chance, 0) / chances.length : 0
}
