/** Neither side becomes narrower (docs/spec/page.md#constants). */
export const edge = 40

/** The part of the room that the left side takes where no width is given. */
export const half = 0.5

/** How much one press of an arrow key moves the divider. */
const step = 16

/** A width of the left side that leaves room for both. */
export const fitSide = (side: number, room: number) => Math.round(Math.max(edge, Math.min(room - edge, side)))

/** The width of the left side after a key; undefined where the key does nothing. */
export function sideAfterKey(key: string, side: number, room: number): number | undefined {
  const to = { ArrowLeft: side - step, ArrowRight: side + step, Home: edge, End: room - edge }[key]
  return to === undefined ? undefined : fitSide(to, room)
}
