import sharp from 'sharp'

/** Describes a slide as a program sees it: brightness of the picture and the piece, and which dots belong to the piece. */
export type SeenSlide = { picture: Grey; piece: Grey; mask: Float32Array; y: number }

export type Grey = { dots: Float32Array; width: number; height: number }

const dataOf = (address: string) => Buffer.from(address.split(',')[1] ?? '', 'base64')

/** Reads the pictures of a slide, as they are sent to the page. */
export async function seeSlide(slide: { background: string; piece: string; y: number }): Promise<SeenSlide> {
  const { data: alpha } = await sharp(dataOf(slide.piece))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    picture: await greyOf(dataOf(slide.background)),
    piece: await greyOf(dataOf(slide.piece)),
    mask: Float32Array.from(alpha, (one) => (one > 200 ? 1 : 0)),
    y: slide.y,
  }
}

async function greyOf(bytes: Buffer): Promise<Grey> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#000' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dots = Float32Array.from({ length: info.width * info.height }, (_, i) => data[i * info.channels] ?? 0)
  return { dots, width: info.width, height: info.height }
}

/** Lists how strongly the brightness changes at each dot. */
function edgesOf({ dots, width, height }: Grey): Grey {
  const edges = new Float32Array(dots.length)
  const at = (x: number, y: number) => dots[y * width + x] ?? 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      edges[y * width + x] = Math.hypot(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1))
  return { dots: edges, width, height }
}

// Leaves out the border of the piece, which is drawn on it.
function shrunken(mask: Float32Array, width: number, by: number): Float32Array {
  const inner = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    const whole = [-by, by, -by * width, by * width].every((step) => mask[i + step] === 1)
    inner[i] = mask[i] === 1 && whole ? 1 : 0
  }
  return inner
}

const earliest = 60

/** Returns the place from the left where `worth` is greatest. */
function bestPlace({ picture, piece }: SeenSlide, worth: (x: number) => number): number {
  let best = { x: earliest, worth: -Infinity }
  for (let x = earliest; x <= picture.width - piece.width; x++) {
    const found = worth(x)
    if (found > best.worth) best = { x, worth: found }
  }
  return best.x
}

/** Collects the pairs of dots that would lie on each other at a place. */
function pairsAt({ picture, piece, y }: Pick<SeenSlide, 'picture' | 'piece' | 'y'>, mask: Float32Array, x: number) {
  const over: number[] = []
  const under: number[] = []
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue
    over.push(piece.dots[i] ?? 0)
    under.push(picture.dots[(y + Math.floor(i / piece.width)) * picture.width + x + (i % piece.width)] ?? 0)
  }
  return { over, under }
}

const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length

function correlation(over: number[], under: number[]): number {
  const [a, b] = [mean(over), mean(under)]
  let [both, first, second] = [0, 0, 0]
  for (let i = 0; i < over.length; i++) {
    const [one, other] = [(over[i] ?? 0) - a, (under[i] ?? 0) - b]
    both += one * other
    first += one * one
    second += other * other
  }
  return both / Math.sqrt(first * second || 1)
}

/** Looks where the picture is the piece at some fraction of its brightness. */
export function byDifference(slide: SeenSlide): number {
  const mask = shrunken(slide.mask, slide.piece.width, 3)
  const factors = [0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4]
  return bestPlace(slide, (x) => {
    const { over, under } = pairsAt(slide, mask, x)
    return -Math.min(...factors.map((factor) => mean(over.map((one, i) => Math.abs(one * factor - (under[i] ?? 0))))))
  })
}

/** Looks where the picture follows the piece, whatever the light: by normalised cross-correlation. */
export function byCorrelation(slide: SeenSlide): number {
  const mask = shrunken(slide.mask, slide.piece.width, 3)
  return bestPlace(slide, (x) => {
    const { over, under } = pairsAt(slide, mask, x)
    return correlation(over, under)
  })
}

/** Looks where the picture has edges along the outline of the piece. */
export function byEdges(slide: SeenSlide): number {
  const { width, height } = slide.piece
  const outline = edgesOf({ dots: slide.mask.map((one) => one * 255), width, height })
  const everywhere = new Float32Array(slide.mask.length).fill(1)
  const seen = { picture: edgesOf(slide.picture), piece: outline, y: slide.y }
  return bestPlace(slide, (x) => {
    const { over, under } = pairsAt(seen, everywhere, x)
    return correlation(over, under)
  })
}

export const solvers = { difference: byDifference, correlation: byCorrelation, edges: byEdges }
