import sharp from 'sharp'
import { randomBelow } from './captcha.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

export const slideSize = { width: 320, height: 160 }
const box = 56
const inTurn = limitConcurrency(2, 40)
const around = (middle: number, by: number) => middle - by + randomBelow(2 * by)
const whole = (from: number, to: number) => Math.floor(from + randomBelow(to - from + 1))

/** Draws the place of a piece in pixels from the left, never near the edge where it starts. */
export const newPlace = () => whole(box + 30, slideSize.width - box - 6)

/** Draws a picture with a hole at `place`, and the piece that was cut out of there. */
export async function drawSlide(place: number) {
  const { width, height } = slideSize
  const y = whole(4, height - box - 4)
  const outline = outlineOf()
  const picture = await inTurn(() =>
    sharp(svg(width, height, scenery()))
      .png()
      .toBuffer(),
  )
  const background = inTurn(() =>
    sharp(picture)
      .composite([{ input: svg(width, height, hole(outline, place, y)) }])
      .jpeg({ quality: 82 })
      .toBuffer(),
  )
  const piece = inTurn(() =>
    sharp(picture)
      .extract({ left: place, top: y, width: box, height: box })
      .ensureAlpha()
      .composite([
        { input: svg(box, box, `<path d="${outline}" fill="#fff"/>`), blend: 'dest-in' },
        { input: svg(box, box, `<path d="${outline}" fill="none" stroke="#fff" stroke-width="2"/>`) },
      ])
      .png()
      .toBuffer(),
  )
  const [jpeg, png] = await Promise.all([background, piece])
  return {
    y,
    background: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
    piece: `data:image/png;base64,${png.toString('base64')}`,
  }
}

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
    <rect width="100%" height="100%" fill="url(#sky)"/>${Array.from({ length: 60 }, one).join('')}`
}

/** Draws a random shape of six to nine corners whose distance from the middle varies. */
function outlineOf(): string {
  const corners = whole(6, 9)
  const spots = Array.from({ length: corners }, (_, i) => {
    const angle = ((i + around(0, 0.2)) / corners) * 2 * Math.PI
    const far = around(21, 5)
    return [box / 2 + far * Math.cos(angle), box / 2 + far * Math.sin(angle)] as const
  })
  const between = (i: number) => {
    const [a, b] = [spots[i % corners], spots[(i + 1) % corners]] as [readonly [number, number], readonly [number, number]]
    return `${((a[0] + b[0]) / 2).toFixed(1)} ${((a[1] + b[1]) / 2).toFixed(1)}`
  }
  const bows = spots.map(([x, y], i) => `Q${x.toFixed(1)} ${y.toFixed(1)} ${between(i)}`)
  return `M${between(corners - 1)}${bows.join('')}Z`
}

// Adds a paler shape of another outline, which misleads a search for edges.
function hole(outline: string, place: number, y: number): string {
  const decoy = `<path d="${outlineOf()}" transform="translate(${whole(0, slideSize.width - box)} ${whole(0, slideSize.height - box)})"
    fill="#000" fill-opacity="0.14"/>`
  return `${decoy}<path d="${outline}" transform="translate(${place} ${y})" fill="#000" fill-opacity="0.5" stroke="#fff" stroke-opacity="0.7"/>`
}
