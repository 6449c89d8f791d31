export type Random = ReturnType<typeof makeRandom>

/** Draws that look random and are the same every time for one seed (mulberry32). */
export function makeRandom(seed: number) {
  let state = seed
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** Returns a whole number, both ends included. */
    between: (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1)),
    chance: (share: number) => fraction() < share,
    // Fails only for an empty list, as `fraction` is below 1.
    pick: <T>(list: readonly T[]) => list[Math.floor(fraction() * list.length)] as T,
  }
}
