import sharp from 'sharp'
import { makeRandom } from '../random.ts'

export type Point = readonly [number, number]
export type Crayons = ReturnType<typeof openCrayons>

/** Describes a drawing sheet in pixels; everything on it is placed in hundredths of its width and height. */
export type Sheet = { width: number; height: number; paper: string; seed: number }

/** Opens crayons over a sheet: shapes with an unsteady edge and visible strokes, as a child's hand makes them. */
export function openCrayons({ width, height, paper, seed }: Sheet) {
  const random = makeRandom(seed)
  const parts: string[] = []
  let shapes = 0
  const shaky = (most: number) => random.between(-most, most)
  const at = ([x, y]: Point, most = width / 160): Point => [
    Math.round((x * width) / 100 + shaky(most)),
    Math.round((y * height) / 100 + shaky(most)),
  ]
  const path = (points: readonly Point[], most?: number) => `M${points.map((point) => at(point, most).join(' ')).join('L')}`

  /** Fills a shape: a thin wash below, strokes of the crayon across it, and its edge drawn over twice. */
  const fill = (points: readonly Point[], colour: string, { edge = colour, strokes = 26 } = {}) => {
    shapes += 1
    const outline = `${path(points)}Z`
    const xs = points.map(([x]) => (x * width) / 100)
    const ys = points.map(([, y]) => (y * height) / 100)
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const lean = (bottom - top) * 0.4
    const hatch = Array.from({ length: strokes }, (_, i) => {
      const x = left - lean + ((right - left + lean) * i) / strokes + shaky(5)
      return `M${Math.round(x + lean)} ${Math.round(top + shaky(6))}L${Math.round(x + shaky(8))} ${Math.round(bottom + shaky(6))}`
    })
    const thick = Math.max(3, Math.round((right - left + lean) / strokes))
    parts.push(
      `<clipPath id="c${shapes}"><path d="${outline}"/></clipPath><path d="${outline}" fill="${colour}" fill-opacity=".72"/>`,
      `<path d="${hatch.join('')}" clip-path="url(#c${shapes})" stroke="${colour}" stroke-width="${thick}" stroke-opacity=".6"/>`,
      `<path d="${outline}${path(points)}Z" stroke="${edge}" stroke-width="${width / 260}" stroke-opacity=".8"/>`,
    )
  }
  const line = (points: readonly Point[], colour: string, thick = 4) =>
    parts.push(
      `<path d="${path(points)}${path(points)}" stroke="${colour}" stroke-width="${(thick * width) / 1200}" stroke-opacity=".85"/>`,
    )
  /** Fills a round shape; its radii are in hundredths of the width. */
  const round = ([x, y]: Point, [rx, ry]: Point, colour: string, how?: { edge?: string; strokes?: number }) => {
    const corners = Array.from({ length: 22 }, (_, i): Point => {
      const angle = (i / 22) * 2 * Math.PI
      return [x + Math.cos(angle) * rx, y + (Math.sin(angle) * ry * width) / height]
    })
    fill(corners, colour, how)
  }
  // Turns every second drawing around, so that no two of a scene look traced.
  const turned = random.chance(0.5) ? ` transform="translate(${width} 0) scale(-1 1)"` : ''
  const text = () =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" fill="${paper}"/><g${turned}>${parts.join('')}</g></svg>`
  return { random, fill, line, round, text }
}

/** Turns a drawing into a picture file, as a scanner or a phone would make it. */
export const jpegOf = (drawing: string) => sharp(Buffer.from(drawing)).jpeg({ quality: 84 }).toBuffer()
export const pngOf = (drawing: string) => sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
