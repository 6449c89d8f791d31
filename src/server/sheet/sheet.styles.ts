import type { Archive } from './sheet.archive.ts'

/** Describes the display of a number: as a date, as a time, or with zeros (and letters) before it, like T0012. */
export type Format = { kind: 'date' } | { kind: 'time' } | { kind: 'padded'; prefix: string; width: number } | undefined

// Formats that every program knows without being told, the Chinese ones among them (27 to 36, 50 to 58).
const builtInTimes = [18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56]
const isBuiltInDate = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Reads the format of each cell style, by its number. */
export async function readFormats(archive: Archive, part: string): Promise<Format[]> {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let inCells = false
  await archive.read(part, {
    open(tag, attribute) {
      const id = Number(attribute('numFmtId'))
      if (tag === 'numFmt') codes.set(id, attribute('formatCode') ?? '')
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) formats.push(formatOf(id, codes.get(id)))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return formats
}

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return builtInTimes.includes(id) ? { kind: 'time' } : isBuiltInDate(id) ? { kind: 'date' } : undefined
  const [first = ''] = code.split(';')
  const padded = first.match(/^(?:"([^"]*)"|\\?([A-Za-z]))?(0{2,30})$/)
  if (padded) return { kind: 'padded', prefix: padded[1] ?? padded[2] ?? '', width: padded[3]?.length ?? 0 }
  const letters = first
    .replace(/"[^"]*"|\\.|\[[^[\]]*\]|[_*].|General/gi, '')
    .replace(/E[+-]/gi, '')
    .toLowerCase()
  if (/[hs]/.test(letters) && !/[yd]/.test(letters)) return { kind: 'time' }
  return /[ymde]/.test(letters) ? { kind: 'date' } : undefined
}
