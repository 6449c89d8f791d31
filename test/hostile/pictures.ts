import sharp from 'sharp'
import { hugePng, noise } from '../support/uploads.ts'
import { bytesOf, type Hostile, pageOf, scriptOf } from './hostile.ts'
import { honest } from './samples.ts'

/** Returns a copy with some bytes changed. */
const patched = (from: Buffer, at: number, ...bytes: number[]) => {
  const copy = Buffer.from(from)
  copy.set(bytes, at)
  return copy
}
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#888' } })

/** Makes pictures that are larger than they look, lie about themselves, or carry more than a picture. */
export async function pictures(home: string): Promise<Hostile[]> {
  const { png, jpg, gif, ico } = await honest()
  const page = pageOf(home, 'picture')
  const words = { IFD0: { ImageDescription: page, Artist: scriptOf(home, 'artist'), Copyright: '<?php phpinfo(); ?>' } }
  const sizeOfJpg = jpg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  const files: [what: string, name: string, content: Buffer][] = [
    ['a png of 30,000 by 30,000', 'a.png', hugePng()],
    ['a png of two billion', 'a.png', patched(png, 16, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff)],
    ['a png of nothing', 'a.png', patched(png, 16, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['a png whose part is two gigabytes', 'a.png', patched(png, 33, 0x7f, 0xff, 0xff, 0xff)],
    ['a png of another depth', 'a.png', patched(png, 24, 17)],
    ['a png with a wrong sum', 'a.png', patched(png, 29, 0, 0, 0, 0)],
    ['a png of forty million', 'a.png', await blank(6300, 6300).png().toBuffer()],
    ['a png of fifty million', 'a.png', await blank(7100, 7100).png().toBuffer()],
    ['a png of one line', 'a.png', await blank(1_000_000, 1).png().toBuffer()],
    ['a png with words', 'a.png', await noise(30, 20).withExif(words).png().toBuffer()],
    ['a jpg of 65,500 by 65,500', 'a.jpg', patched(jpg, sizeOfJpg, 0xff, 0xdc, 0xff, 0xdc)],
    ['a jpg of nothing', 'a.jpg', patched(jpg, sizeOfJpg, 0, 0, 0, 0)],
    ['a jpg of forty million', 'a.jpg', await blank(6300, 6300).jpeg().toBuffer()],
    ['a jpg in passes of twenty million', 'a.jpg', await blank(4400, 4400).jpeg({ progressive: true }).toBuffer()],
    ['a jpg in passes of thirty million', 'a.jpg', await blank(5500, 5500).jpeg({ progressive: true }).toBuffer()],
    ['a jpg with words that run', 'a.jpg', await noise(30, 20).withExif(words).jpeg().toBuffer()],
    ['a jpg turned in no known way', 'a.jpg', await noise(30, 20).withMetadata({ orientation: 8 }).jpeg().toBuffer()],
    [
      'a jpg with a page in its XMP',
      'a.jpg',
      await noise(30, 20).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${page}</x:xmpmeta>`).jpeg().toBuffer(),
    ],
    [
      'a jpg without its tables',
      'a.jpg',
      Buffer.concat([jpg.subarray(0, 2), jpg.subarray(jpg.indexOf(Buffer.from([0xff, 0xc0])))]),
    ],
    ['a gif of 65,535 by 65,535', 'a.gif', patched(gif, 6, 0xff, 0xff, 0xff, 0xff)],
    ['a gif of nothing', 'a.gif', patched(gif, 6, 0, 0, 0, 0)],
    ['a gif of two thousand frames', 'a.gif', framed(gif, 2000)],
    [
      'a gif whose words run',
      'a.gif',
      Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe, 40]), Buffer.from(page.slice(0, 40)), Buffer.from([0, 0x3b])]),
    ],
    ['a sign of 65,535 parts', 'a.ico', patched(ico, 4, 0xff, 0xff)],
    ['a sign whose part lies beyond it', 'a.ico', patched(ico, 14, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f)],
    ['a webp called png', 'a.png', await noise(30, 20).webp().toBuffer()],
    ['a tiff called jpg', 'a.jpg', await noise(30, 20).tiff().toBuffer()],
    ['a png called jpg', 'a.jpg', png],
    ['a jpg called png', 'a.png', jpg],
    ['a gif called png', 'a.png', gif],
    ['a png called gif', 'a.gif', png],
  ]
  return files.map(([what, name, content]) => ({ what: `picture: ${what}`, name, content: bytesOf(content) }))
}

/** Repeats the first frame of an animation. */
function framed(gif: Buffer, times: number): Buffer {
  const [first, second] = [gif.indexOf('21f904', 0, 'hex'), gif.indexOf('21f904', gif.indexOf('21f904', 0, 'hex') + 3, 'hex')]
  const frame = gif.subarray(first, second)
  return Buffer.concat([gif.subarray(0, first), ...Array.from({ length: times }, () => frame), Buffer.from([0x3b])])
}
