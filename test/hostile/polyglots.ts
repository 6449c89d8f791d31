import { drawing } from '../support/uploads.ts'
import { bytesOf, type Hostile, pageOf, scriptOf } from './hostile.ts'
import { riddenPdf } from './pdf.ts'
import { honest } from './samples.ts'

const box = (type: string, content: string | Buffer) => {
  const body = Buffer.from(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4)
  return Buffer.concat([head, body])
}

/** Adds the comment that a jpg begins with. */
const commented = (jpg: Buffer, text: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([jpg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpg.subarray(2)])
}

const tagged = (text: string) => {
  const size = text.length
  const head = Buffer.from(
    `ID3\x04\0\0${String.fromCharCode((size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127)}`,
    'latin1',
  )
  return Buffer.concat([head, Buffer.from(text)])
}

/** Makes files that are two things at once. */
export async function polyglots(home: string): Promise<Hostile[]> {
  const { png, jpg, gif, pdf, docx, mp3, mp4, flv, ico, xls } = await honest()
  const js = scriptOf(home, 'polyglot')
  const page = pageOf(home, 'polyglot')
  const php = '<?php system($_GET["c"]); ?>'
  const runs = drawing(`<script>${js}</script>`)
  const files: [what: string, name: string, content: Buffer | string][] = [
    ['gif and script', 'a.gif', `GIF89a=0;${js}//`],
    ['gif and script with a size', 'a.gif', Buffer.concat([Buffer.from(`GIF89a/*`), gif.subarray(8), Buffer.from(`*/=0;${js}`)])],
    ['gif with a page behind it', 'a.gif', Buffer.concat([gif, Buffer.from(page)])],
    ['gif with php behind it', 'a.gif', Buffer.concat([gif, Buffer.from(php), Buffer.from(';')])],
    ['png with php behind it', 'a.png', Buffer.concat([png, Buffer.from(php)])],
    ['png with a page behind it', 'a.png', Buffer.concat([png, Buffer.from(page)])],
    ['png and archive', 'a.png', Buffer.concat([png, docx])],
    ['png called svg', 'a.svg', Buffer.concat([png, Buffer.from(runs)])],
    ['jpg with a page in its comment', 'a.jpg', commented(jpg, page.slice(0, 60_000))],
    ['jpg with php in its comment', 'a.jpg', commented(jpg, php)],
    ['jpg and script', 'a.jpg', commented(jpg, `*/=0;${js}/*`)],
    ['jpg and archive', 'a.jpeg', Buffer.concat([jpg, docx])],
    ['archive and jpg', 'a.docx', Buffer.concat([jpg, docx])],
    ['archive and page', 'a.docx', Buffer.concat([Buffer.from(page), docx])],
    ['archive and pdf', 'a.pdf', Buffer.concat([docx, pdf])],
    ['archive called jpg', 'a.jpg', docx],
    ['pdf and archive', 'a.pdf', Buffer.concat([pdf, docx])],
    ['pdf with a page before it', 'a.pdf', Buffer.concat([Buffer.from(page.slice(0, 900)), pdf])],
    ['pdf and page', 'a.pdf', Buffer.concat([Buffer.from(`%PDF-1.7\n${page}\n`), pdf])],
    ['pdf and script', 'a.pdf', `%PDF-1.4/*\n*/=0;${js}`],
    ['pdf and drawing', 'a.pdf', `%PDF-1.4\n${runs}`],
    ['film and page', 'a.mp4', Buffer.concat([mp4.subarray(0, 24), box('free', page)])],
    ['page in the brand of a film', 'a.mp4', box('ftyp', `mp42\0\0\0\0isom${page}`)],
    ['film with a page before it', 'a.mp4', Buffer.concat([Buffer.from(page), mp4])],
    ['sound with a page in its tag', 'a.mp3', Buffer.concat([tagged(page), mp3])],
    ['sound with a script behind it', 'a.mp3', Buffer.concat([mp3, Buffer.from(`<script>${js}</script>`)])],
    ['page that begins like a sound', 'a.mp3', Buffer.concat([Buffer.from('fffb', 'hex'), Buffer.from(page)])],
    ['flash film and page', 'a.flv', Buffer.concat([flv.subarray(0, 9), Buffer.from(page)])],
    ['sign and page', 'a.ico', Buffer.concat([ico.subarray(0, 22), Buffer.from(page)])],
    ['sign that is a drawing', 'a.ico', `\0\0\x01\0${runs}`],
    ['old workbook and page', 'a.xls', Buffer.concat([xls, Buffer.from(page)])],
    ['old document that is a page', 'a.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(page)])],
    ['words that are a page', 'a.txt', page],
    ['words that are a drawing', 'a.txt', runs],
    ['words that are a page in wide letters', 'a.txt', Buffer.from(`\uFEFF${page}`, 'utf16le')],
    ['words that are a page in seven bits', 'a.txt', `+ADw-script+AD4-${js}+ADw-/script+AD4-`],
    ['words that are a mail with a page', 'a.txt', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${page}`],
    ['words that turn around', 'a.txt', `a\u202E${page}`],
    ['words with a NUL far behind', 'a.txt', `${'a'.repeat(5000)}\0${page}`],
  ]
  return [
    ...files.map(([what, name, content]) => ({ what: `polyglot: ${what}`, name, content: bytesOf(content) })),
    ...riddenPdf(home),
  ]
}
