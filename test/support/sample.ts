/**
 * Tells whether `npm test` takes this part of a proof: one in so many by its name, so that what failed once fails again. `npm run
 * proof` runs the whole (`WHOLE=1`).
 */
export function isSampled(name: string, oneIn = 3): boolean {
  const mixed = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 0)
  return Boolean(process.env.WHOLE) || mixed % oneIn === 0
}
