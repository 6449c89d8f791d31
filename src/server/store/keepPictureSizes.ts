import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import type { Files } from './files.ts'
import { isPicture } from './pictures.ts'
import type { Received } from './received.ts'
import { sizes, type PictureSize, sizeName } from './pictureSizes.ts'

/** Keeps the small sizes of a picture; one that is small itself has none, and is shown as it is. */
export async function keepSizes(
  files: Files,
  entNo: string,
  fileNo: string,
  picture: Received & { type: string; width?: number; height?: number },
) {
  if (!isPicture(picture.type)) return
  for (const [size, side] of Object.entries(sizes) as [PictureSize, number][]) {
    if (Math.max(picture.width ?? 0, picture.height ?? 0) <= side) continue
    const path = `${picture.path}.${size}`
    await sharp(picture.path).resize({ width: side, height: side, fit: 'inside' }).webp({ quality: 80 }).toFile(path)
    await files.keep({ path }, entNo, sizeName(fileNo, size)).finally(() => rm(path, { force: true }))
  }
}
