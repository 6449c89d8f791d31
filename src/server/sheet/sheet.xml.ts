import { broken, Refusal } from './sheet.limits.ts'

/** What is called while a part is read: names come without their prefix, texts with their entities resolved. */
export type Watcher = {
  open?(name: string, attributes: Map<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

// No tag and no text between two tags of an honest workbook comes near this; a cell holds 32,767 characters at most.
const longestPiece = 2 ** 20

/** Reads XML piece by piece, so that a part of 50 MB never stands in memory whole. */
export async function readXml(bytes: AsyncIterable<Buffer>, watcher: Watcher): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let depth = 0
  const see = {
    ...watcher,
    tag(inside: string) {
      if (inside.startsWith('/')) {
        depth--
        return watcher.close?.(localName(inside.slice(1).trim()))
      }
      const [, name = '', attributes = ''] = inside.match(/^([^\s/]+)([^]*)$/) ?? []
      watcher.open?.(localName(name), attributesOf(attributes))
      if (inside.endsWith('/')) watcher.close?.(localName(name))
      else depth++
    },
  }
  for await (const chunk of bytes) {
    rest = readPieces(rest + decoder.decode(chunk, { stream: true }), see)
    if (rest.length > longestPiece) throw broken()
  }
  // A part that was cut off must not pass for one with fewer rows.
  if ((rest + decoder.decode()).trim() || depth !== 0) throw broken()
}

/** Reads all whole pieces and answers what is left of the last one. */
function readPieces(input: string, see: { tag(inside: string): void; text?(text: string): void }): string {
  let at = 0
  for (;;) {
    const start = input.indexOf('<', at)
    if (start < 0) return input.slice(at)
    if (start > at) see.text?.(resolveEntities(input.slice(at, start)))
    at = start
    const end = endOfMarkup(input, start)
    if (end < 0) return input.slice(start)
    if (input[start + 1] === '!') {
      if (input[start + 2] === '[') see.text?.(input.slice(start + 9, end - 3))
    } else if (input[start + 1] !== '?') see.tag(input.slice(start + 1, end - 1))
    at = end
  }
}

/** Where the markup that begins at `start` is over; -1 while its end has not come yet. */
function endOfMarkup(input: string, start: number): number {
  const after = (mark: string) => {
    const found = input.indexOf(mark, start)
    return found < 0 ? -1 : found + mark.length
  }
  if (input[start + 1] === '?') return after('?>')
  if (input[start + 1] !== '!') return endOfTag(input, start)
  if (input.length - start < 9) return -1
  if (input.startsWith('<!--', start)) return after('-->')
  if (input.startsWith('<![CDATA[', start)) return after(']]>')
  throw new Refusal('fileBroken', '工作簿中含有文档类型声明（DTD），可能不安全，请在 Excel 或 WPS 中另存为 .xlsx 后再选')
}

// A `>` may stand inside a quoted value.
function endOfTag(input: string, start: number): number {
  let quote = 0
  for (let at = start + 1; at < input.length; at++) {
    const char = input.charCodeAt(at)
    if (quote) quote = char === quote ? 0 : quote
    else if (char === 0x22 || char === 0x27) quote = char
    else if (char === 0x3e) return at + 1
  }
  return -1
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function attributesOf(written: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single = ''] of written.matchAll(/([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes.set(localName(name), resolveEntities(double ?? single))
  return attributes
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function resolveEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? '' : String.fromCodePoint(code)
  })
}
