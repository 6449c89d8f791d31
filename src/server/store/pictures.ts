import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { Fault } from '#server/base/fault.ts'
import { inThread } from '#server/base/inThread.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import type { Received } from './received.ts'

/** Maps the types that are redrawn before they are stored to the name of their format. */
const formats = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', gif: 'gif' } as const
type PictureType = keyof typeof formats

/** Describes the size of a picture, in pixels. */
export type Size = { width?: number; height?: number }

const mostPixels = 40_000_000
const inTurn = limitConcurrency(2, 20)
// Sets the pixels above which pictures are drawn one at a time, for each is in memory at once.
const heavy = 16_000_000
const alone = limitConcurrency(1, 20)
// Limits the drawing of one picture, in seconds; the largest takes a few.
const longest = { seconds: 60 }
const gifEnd = {
  module: new URL('./gifEnd.worker.ts', import.meta.url).href,
  seconds: 10,
  told: '这张 GIF 检查起来太久，请重新导出后再上传',
}
// Turns the cache off: a path in the store is read once.
sharp.cache(false)

export const isPicture = (type: string): type is PictureType => Object.hasOwn(formats, type)

/** Puts a picture drawn anew in place of what arrived: upright, whole, and without anything but its pixels. */
export async function redrawPicture(received: Received, type: PictureType): Promise<Received & Size> {
  const { data, info } = await inTurn(() => drawAnew(received.path, type))
  await writeFile(received.path, data)
  const { width, height } = info
  return { ...received, width, height, size: data.length, sha256: createHash('sha256').update(data).digest('hex') }
}

/** Describes what a picture is for, how large it must be at least, and the size that it is cut to. */
type Cut = { name: string; least: Required<Size>; cut: Required<Size> }

/** Replaces a picture by a jpg cut from its middle. Throws invalid for one that is too small. */
export async function cutOut(received: Received, type: PictureType, { name, least, cut }: Cut): Promise<Received & Size> {
  const draw = () => {
    // Decodes a plain jpg at a fraction of its size; transparent places become white.
    const picture = sharp(received.path, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
    const drawn = picture
      .timeout(longest)
      .resize({ ...cut, fit: 'cover' })
      .flatten({ background: '#fff' })
    return drawn
      .jpeg({ quality: 88 })
      .toBuffer()
      .catch(() => Promise.reject(broken(type)))
  }
  const data = await inTurn(async () => {
    const facts = await examine(received.path, type)
    const { width, height } = facts.autoOrient
    if (width < least.width || height < least.height)
      throw new Fault('invalid', `${name}至少 ${least.width}×${least.height} 像素，这张是 ${width}×${height}`)
    return weightOf(facts) > heavy ? alone(draw) : draw()
  })
  await writeFile(received.path, data)
  return { ...received, ...cut, size: data.length, sha256: createHash('sha256').update(data).digest('hex') }
}

const broken = (type: PictureType) => new Fault('fileBroken', `文件不是完整的 ${type.toUpperCase()} 图片，请重新导出后再上传`)

/** Reads the head of a picture. Throws fileBroken where it is not of the type that its name claims, tooLarge for too many pixels. */
async function examine(path: string, type: PictureType): Promise<Metadata> {
  const facts = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => Promise.reject(broken(type)))
  const whole = type !== 'gif' || (await inThread<boolean>(gifEnd, path))
  if (facts.format !== formats[type] || !whole) throw broken(type)
  const most = facts.isProgressive ? mostPixels / 2 : mostPixels
  if (pixelsOf(facts) > most) throw new Fault('tooLarge', `图片超过 ${most / 10_000} 万像素，请缩小后再上传`)
  return facts
}

async function drawAnew(path: string, type: PictureType) {
  const refuse = () => Promise.reject(broken(type))
  await examine(path, type)
  const picture = sharp(path, { limitInputPixels: mostPixels, failOn: 'error', animated: type === 'gif' })
    .timeout(longest)
    .autoOrient()
  // Skips the shortest codes of a jpg, which need all of it in memory, 200 MB for the largest, and dithering, which would only
  // blur frames with a palette of their own.
  const drawn = {
    png: () => picture.png(),
    jpeg: () => picture.jpeg({ quality: 88, optimizeCoding: false }),
    gif: () => picture.gif({ dither: 0 }),
  }
  return drawn[formats[type]]().toBuffer({ resolveWithObject: true }).catch(refuse)
}

// Counts a progressive picture double, which is kept whole with more bytes for each pixel.
const weightOf = (facts: Metadata) => pixelsOf(facts) * (facts.isProgressive ? 2 : 1)

/** Counts the pixels of all frames of an animation, for all are drawn. */
const pixelsOf = ({ width, height, pages = 1 }: Metadata) => width * height * pages
