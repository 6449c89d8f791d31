import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { randomBelow } from './captcha.ts'
import { glyphs, type GlyphPoint, type Stroke } from './captchaGlyphs.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

const signs = Object.keys(glyphs)

const [width, height] = [200, 64]
const inTurn = limitConcurrency(2, 40)
/** Returns a number whose distance from 0 lies between two, on either side. */
const swing = (least: number, most: number) => (least + randomBelow(most - least)) * (randomBelow(1) < 0.5 ? -1 : 1)
const around = (middle: number, by: number) => middle - by + randomBelow(2 * by)

/** Returns four unpredictable signs. */
export const newText = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')

/** Draws a text as a PNG: bent, tilted and crossed by lines in its own colours, so that it is in no markup. */
export async function drawText(text: string): Promise<string> {
  const bend = bending()
  const strokes = [...text].flatMap((sign, i) =>
    placed(glyphs[sign] ?? [], 18 + i * 45).map((stroke) => line(stroke.map(bend), 4.3)),
  )
  const across = Array.from({ length: 4 }, () => line(wanderer().map(bend), 2.5))
  const specks = Array.from({ length: 40 }, speck)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round"
    stroke-linejoin="round"><rect width="100%" height="100%" fill="#f3f6fa"/>${[...strokes, ...across, ...specks].join('')}</svg>`
  const png = await inTurn(() => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Returns the strokes of one sign in its place, each sign turned, slanted and sized in its own way. */
function placed(strokes: readonly Stroke[], left: number): Stroke[] {
  const [turn, slant, size] = [swing(0.15, 0.42), around(0, 0.3), around(2.75, 0.35)]
  const [middleX, middleY] = [left + around(15, 8), around(height / 2, 8)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const place = ([x, y]: GlyphPoint): GlyphPoint => {
    const [flatX, flatY] = [(x - 5 + (y - 7) * slant) * size, (y - 7) * size]
    return [middleX + flatX * cos - flatY * sin, middleY + flatX * sin + flatY * cos]
  }
  return strokes.map((stroke) => finely(stroke).map(place))
}

// Adds points to long lines, or they could not be bent.
const finely = (stroke: Stroke): Stroke =>
  stroke.flatMap((spot, i) => {
    const next = stroke[i + 1]
    if (!next) return [spot]
    return [0, 0.25, 0.5, 0.75].map(
      (part) => [spot[0] + (next[0] - spot[0]) * part, spot[1] + (next[1] - spot[1]) * part] as const,
    )
  })

/** Returns one wave in each direction for the whole picture. */
function bending() {
  const [lengthX, lengthY, phaseX, phaseY] = [around(42, 12), around(30, 8), randomBelow(6.3), randomBelow(6.3)]
  return ([x, y]: GlyphPoint): GlyphPoint => [
    x + 3 * Math.sin(y / (lengthY / 6.3) + phaseX),
    y + 3.6 * Math.sin(x / (lengthX / 6.3) + phaseY),
  ]
}

const wanderer = (): Stroke => {
  const [from, to, wave] = [randomBelow(height), randomBelow(height), around(0, 16)]
  return Array.from({ length: 13 }, (_, i) => [i * 17, from + ((to - from) * i) / 12 + wave * Math.sin(i / 2)] as const)
}

const colour = () => `hsl(${Math.floor(randomBelow(360))},55%,${Math.floor(around(36, 6))}%)`
const line = (spots: Stroke, thick: number) =>
  `<path d="M${spots.map((spot) => spot.map((at) => at.toFixed(1)).join(' ')).join('L')}" stroke="${colour()}" stroke-width="${around(thick, 0.5).toFixed(1)}"/>`
const speck = () =>
  `<circle cx="${randomBelow(width).toFixed(1)}" cy="${randomBelow(height).toFixed(1)}" r="${around(1.1, 0.5).toFixed(1)}" fill="${colour()}"/>`
