import { contents, type Entry, zip, zipOf } from '../support/uploads.ts'
import { bytesOf, type Hostile, scriptOf } from './hostile.ts'

const list = '[Content_Types].xml'
const ofDocument = contents('wordprocessingml.document')
const ofWorkbook = contents('spreadsheetml.sheet')
const relation = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`
const entity = (address: string) => `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY x SYSTEM "${address}">]>`
const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'ha'.repeat(100)}">${'bcdefgh'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
  .join('')}]>`
const packed = (name: string, data: Buffer | string, more: Partial<Entry> = {}): Entry => ({
  name,
  data: Buffer.from(data),
  deflated: true,
  ...more,
})

/** Makes office files and archives: bombs, entities, macros, paths that climb, and lists that lie. */
export function archives(home: string): Hostile[] {
  const zeros = Buffer.alloc(60 * 2 ** 20)
  const document = (more: Record<string, string>) => zip({ [list]: ofDocument, 'word/document.xml': '<document/>', ...more })
  const workbook = (more: Record<string, string>) => zip({ [list]: ofWorkbook, 'xl/workbook.xml': '<workbook/>', ...more })
  const inner = zip({ 'a.zip': zip({ 'b.zip': zip({ [list]: ofDocument }) }) })
  const files: [what: string, name: string, content: Buffer][] = [
    ['a bomb of sixty megabytes', 'a.docx', zipOf([packed(list, ofDocument), packed('word/document.xml', zeros)])],
    ['a bomb in the list of contents', 'a.docx', zipOf([packed(list, Buffer.concat([Buffer.from(ofDocument), zeros]))])],
    [
      'a bomb that says it is small',
      'a.xlsx',
      zipOf([packed(list, Buffer.concat([Buffer.from(ofWorkbook), zeros]), { size: 300 })]),
    ],
    ['a bomb of a workbook', 'a.xlsx', zipOf([packed(list, ofWorkbook), packed('xl/worksheets/sheet1.xml', zeros)])],
    ['a bomb that says it is four gigabytes', 'a.docx', zipOf([packed(list, ofDocument, { size: 0xfffffffe })])],
    [
      'sixty-four thousand entries',
      'a.docx',
      zipOf(Array.from({ length: 65_535 }, (_, at) => ({ name: `${at}`, data: Buffer.alloc(0) }))),
    ],
    ['archives in archives', 'a.docx', inner],
    [
      'entities from the disk in a document',
      'a.docx',
      document({ 'word/document.xml': `${entity('file:///etc/passwd')}<d>&x;</d>` }),
    ],
    ['entities from elsewhere in a document', 'a.docx', document({ 'word/document.xml': `${entity(`${home}/x`)}<d>&x;</d>` })],
    [
      'entities in the list of contents',
      'a.docx',
      zip({ [list]: `${entity(`${home}/x`)}${ofDocument.replace('<Types>', '<Types>&x;')}` }),
    ],
    ['laughs in the list of contents', 'a.docx', zip({ [list]: `${laughs}${ofDocument.replace('<Types>', '<Types>&h;')}` })],
    [
      'entities in the strings of a workbook',
      'a.xlsx',
      workbook({ 'xl/sharedStrings.xml': `${entity('file:///etc/passwd')}<sst>&x;</sst>` }),
    ],
    ['laughs in a workbook', 'a.xlsx', workbook({ 'xl/workbook.xml': `${laughs}<workbook>&h;</workbook>` })],
    [
      'entities of parameters in a workbook',
      'a.xlsx',
      workbook({ 'xl/workbook.xml': `<!DOCTYPE x [<!ENTITY % x SYSTEM "${home}/x">%x;]><workbook/>` }),
    ],
    [
      'a template from elsewhere',
      'a.docx',
      document({ 'word/_rels/settings.xml.rels': relation('attachedTemplate', `${home}/a.dotm`) }),
    ],
    ['a picture from elsewhere', 'a.docx', document({ 'word/_rels/document.xml.rels': relation('image', `${home}/a.png`) })],
    [
      'a workbook with links',
      'a.xlsx',
      workbook({ 'xl/externalLinks/_rels/externalLink1.xml.rels': relation('externalLink', `${home}/a.xlsx`) }),
    ],
    [
      'slides with a frame',
      'a.pptx',
      zip({ [list]: contents('presentationml.presentation'), 'ppt/_rels/p.rels': relation('oleObject', `${home}/a`) }),
    ],
    [
      'a field that runs a program',
      'a.docx',
      document({ 'word/document.xml': '<d><instrText>DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"</instrText></d>' }),
    ],
    [
      'a formula that runs a program',
      'a.xlsx',
      workbook({ 'xl/worksheets/sheet1.xml': "<worksheet><f>cmd|'/c calc'!A1</f></worksheet>" }),
    ],
    [
      'a document with macros',
      'a.docx',
      zip({ [list]: '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>' }),
    ],
    [
      'a workbook with macros',
      'a.xlsx',
      zip({ [list]: '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>' }),
    ],
    [
      'slides with macros',
      'a.pptx',
      zip({
        [list]: '<Types><Override ContentType="application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"/></Types>',
      }),
    ],
    ['macros that are not told', 'a.docx', document({ 'word/vbaProject.bin': 'Attribut\0e VB_Name' })],
    ['a document called workbook', 'a.xlsx', document({})],
    ['a workbook called document', 'a.docx', workbook({})],
    ['a workbook called slides', 'a.pptx', workbook({})],
    ['an entry that climbs', 'a.docx', document({ '../../../../tmp/hostile-marker': 'x' })],
    ['an entry from the root', 'a.docx', document({ '/tmp/hostile-marker': 'x' })],
    ['an entry with backslashes', 'a.docx', document({ '..\\..\\hostile-marker': 'x' })],
    [
      'an entry that is a link',
      'a.docx',
      zipOf([
        { name: list, data: Buffer.from(ofDocument) },
        { name: 'a', data: Buffer.from('/etc/passwd'), mode: 0o120777 },
      ]),
    ],
    ['two lists of contents', 'a.docx', zipOf([packed(list, '<Types/>'), packed(list, ofDocument)])],
    ['a locked entry', 'a.docx', zipOf([packed(list, ofDocument, { flags: 1 })])],
    ['a way of packing that nobody knows', 'a.docx', zipOf([packed(list, ofDocument, { method: 99 })])],
    ['a list that is in wide letters', 'a.docx', zip({ [list]: Buffer.from(`\uFEFF${ofDocument}`, 'utf16le') })],
    ['a page inside', 'a.docx', document({ 'index.html': `<script>${scriptOf(home, 'archive')}</script>` })],
    ['words before it', 'a.docx', Buffer.concat([Buffer.from('MZ words '), document({})])],
    ['an end that points nowhere', 'a.docx', corruptEnd(document({}), 16, 0x7fffffff)],
    ['an end that counts wrongly', 'a.docx', corruptEnd(document({}), 10, 0x00ff00ff)],
    ['an end twice', 'a.docx', Buffer.concat([document({}), document({}).subarray(-22)])],
    ['a comment that is another archive', 'a.docx', Buffer.concat([document({}), zip({ 'x.html': '<script/>' })])],
    ['nothing inside', 'a.docx', zip({})],
  ]
  return files.map(([what, name, content]) => ({ what: `archive: ${what}`, name, content: bytesOf(content) }))
}

function corruptEnd(archive: Buffer, at: number, value: number): Buffer {
  const corrupted = Buffer.from(archive)
  corrupted.writeUInt32LE(value, corrupted.length - 22 + at)
  return corrupted
}
