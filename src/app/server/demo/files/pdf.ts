import type { Part } from './parts.ts'

// Measures in points of an A4 page.
const [pageWidth, pageHeight, margin] = [595, 842, 64]
const lineWidth = pageWidth - 2 * margin
const pictureWidth = 300
const styles = {
  title: { size: 22, lead: 40, indent: 0 },
  heading: { size: 15, lead: 32, indent: 0 },
  text: { size: 11.5, lead: 21, indent: 0 },
  item: { size: 11.5, lead: 20, indent: 16 },
}

const isLatin = (letter: string) => letter < '\u0100'
// Takes half the width of a Chinese letter for any other, a little more than most need.
const widthOf = (text: string, size: number) => [...text].reduce((sum, letter) => sum + (isLatin(letter) ? 0.54 : 1) * size, 0)

function linesOf(text: string, size: number, width: number): string[] {
  const lines = ['']
  for (const word of text.match(/[\u0021-\u00ff]+ ?|[^]/g) ?? []) {
    const line = lines.at(-1) ?? ''
    const isFull = widthOf(line + word.trimEnd(), size) > width && !/^[，。、；：？！）》”]/.test(word)
    if (isFull) lines.push(word.trimStart())
    else lines[lines.length - 1] = line + word
  }
  return lines
}

/** Writes a line: Latin letters in Helvetica, Chinese in the font that every reader of PDF has for it. */
function shown(text: string, { x, y, size }: { x: number; y: number; size: number }) {
  const runs = text.match(/[^\u0100-\uffff]+|[\u0100-\uffff]+/g) ?? []
  const drawn = runs.map((run) =>
    isLatin(run)
      ? `/F1 ${size} Tf (${run.replace(/[\\()]/g, '\\$&')}) Tj`
      : `/F2 ${size} Tf <${Buffer.from(run, 'utf16le').swap16().toString('hex')}> Tj`,
  )
  return `BT ${x} ${y} Td ${drawn.join(' ')} ET`
}

/** Gives each column of a table room for its longest text, and shares what is left. */
function columnsOf(rows: readonly string[][]) {
  const [head = []] = rows
  const needed = head.map((_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? '', 11))) + 12)
  const left = (lineWidth - needed.reduce((sum, width) => sum + width, 0)) / head.length
  let x = margin
  return needed.map((least) => {
    const width = least + left
    x += width
    return { x: x - width, width }
  })
}

type Picture = Extract<Part, { kind: 'picture' }>
type Page = { drawn: string[]; pictures: Picture[] }

/** Sets the parts on pages, from the top to the bottom. */
function pagesOf(parts: readonly Part[]): Page[] {
  const pages: Page[] = [{ drawn: [], pictures: [] }]
  let y = pageHeight - margin
  const turn = () => {
    pages.push({ drawn: [], pictures: [] })
    y = pageHeight - margin
  }
  const down = (by: number) => {
    if (y - by < margin) turn()
    y -= by
    return pages.at(-1) as Page
  }
  for (const part of parts) {
    if (part.kind === 'break') turn()
    else if (part.kind === 'picture') {
      const height = (pictureWidth * part.height) / part.width
      const { drawn, pictures } = down(height + 12)
      pictures.push(part)
      drawn.push(`q ${pictureWidth} 0 0 ${height} ${(pageWidth - pictureWidth) / 2} ${y + 4} cm /P${pictures.length} Do Q`)
    } else if (part.kind === 'table') {
      const columns = columnsOf(part.rows)
      for (const row of part.rows) {
        const { drawn } = down(24)
        const boxes = columns.map(({ x, width }) => `${x} ${y - 7} ${width} 24 re`)
        drawn.push(
          `0.6 G ${boxes.join(' ')} S`,
          ...row.map((text, i) => shown(text, { x: (columns[i]?.x ?? margin) + 6, y, size: 11 })),
        )
      }
      y -= 16
    } else {
      const { size, lead, indent } = styles[part.kind]
      for (const line of linesOf(part.text, size, lineWidth - indent)) {
        const { drawn } = down(lead)
        const x = part.kind === 'title' ? (pageWidth - widthOf(line, size)) / 2 : margin + indent
        drawn.push(shown(line, { x, y, size }))
      }
    }
  }
  return pages
}

const chinese =
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>'

/** Makes a PDF of pages; Chinese letters are not embedded, as a font of them is larger than all else. */
export function pdfFile(parts: readonly Part[]): Buffer {
  const objects: (string | Buffer)[] = [
    '',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    chinese,
  ]
  const add = (object: string | Buffer) => objects.push(object)
  const stream = (facts: string, data: Buffer) =>
    add(Buffer.concat([Buffer.from(`<< ${facts} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]))
  const pages = pagesOf(parts)
  const numbers = pages.map(({ drawn, pictures }, i) => {
    const images = pictures.map(({ bytes, width, height }) =>
      stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        bytes,
      ),
    )
    const foot = shown(`${i + 1} / ${pages.length}`, { x: pageWidth / 2 - 10, y: 36, size: 9 })
    const content = stream('', Buffer.from([...drawn, foot].join('\n'), 'latin1'))
    const named = images.map((number, at) => `/P${at + 1} ${number} 0 R`).join(' ')
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << ${named} >> >> >>`,
    )
  })
  objects[0] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[1] = `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`
  return fileOf(objects)
}

function fileOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')]
  let length = 9
  const places = objects.map((object, i) => {
    const place = length
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.concat([
    ...parts,
    Buffer.from(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`),
  ])
}
