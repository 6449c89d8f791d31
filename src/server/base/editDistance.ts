/** Counts the single characters to insert, delete, replace or swap with their neighbour that turn one text into the other. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of a.entries()) {
    const next = [i + 1]
    for (const [j, against] of b.entries()) {
      const cost = letter === against ? 0 : 1
      let least = Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + cost)
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === against) least = Math.min(least, (before[j - 1] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Returns the one of `known` that a text most likely means: a character apart, or its characters in order; undefined where
 * several might be.
 */
export function nearestText(text: string, known: readonly string[]): string | undefined {
  const slips = known.filter((name) => editDistance(name, text) === 1 && name.length > 1)
  const short = text.length > 1 ? known.filter((name) => name.length > text.length && isWithin(text, name)) : []
  for (const found of [slips, short]) {
    if (found.length === 1) return found[0]
    if (found.length > 1) return undefined
  }
  return undefined
}

// Tells whether every character is in the name in this order, the first and the last in their places: 语文组 in 语文教研组.
function isWithin(text: string, name: string): boolean {
  let at = 0
  for (const letter of name) if (letter === text[at]) at++
  return at === text.length && (name[0] === text[0] || name.endsWith(text))
}
