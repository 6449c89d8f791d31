import { imageTypes } from '#contract/fileTypes.ts'
import { typeOfFile } from '#contract/uploadFilters.ts'
import { formatBytes } from '#web/page/format.ts'

export type PixelSize = { width: number; height: number }
type Point = { x: number; y: number }

/** Describes how a picture is cut: pixels, type, and its smallest measures. */
export type PictureCut = PixelSize & {
  type: 'jpg' | 'png'
  /** Gives the size of the smallest part that can be cut out. */
  least?: PixelSize
  /** Allows empty margins, so that the whole picture fits in: logos are not all square. */
  margins?: boolean
  /** Shows it in a circle. */
  round?: boolean
}

const mostPicture = 20 * 2 ** 20

const kinds = `png、jpg、gif、svg 或 ico，不超过 ${formatBytes(mostPicture)}`

/** Describes in words what may be chosen; a jpg or png is made of it. */
export const pictureRequirements = ({ least }: Pick<PictureCut, 'least'>) =>
  least ? `${kinds}，至少 ${least.width}×${least.height} 像素` : kinds

/** Returns why a file is not opened; undefined where it is tried. */
export function refusePicture({ name, size }: { name: string; size: number }): string | undefined {
  const type = typeOfFile(name)
  if (!(imageTypes as readonly string[]).includes(type)) return `“${name}”不是图片，请选 ${kinds}`
  return size > mostPicture ? `图片有 ${formatBytes(size)}，超过 ${formatBytes(mostPicture)}，请缩小后再选` : undefined
}

/** Returns why a picture cannot be cut to what is asked, undefined where it can; it may be turned. */
export function tooSmall({ width, height }: PixelSize, least: PixelSize | undefined): string | undefined {
  const fits = (w: number, h: number) => !least || (w >= least.width && h >= least.height)
  if (fits(width, height) || fits(height, width)) return undefined
  return `图片至少 ${least?.width}×${least?.height} 像素，这张是 ${width}×${height}`
}

/** Describes the view while cutting, in pixels of the screen: the picture before zooming, and the frame over it. */
export type CutView = { media: PixelSize & { naturalWidth: number }; frame: PixelSize; crop: Point; zoom: number; turn: number }

const boxOf = ({ width, height }: PixelSize, turn: number): PixelSize =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** Returns the part inside the frame, in pixels of the turned picture; with margins it may reach beyond. */
export function areaOf({ media, frame, crop, zoom, turn }: CutView): PixelSize & Point {
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

/** Returns how far one may zoom out (until the frame is filled, or the whole picture is in it) and in. */
export function zoomsOf({ media, frame, turn }: Pick<CutView, 'media' | 'frame' | 'turn'>, { margins, least }: PictureCut) {
  const box = boxOf(media, turn)
  const min = margins ? Math.min(frame.width / box.width, frame.height / box.height) : 1
  const most = least ? (frame.width * media.naturalWidth) / media.width / least.width : Number.POSITIVE_INFINITY
  return { min, max: Math.max(min, Math.min(min * mostZoom, most)) }
}
