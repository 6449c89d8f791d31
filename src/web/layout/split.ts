/** Limits each side from below, in pixels (docs/spec/page.md#constants). */
export const leastSideWidth = 40

/** Sets the part of the room that the left side takes where no width is given. */
export const defaultShare = 0.5

/** Sets how far one press of an arrow key moves the divider, in pixels. */
const step = 16

/** Returns a width of the left side that leaves room for both, in pixels. */
export const fitSide = (side: number, room: number) => Math.round(Math.max(leastSideWidth, Math.min(room - leastSideWidth, side)))

/** Returns the width of the left side after a key; undefined where the key does nothing. */
export function sideAfterKey(key: string, side: number, room: number): number | undefined {
  const to = { ArrowLeft: side - step, ArrowRight: side + step, Home: leastSideWidth, End: room - leastSideWidth }[key]
  return to === undefined ? undefined : fitSide(to, room)
}
