/** Describes copied cells: lines of texts. */
export type Block = string[][]

/** Returns what was copied in a spreadsheet: its text, or where it offers none the first table of its page. */
export function pastedBlock(from: Pick<DataTransfer, 'getData'>): Block {
  const text = from.getData('text/plain')
  return text ? blockOf(text) : blockOfHtml(from.getData('text/html'))
}

/**
 * Reads tab-separated text as Excel and WPS write it: a cell with a tab, a line break or a quote in it is quoted, its own
 * quotes are doubled. Lines without anything at the end are no rows.
 */
export function blockOf(text: string): Block {
  const lines: Block = [[]]
  let at = 0
  while (at <= text.length) {
    const { cell, end } = cellAt(text, at)
    lines.at(-1)?.push(cell.trim())
    if (end >= text.length) break
    if (text[end] !== '\t') lines.push([])
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return withoutTail(lines)
}

const ends = /[\t\r\n]/g

function cellAt(text: string, at: number): { cell: string; end: number } {
  const quoted = text[at] === '"' ? quotedAt(text, at) : undefined
  if (quoted) return quoted
  ends.lastIndex = at
  const end = ends.exec(text)?.index ?? text.length
  return { cell: text.slice(at, end), end }
}

// Takes a quote that is not closed before a tab, a line or the end literally.
function quotedAt(text: string, at: number): { cell: string; end: number } | undefined {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] !== '"') continue
    if (text[end + 1] === '"') end++
    else if (end + 1 === text.length || /[\t\r\n]/.test(text[end + 1] ?? ''))
      return { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 }
    else return undefined
  }
  return undefined
}

/** Reads the first table of a page as Excel and WPS copy it. */
export function blockOfHtml(html: string): Block {
  const table = html.match(/<table[\s\S]*?<\/table>/i)?.[0] ?? ''
  const rows = [...table.matchAll(/<tr\b[\s\S]*?(?=<tr\b|<\/tr>|<\/table>)/gi)]
  return withoutTail(
    rows.map(([row]) =>
      [...row.matchAll(/<t[dh]\b([^>]*)>([\s\S]*?)(?=<\/t[dh]>|<t[dh]\b|$)/gi)].flatMap(([, marks = '', inside = '']) => {
        const span = Number(marks.match(/colspan=["']?(\d{1,3})/i)?.[1] ?? 1)
        // Puts a cell over several columns into the first of them.
        return [textIn(inside), ...Array<string>(Math.max(0, span - 1)).fill('')]
      }),
    ),
  )
}

const named: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const textIn = (html: string) =>
  html
    // Ignores where a page is folded; real line breaks are marked.
    .replace(/\s*[\r\n]\s*/g, ' ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
      name
        ? (named[name.toLowerCase()] ?? whole)
        : String.fromCodePoint(Math.min(Number.parseInt(decimal ?? hex, decimal ? 10 : 16), 0x10ffff)),
    )
    .replace(/ *\n */g, '\n')
    .trim()

function withoutTail(lines: Block): Block {
  const last = lines.findLastIndex((line) => line.some((cell) => cell !== ''))
  // Keeps one copied empty cell, which clears its target.
  return lines.slice(0, Math.max(1, last + 1))
}

/** Returns cells as tab-separated text, to be pasted anywhere. */
export const blockText = (block: Block): string =>
  block
    .map((line) => line.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n')
