import { imageTypes } from '#contract/fileTypes.ts'
import { formatBytes } from '#web/page/format.ts'

export type Size = { width: number; height: number }
type Point = { x: number; y: number }

/** What is made of a picture: pixels, type, and what the picture must measure at least. */
export type Cut = Size & {
  type: 'jpg' | 'png'
  /** No part that is smaller can be cut out. */
  least?: Size
  /** The whole picture fits in, with empty margins: logos are not all square. */
  margins?: boolean
  /** Shown in a circle. */
  round?: boolean
}

export const mostPicture = 20 * 2 ** 20

const kinds = `png、jpg、gif、svg 或 ico，不超过 ${formatBytes(mostPicture)}`

/** What may be chosen, in words; a jpg or png is made of it. */
export const pictureWords = ({ least }: Pick<Cut, 'least'>) =>
  least ? `${kinds}，至少 ${least.width}×${least.height} 像素` : kinds

/** Why a file is not opened; undefined where it is tried. */
export function refusePicture({ name, size }: { name: string; size: number }): string | undefined {
  const type = name.split('.').pop()?.toLowerCase() ?? ''
  if (!(imageTypes as readonly string[]).includes(type)) return `“${name}”不是图片，请选 ${kinds}`
  return size > mostPicture ? `图片有 ${formatBytes(size)}，超过 ${formatBytes(mostPicture)}，请缩小后再选` : undefined
}

/** Why a picture cannot be cut to what is asked; it may be turned. */
export function tooSmall({ width, height }: Size, least: Size | undefined): string | undefined {
  const fits = (w: number, h: number) => !least || (w >= least.width && h >= least.height)
  if (fits(width, height) || fits(height, width)) return undefined
  return `图片至少 ${least?.width}×${least?.height} 像素，这张是 ${width}×${height}`
}

/** What is seen while cutting, in pixels of the screen: the picture before zooming, and the frame over it. */
export type View = { media: Size & { naturalWidth: number }; frame: Size; crop: Point; zoom: number; turn: number }

const boxOf = ({ width, height }: Size, turn: number): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** The part inside the frame, in pixels of the turned picture; with margins it may reach beyond. */
export function areaOf({ media, frame, crop, zoom, turn }: View): Size & Point {
  const scale = media.naturalWidth / media.width / zoom
  const box = boxOf(media, turn)
  return {
    x: ((box.width * zoom - frame.width) / 2 - crop.x) * scale,
    y: ((box.height * zoom - frame.height) / 2 - crop.y) * scale,
    width: frame.width * scale,
    height: frame.height * scale,
  }
}

const mostZoom = 4

/** How far one may zoom out (until the frame is filled, or the whole picture is in it) and in. */
export function zoomsOf({ media, frame, turn }: Pick<View, 'media' | 'frame' | 'turn'>, { margins, least }: Cut) {
  const box = boxOf(media, turn)
  const min = margins ? Math.min(frame.width / box.width, frame.height / box.height) : 1
  const most = least ? (frame.width * media.naturalWidth) / media.width / least.width : Number.POSITIVE_INFINITY
  return { min, max: Math.max(min, Math.min(min * mostZoom, most)) }
}
