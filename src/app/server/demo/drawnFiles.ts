import { crc32, deflateSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'

/** Makes a text file. */
export const textFile = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`)

// Fixes the time inside a workbook, or a file that is made again would not be the one whose digits were kept.
const madeAt = new Date('2026-09-01T00:00:00Z')

/** Makes a sheet of a title row and the rows below it. */
export const sheetFile = async (name: string, rows: (string | number)[][]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name, rows }], properties: { created: madeAt, modified: madeAt } }))

const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&')

/** Makes pages of English text, which every reader can show without a font of its own. */
export function pdfFile(pages: readonly (readonly string[])[]): Buffer {
  const at = (i: number) => 4 + i * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${at(i)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(([title = '', ...lines], i) => {
      const text = `BT /F1 24 Tf 72 760 Td (${escaped(title)}) Tj /F1 13 Tf 0 -20 Td 22 TL ${lines.map((line) => `(${escaped(line)}) '`).join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${at(i) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const place = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

type Colour = readonly [number, number, number]
const colours = { paper: [252, 252, 248], grid: [222, 230, 238], axis: [90, 98, 110], curve: [50, 150, 250] } satisfies Record<
  string,
  Colour
>

/** Draws the graph of a function on squared paper. */
export function graphFile(heightAt: (x: number) => number, width = 960, height = 640): Buffer {
  const unit = 40
  const [middle, centre] = [width / 2, height / 2]
  const colourAt = (px: number, py: number): Colour => {
    const x = (px - middle) / unit
    const y = (centre - py) / unit
    const slope = Math.hypot(1, (heightAt(x + 0.01) - heightAt(x)) / 0.01)
    if (Math.abs(heightAt(x) - y) / slope < 0.09) return colours.curve
    if (Math.abs(px - middle) < 2 || Math.abs(py - centre) < 2) return colours.axis
    return px % unit === 0 || py % unit === 0 ? colours.grid : colours.paper
  }
  const rows = Array.from({ length: height }, (_, py) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, px) => colourAt(px, py)).flat()]),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Writes the format: eight bits of red, green and blue each.
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
