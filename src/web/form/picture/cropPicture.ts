import { areaOf, type PictureCut, type CutView } from './picture.ts'

/** Describes a chosen picture, as the browser reads it. */
export type Picture = { image: HTMLImageElement; name: string }

/** Opens a file as a picture, until it is let go; undefined where the browser knows none in it. */
export async function openPicture(file: File): Promise<Picture | undefined> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const isRead = await image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  )
  if (isRead) return { image, name: file.name }
  URL.revokeObjectURL(image.src)
  return undefined
}

export const closePicture = ({ image }: Picture) => URL.revokeObjectURL(image.src)

/** Makes a file of what is inside the frame. */
export async function cropPicture({ image, name }: Picture, view: CutView, { width, height, type }: PictureCut): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  // Paints a white ground under a jpg, which knows no transparency and would turn black.
  if (type === 'jpg') {
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
  }
  const { naturalWidth: w, naturalHeight: h } = image
  const area = areaOf(view)
  context.imageSmoothingQuality = 'high'
  context.scale(width / area.width, height / area.height)
  context.translate(-area.x, -area.y)
  if (view.turn % 180 === 0) context.translate(w / 2, h / 2)
  else context.translate(h / 2, w / 2)
  context.rotate((view.turn * Math.PI) / 180)
  context.drawImage(image, -w / 2, -h / 2, w, h)
  const mime = type === 'jpg' ? 'image/jpeg' : 'image/png'
  const blob = await canvas.convertToBlob({ type: mime, quality: 0.9 })
  return new File([blob], `${name.replace(/\.\w+$/, '')}.${type}`, { type: mime })
}
