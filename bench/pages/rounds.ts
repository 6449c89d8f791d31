/** Is how often each page is looked at; `ROUNDS` changes it. */
export const rounds = Number(process.env.ROUNDS ?? 5)

/** Returns the middle one; NaN of none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
