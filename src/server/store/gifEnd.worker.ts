import { readFile } from 'node:fs/promises'

/**
 * Tells whether a GIF is whole: follows its blocks to the end, for the decoder leaves out the frames that a cut-off animation has
 * lost, and says nothing.
 */
export default async function endsAsGif(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  const byte = (at: number) => bytes[at] ?? 0
  const paletteSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterParts = (start: number) => {
    let at = start
    while (byte(at) > 0) at += byte(at) + 1
    return at + 1
  }
  let at = 13 + paletteSize(byte(10))
  while (at < bytes.length) {
    const kind = byte(at)
    if (kind === 0x3b) return true
    if (kind === 0x21) at = afterParts(at + 2)
    else if (kind === 0x2c) at = afterParts(at + 11 + paletteSize(byte(at + 9)))
    else if (kind === 0) at += 1
    else return false
  }
  return false
}
