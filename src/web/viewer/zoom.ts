/** Describes the size of something shown: as it fits, or by a factor. */
export type Zoom = 'fit' | number

const [least, most, step] = [0.1, 8, 1.25]

/** Returns one step larger or smaller than the factor that is shown now. */
export const zoomBy = (now: number, by: 1 | -1): number => Math.min(most, Math.max(least, now * step ** by))

/** Returns the size that a key asks for: + - 0; undefined for other keys. */
export function zoomOfKey(key: string, now: number): Zoom | undefined {
  if (key === '+' || key === '=') return zoomBy(now, 1)
  if (key === '-') return zoomBy(now, -1)
  return key === '0' ? 'fit' : undefined
}
