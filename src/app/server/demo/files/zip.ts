import { crc32, deflateRawSync } from 'node:zlib'

// Fixes the time inside an archive, or a file that is made again would not be the one whose digits were kept: 2026-09-01 00:00.
const [madeOn, madeAt] = [((2026 - 1980) << 9) | (9 << 5) | 1, 0]

/** Packs files into an archive, as office files are. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  let offset = 0
  const packed = Object.entries(files).map(([name, content]) => {
    const [plain, named] = [Buffer.from(content), Buffer.from(name)]
    const data = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    ;[20, 0, 8, madeAt, madeOn].forEach((value, i) => facts.writeUInt16LE(value, i * 2))
    ;[crc32(plain), data.length, plain.length].forEach((value, i) => facts.writeUInt32LE(value, 10 + i * 4))
    facts.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, named, data])
    const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, Buffer.alloc(14), named])
    listed.writeUInt32LE(offset, 42)
    offset += local.length
    return { local, listed }
  })
  const list = Buffer.concat(packed.map(({ listed }) => listed))
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(packed.length, 8)
  end.writeUInt16LE(packed.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...packed.map(({ local }) => local), list, end])
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Writes a part of an office file. */
export const xmlPart = (xml: string) => declaration + xml

/** Writes what a part of an office file refers to, as rId1, rId2 … */
export const relationsPart = (targets: readonly (readonly [type: string, target: string])[]) =>
  xmlPart(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${officeRelations}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  )

/** Writes the list of contents of an office file; the types of its parts follow `application/vnd.openxmlformats-officedocument.`. */
export const contentsPart = (parts: readonly (readonly [name: string, type: string])[]) =>
  xmlPart(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpg" ContentType="image/jpeg"/>${parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`).join('')}</Types>`,
  )
