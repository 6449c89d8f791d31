import sharp, { type OverlayOptions, type Stats } from 'sharp'
import { randomBelow } from './captcha.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

export const slideSize = { width: 320, height: 160 }
const box = 56
const inTurn = limitConcurrency(2, 40)
const around = (middle: number, by: number) => middle - by + randomBelow(2 * by)
const whole = (from: number, to: number) => Math.floor(from + randomBelow(to - from + 1))

/** Draws the place of a piece in pixels from the left, never near the edge where it starts. */
export const newPlace = () => whole(box + 30, slideSize.width - box - 6)

/**
 * Draws a picture with a hole at `place`, and the piece that belongs there. Nothing of the piece is in the hole: it is frosted
 * glass before another part of the picture, and lighter or darker than it; other glass of other shapes lies about. The piece shows
 * a part of the picture that lies elsewhere. So a person sees the shape, and a program that compares dots, light or edges is led
 * to a wrong place.
 */
export async function drawSlide(place: number) {
  const { width, height } = slideSize
  const y = whole(4, height - box - 4)
  const form = newForm()
  const outline = outlineOf(form)
  const picture = await inTurn(() =>
    sharp(svg(width, height, scenery()))
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
  // Makes those in its row dark, for what is dark and even differs least from anything.
  const others = elsewhere(place, y).map(([left, top], i) => ({
    form: newForm(form),
    left,
    top,
    isDark: i < inRow || randomBelow(1) < 0.5,
  }))
  const panes = [{ form, left: place, top: y, isDark: randomBelow(1) < 0.15 }, ...others]
  const background = inTurn(async () => {
    const glass = await Promise.all(panes.map((pane) => frosted(picture, pane)))
    return sharp(picture)
      .composite([
        { input: svg(width, height, ribbons(form, place, y)) },
        ...glass,
        { input: await grain(width, height), blend: 'overlay' },
      ])
      .jpeg({ quality: 80 })
      .toBuffer()
  })
  const piece = inTurn(async () => {
    const toned = await sharp(picture)
      .extract({ left: placeApart(place), top: y, width: box, height: box })
      .modulate({ brightness: around(1, 0.06), saturation: around(1, 0.15), hue: whole(-8, 8) })
      .blur(around(0.6, 0.15))
      .composite([{ input: await grain(box, box), blend: 'overlay' }])
      .ensureAlpha()
      .toBuffer()
    return sharp(toned)
      .composite([
        { input: svg(box, box, `<path d="${outline}" fill="#fff"/>`), blend: 'dest-in' },
        { input: svg(box, box, `<path d="${outline}" fill="none" stroke="#fff" stroke-width="2"/>`) },
      ])
      .png()
      .toBuffer()
  })
  const [jpeg, png] = await Promise.all([background, piece])
  return {
    y,
    background: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
    piece: `data:image/png;base64,${png.toString('base64')}`,
  }
}

/** Draws a place that is not near the right one. */
function placeApart(place: number): number {
  const found = whole(box, slideSize.width - box)
  return Math.abs(found - place) < box / 2 ? placeApart(place) : found
}

/** Describes a pane of glass: its form, its place in the picture, and whether it is darker than what lies around it. */
type Pane = { form: Form; left: number; top: number; isDark: boolean }

// Sets how many other panes lie in the row of the right one.
const inRow = 2

/** Returns places of further panes that leave the right one free; the first lie in its row. */
function elsewhere(place: number, y: number): [left: number, top: number][] {
  const { width, height } = slideSize
  const places: [number, number][] = []
  const taken = () => [[place, y] as const, ...places]
  const isFree = (left: number, top: number) => taken().every(([x, other]) => Math.hypot(left - x, top - other) > box * 0.95)
  for (let tries = 0; tries < 200 && places.length < 3; tries++) {
    const [left, top] = [
      whole(box, width - box),
      places.length === 0 ? Math.min(Math.max(y + whole(-6, 6), 0), height - box) : whole(0, height - box),
    ]
    if (isFree(left, top)) places.push([left, top])
  }
  return places
}

const lightOf = ({ channels }: Stats) => channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length

// Leaves room around a pane for its soft border.
const margin = 8

/** Draws what is seen through a pane: another part of the picture, blurred, in a light unlike that of its place, with soft borders. */
async function frosted(picture: Buffer, { form, left, top, isDark }: Pane): Promise<OverlayOptions> {
  const { width, height } = slideSize
  const size = box + 2 * margin
  const [here, behind] = await Promise.all([
    sharp(picture).extract({ left, top, width: box, height: box }).stats(),
    sharp(picture)
      .extract({ left: whole(0, width - size), top: whole(0, height - size), width: size, height: size })
      .blur(around(3, 0.8))
      .toBuffer(),
  ])
  const light = lightOf(here)
  const seen = lightOf(await sharp(behind).stats())
  const outline = `<path d="${outlineOf(form, around(0.96, 0.05))}" transform="translate(${margin} ${margin})" fill="#fff"/>`
  const soft = `<defs><filter id="soft"><feGaussianBlur stdDeviation="${around(2.2, 0.3).toFixed(2)}"/></filter></defs>`
  const shifted = await sharp(behind)
    .linear(0.85, (isDark ? Math.min(light - 75, 90) : Math.max(light + 68, 158)) - 0.85 * seen + around(0, 8))
    .ensureAlpha()
    .toBuffer()
  const input = await sharp(shifted)
    .composite([{ input: svg(size, size, `${soft}<g filter="url(#soft)" opacity="0.88">${outline}</g>`), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { input, left: left - margin, top: top - margin }
}

/**
 * Draws thin curls over everything, whose edges are harder than those of the glass. Pieces of the right outline are among them in
 * its row: a person sees curls, a program that follows outlines finds more than one.
 */
function ribbons(form: Form, place: number, y: number): string {
  const { width, height } = slideSize
  const curl = (kept: Form, left: number, top: number) => {
    const part = whole(20, 30)
    const path = outlineOf(kept).replace('Z', '').split('L')
    const start = whole(0, path.length - 1)
    const spots = [...path, ...path].slice(start, start + part).map((spot) => spot.replace('M', ''))
    const look = `stroke="#fff" stroke-opacity="${around(0.8, 0.1).toFixed(2)}" stroke-width="${around(1.7, 0.3).toFixed(1)}"`
    return `<path d="M${spots.join('L')}" transform="translate(${left} ${top})" fill="none" stroke-linecap="round" ${look}/>`
  }
  const misleading = Array.from({ length: 5 }, (_, i) => {
    const left = box + ((i + randomBelow(1)) * (width - 2 * box)) / 5
    return Math.abs(left - place) > 12 ? curl(form, Math.round(left), y) : ''
  })
  const loose = Array.from({ length: 5 }, () => curl(newForm(), whole(-20, width - 30), whole(-20, height - 30)))
  return [...misleading, ...loose].join('')
}

/** Draws a fine grain, other at every time. */
const grain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 11 } } })
    .png()
    .toBuffer()

const svg = (width: number, height: number, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)

/** Draws hills, discs and bars over a slope of colours: enough that a piece can be told from its surroundings. */
function scenery(): string {
  const { width, height } = slideSize
  const tone = randomBelow(360)
  const fill = () => `hsl(${Math.floor(tone + around(0, 70))},${whole(35, 75)}%,${whole(35, 78)}%)`
  const one = () => {
    const [x, y, size] = [randomBelow(width), randomBelow(height), around(34, 26)]
    const look = `fill="${fill()}" opacity="${around(0.6, 0.3).toFixed(2)}" transform="rotate(${whole(0, 180)} ${x.toFixed()} ${y.toFixed()})"`
    const kind = whole(0, 2)
    if (kind === 0) return `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${around(size, size / 2)}" ${look}/>`
    if (kind === 1) return `<rect x="${x}" y="${y}" width="${size * 1.6}" height="${around(22, 14)}" rx="4" ${look}/>`
    return `<path d="M${x} ${y}l${size} ${around(size, 10)}l${-around(size * 1.6, 12)} ${around(8, 6)}z" ${look}/>`
  }
  return `<defs><linearGradient id="sky" gradientTransform="rotate(${whole(0, 90)})"><stop stop-color="${fill()}"/>
    <stop offset="1" stop-color="${fill()}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>${Array.from({ length: 40 }, one).join('')}`
}

/**
 * Lists shapes by their families, which a person tells apart at a glance: stars, leaves, a heart and a square, a peanut. Each is
 * its distance from the middle of the box by the angle, as a share of its size.
 */
const families: ((angle: number) => number)[][] = [
  [(angle) => 0.72 + 0.28 * Math.cos(5 * angle), (angle) => 0.8 + 0.2 * Math.cos(6 * angle)],
  [(angle) => 0.68 + 0.26 * Math.cos(3 * angle), (angle) => 0.66 + 0.28 * Math.cos(4 * angle)],
  [
    (angle) => 0.86 + 0.2 * Math.sin(angle) - 0.48 * Math.exp(-6 * (1 + Math.sin(angle))),
    (angle) => 0.72 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))),
  ],
  [(angle) => 0.6 + 0.38 * Math.cos(2 * angle)],
]

/** Describes the form of a pane: its family, its shape, and how it is turned. */
type Form = { family: number; shape: (angle: number) => number; turn: number }

/** Returns a form by chance, of another family than `other`. */
function newForm(other?: Form): Form {
  const family = whole(0, families.length - 1)
  const kinds = families[family] ?? []
  const shape = kinds[whole(0, kinds.length - 1)]
  return !shape || other?.family === family ? newForm(other) : { family, shape, turn: randomBelow(2 * Math.PI) }
}

/** Draws a form as a path in its box. */
function outlineOf({ shape, turn }: Form, size = 1): string {
  const reach = (box / 2 - 2) * size
  const spots = Array.from({ length: 72 }, (_, i) => {
    const angle = (i / 72) * 2 * Math.PI
    const far = reach * Math.min(1, shape(angle))
    return `${(box / 2 + far * Math.cos(angle + turn)).toFixed(1)} ${(box / 2 + far * Math.sin(angle + turn)).toFixed(1)}`
  })
  return `M${spots.join('L')}Z`
}
