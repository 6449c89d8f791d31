import { readFileSync } from 'node:fs'
import { attachmentTypes } from '#contract/fileTypes.ts'
import { animation, contents, drawing, noise, zip } from '../support/uploads.ts'
import { bytesOf, type Hostile } from './hostile.ts'

const headed = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(2000, 7)])
const office = (main: string) => zip({ '[Content_Types].xml': contents(main), 'a.xml': '<a/>'.repeat(300) })

/** Makes an honest file of every type. */
export async function honest(): Promise<Record<(typeof attachmentTypes)[number], Buffer>> {
  const jpg = await noise(90, 60).jpeg().toBuffer()
  const old = readFileSync(new URL('../fixtures/old.xlsx', import.meta.url))
  return {
    png: await noise(90, 60).png().toBuffer(),
    jpg,
    jpeg: jpg,
    gif: await animation(),
    svg: Buffer.from(drawing('<rect width="9" height="9"/>'.repeat(20))),
    ico: headed('00000100010010100000010020006804000016000000'),
    txt: Buffer.from('你好'.repeat(200)),
    pdf: readFileSync(new URL('../fixtures/handbook.pdf', import.meta.url)),
    doc: old,
    xls: old,
    ppt: old,
    docx: office('wordprocessingml.document'),
    xlsx: readFileSync(new URL('../fixtures/empty.xlsx', import.meta.url)),
    pptx: office('presentationml.presentation'),
    mp3: Buffer.concat(Array.from({ length: 40 }, () => headed('fffb9000').subarray(0, 417))),
    mp4: headed('00000018667479706d703432000000006d70343269736f6d'),
    flv: headed('464c5601'),
  }
}

/** Makes every type empty, cut off in its head and in its middle, and its head before other content. */
export async function torn(): Promise<Hostile[]> {
  return Object.entries(await honest()).flatMap(([type, whole]) =>
    Object.entries({
      empty: Buffer.alloc(0),
      'cut off in its head': whole.subarray(0, 11),
      'cut off in its middle': whole.subarray(0, whole.length >> 1),
      'without its end': whole.subarray(0, -9),
      'zeros behind its head': Buffer.concat([whole.subarray(0, 64), Buffer.alloc(3000)]),
    }).map(([what, content]) => ({ what: `${type}: ${what}`, name: `名册.${type}`, content: bytesOf(content) })),
  )
}
