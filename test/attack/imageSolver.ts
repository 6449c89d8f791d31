import sharp from 'sharp'
import { glyphs } from '#server/auth/captchaGlyphs.ts'

const [width, height, zoom] = [200, 64, 2]
const [columns, rows] = [24, 32]

type Field = Float32Array

/** Blurs and shrinks a drawing to ink by dot, from 0 for paper on. */
async function inkOf(drawn: Buffer, size: { width: number; height: number }): Promise<Field> {
  const { data, info } = await sharp(drawn)
    .flatten({ background: '#f3f6fa' })
    .greyscale()
    .blur(1.6)
    .resize(size.width / zoom, size.height / zoom, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Float32Array.from({ length: info.width * info.height }, (_, i) => 245 - (data[i * info.channels] ?? 0))
}

type Template = { sign: string; ink: Field }

/** Draws every sign upright and turned both ways, slanted both ways, as a program would that has seen the source. */
async function drawTemplates(): Promise<Template[]> {
  const templates: Template[] = []
  for (const [sign, strokes] of Object.entries(glyphs))
    for (const turn of [-20, -11, 11, 20])
      for (const slant of [-9, 9]) {
        const paths = strokes.map((stroke) => `<path d="M${stroke.map(([x, y]) => `${x - 5} ${y - 7}`).join('L')}"/>`)
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * zoom}" height="${height}" fill="none" stroke="#333"
          stroke-width="1.65" stroke-linecap="round"><g transform="translate(${columns} ${height / 2}) rotate(${turn}) skewX(${slant}) scale(2.8)">${paths.join('')}</g></svg>`
        templates.push({ sign, ink: await inkOf(Buffer.from(svg), { width: columns * zoom, height }) })
      }
  return templates
}

function alike(seen: Field, left: number, top: number, ink: Field): number {
  let [sum, other, count] = [0, 0, 0]
  const at = (x: number, y: number) =>
    y < 0 || y >= rows || x < 0 || x >= width / zoom ? 0 : (seen[y * (width / zoom) + x] ?? 0)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, count++) {
      sum += at(left + x, top + y)
      other += ink[y * columns + x] ?? 0
    }
  const [a, b] = [sum / count, other / count]
  let [both, first, second] = [0, 0, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const [one, two] = [at(left + x, top + y) - a, (ink[y * columns + x] ?? 0) - b]
      both += one * two
      first += one * one
      second += two * two
    }
  return both / Math.sqrt(first * second || 1)
}

let templates: Promise<Template[]> | undefined

/** Reads the four signs of a picture by comparing each place with all signs. */
export async function readSigns(image: string): Promise<string> {
  templates ??= drawTemplates()
  const known = await templates
  const seen = await inkOf(Buffer.from(image.split(',')[1] ?? '', 'base64'), { width, height })
  return Array.from({ length: 4 }, (_, i) => {
    let best = { sign: '', worth: -Infinity }
    for (const { sign, ink } of known)
      for (let dx = -6; dx <= 6; dx += 2)
        for (let dy = -6; dy <= 6; dy += 2) {
          const worth = alike(seen, ((33 + i * 45) / zoom - columns / 2 + dx) | 0, dy, ink)
          if (worth > best.worth) best = { sign, worth }
        }
    return best.sign
  }).join('')
}
