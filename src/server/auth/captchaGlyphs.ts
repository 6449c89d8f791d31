export type GlyphPoint = readonly [x: number, y: number]
export type Stroke = readonly GlyphPoint[]

/** Parses a line through spots, written `x,y x,y`. */
const to = (spots: string): Stroke => spots.split(' ').map((spot) => spot.split(',').map(Number) as unknown as GlyphPoint)

/** Returns an arc around a middle, in degrees clockwise from the right. */
function bow([x, y, width, height]: [x: number, y: number, width: number, height: number], from: number, until: number): Stroke {
  const steps = 14
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((until - from) * i) / steps) * Math.PI) / 180
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)] as const
  })
}

const upright = to('1,0 1,14')
const hook = [...to('1,0'), ...bow([5, 3.6, 4, 3.6], -90, 90), ...to('1,7.2')]

/**
 * Holds characters as strokes in a box of 10 by 14, so that no font of the machine is needed. Leaves out those that are easily
 * confused.
 */
export const glyphs: Record<string, readonly Stroke[]> = {
  A: [to('0,14 5,0 10,14'), to('1.8,9 8.2,9')],
  C: [bow([5.5, 7, 5, 7], -45, -315)],
  E: [to('9,0 1,0 1,14 9,14'), to('1,7 7.5,7')],
  F: [to('9,0 1,0 1,14'), to('1,7 7.5,7')],
  H: [upright, to('9,0 9,14'), to('1,7 9,7')],
  J: [[...to('8,0 8,10'), ...bow([4.5, 10, 3.5, 4], 0, 180)]],
  K: [upright, to('9,0 1,8'), to('4,5.5 9.5,14')],
  M: [to('0,14 0.5,0 5,9 9.5,0 10,14')],
  N: [to('1,14 1,0 9,14 9,0')],
  P: [upright, hook],
  R: [upright, hook, to('5,7.2 9.5,14')],
  T: [to('0,0 10,0'), to('5,0 5,14')],
  W: [to('0,0 2.5,14 5,4 7.5,14 10,0')],
  X: [to('0.5,0 9.5,14'), to('9.5,0 0.5,14')],
  Y: [to('0,0 5,7 10,0'), to('5,7 5,14')],
  3: [[...bow([4.5, 3.7, 4, 3.7], -150, 90), ...bow([4.5, 10.4, 4.5, 3.6], -90, 150)]],
  4: [to('7,14 7,0 0.5,10 9.5,10')],
  7: [to('0.5,0 9.5,0 4,14')],
  9: [[...bow([5, 4.2, 4, 4.2], 0, 360), ...to('9,4.2 7,14')]],
}
