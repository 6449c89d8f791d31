import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import {
  animation,
  closeAfterFiles,
  type Content,
  contents,
  docx,
  drawing,
  fetchFile,
  hugePng,
  noise,
  own,
  send,
  zip,
} from '../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => closeAfterFiles(server))

const refusal = async (name: string, content: Content) => {
  const { code, message } = await school.admin.client.answer(upload.upload, { file: new File([content], name) })
  return [code, message]
}

/** Lists all that lies in the store and in the table. */
const kept = async () => [
  readdirSync(dirname(dirname(join(server.services.files.root, '-', '-'))), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  (await server.owner.query('select file_no from file')).rows,
]

test('a photograph keeps its picture and loses what else it tells, and stands upright', async () => {
  const red = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const photo = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#00f' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Make: 'Fotomatic', Orientation: '6' }, IFD3: { GPSLatitude: '39/1 54/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Fotomatic</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(photo.includes('Fotomatic')).toBe(true)
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width: 200 })
  const { url, size, type } = await send(school, '合影.JPG', own(photo))
  const { body } = await fetchFile(server, url)
  expect([type, body.length, body.includes('Fotomatic'), body.includes('Exif')]).toEqual(['jpg', size, false, false])
  const { width, height, orientation, exif, xmp, icc } = await sharp(body).metadata()
  expect([width, height, orientation, exif, xmp, icc]).toEqual([80, 200, undefined, undefined, undefined, undefined])
  const { data } = await sharp(body)
    .extract({ left: 40, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(200)
})

test('the size and the sum that are kept are those of the picture as it lies in the store', async () => {
  const { fileNo, url } = await send(school, 'a.png', own(await noise(30, 20).png().toBuffer()))
  const { rows } = await server.owner.query(`select size, sha256 from file where file_no = $1`, [fileNo])
  const { body } = await fetchFile(server, url)
  const sum = Buffer.from(await crypto.subtle.digest('SHA-256', own(body))).toString('hex')
  expect(rows).toEqual([{ size: body.length, sha256: sum }])
})

test('an animation goes on moving', async () => {
  const { url } = await send(school, '动图.gif', await animation())
  const { pages, delay } = await sharp((await fetchFile(server, url)).body).metadata()
  expect([pages, delay]).toEqual([3, [100, 200, 300]])
})

test('what hides behind a true picture is not kept', async () => {
  const script = Buffer.from('<script>alert(1)</script>;')
  for (const [name, picture] of Object.entries({
    'a.gif': await animation(),
    'a.jpg': await noise(30, 20).jpeg().toBuffer(),
    'a.png': await noise(30, 20).png().toBuffer(),
  })) {
    const { url } = await send(school, name, own(Buffer.concat([picture, script])))
    expect([name, (await fetchFile(server, url)).body.includes('script')]).toEqual([name, false])
  }
})

const broken = (kind: string) => [40002, `文件不是完整的 ${kind} 图片，请重新导出后再上传`]
const mismatch = [40002, '文件已损坏或不是所标的类型']
const notStill = [40002, '文件含有脚本、动画或外部引用，或图形重复过多，或不完整；请另存为普通 SVG 后再上传']

test('what is not what its name says is refused with a reason, and nothing of it stays', async () => {
  const before = await kept()
  const [jpg, png, gif] = [await noise(90, 60).jpeg().toBuffer(), await noise(90, 60).png().toBuffer(), await animation()]
  const cut = (bytes: Buffer) => own(bytes.subarray(0, bytes.length / 2))
  expect(await refusal('a.png', '你好')).toEqual(mismatch)
  expect(await refusal('a.png', own(jpg))).toEqual(mismatch)
  expect(await refusal('a.jpg', cut(jpg))).toEqual(broken('JPG'))
  expect(await refusal('a.jpeg', own(jpg.subarray(0, 3)))).toEqual(broken('JPEG'))
  expect(await refusal('a.png', cut(png))).toEqual(broken('PNG'))
  expect(await refusal('a.gif', cut(gif))).toEqual(broken('GIF'))
  // Cuts within a frame, after a byte that looks like the end of the file.
  expect(await refusal('a.gif', own(gif.subarray(0, gif.lastIndexOf(0x3b, gif.length - 2) + 1)))).toEqual(broken('GIF'))
  expect(await refusal('a.gif', 'GIF89a/*<html><script>alert(1)</script>*/=1;')).toEqual(broken('GIF'))
  expect(await refusal('a.png', hugePng())).toEqual([10010, '图片超过 4000 万像素，请缩小后再上传'])
  expect(await refusal('a.docx', zip({ 'readme.txt': 'hello' }))).toEqual(mismatch)
  expect(await refusal('a.docx', zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '' }))).toEqual(mismatch)
  expect(await refusal('a.docx', zip({ '[Content_Types].xml': contents('spreadsheetml.sheet') }))).toEqual(mismatch)
  expect(await refusal('a.xlsx', docx())).toEqual(mismatch)
  expect(await refusal('a.pptx', docx().subarray(0, 200))).toEqual(mismatch)
  for (const name of ['a.mp3', 'a.mp4', 'a.flv', 'a.ico', 'a.pdf', 'a.doc', 'a.svg'])
    expect([name, ...(await refusal(name, '<html><script>alert(1)</script>'))]).toEqual([name, ...mismatch])
  expect(await refusal('a.txt', own(png))).toEqual(mismatch)
  expect(await refusal('a.txt', '')).toEqual([40002, '文件是空的'])
  expect(await refusal('a.exe', 'MZ')).toEqual([40001, '不支持 exe 类型的文件'])
  expect(await kept()).toEqual(before)
})

test('a drawing that copies its copies until no browser can draw it is refused, one that repeats a part is taken', async () => {
  const nine = 'bcdefghij'.split('')
  const copies = nine.map((id, at) => `<g id="${id}">${`<use href="#${'abcdefghij'[at]}"/>`.repeat(10)}</g>`).join('')
  const part = '<g id="a"><rect width="1" height="1"/></g>'
  for (const inside of [
    part + copies,
    part + copies.replaceAll('href', 'xlink:href'),
    `<g id="a"><use href="#a"/></g>`,
    `${part}<!-- </g> -->${copies}`,
    part + copies.replaceAll('"#', '"#%61%').replaceAll('id="', 'id="a%'),
    '<g>'.repeat(1000) + '</g>'.repeat(1000),
  ])
    expect([inside.slice(0, 60), ...(await refusal('a.svg', drawing(inside)))]).toEqual([inside.slice(0, 60), ...notStill])
  const gradient = '<linearGradient id="g"/><linearGradient id="h" href="#g"/><rect fill="url(#h)" title="a > b"/>'
  const { size } = await send(school, '地图.svg', drawing(part + gradient + '<use href="#a"/>'.repeat(3000)))
  expect(size).toBeGreaterThan(3000)
})

test('a drawing that could run, load or change is refused, and nothing of it stays', async () => {
  const before = await kept()
  for (const inside of [
    '<script>alert(1)</script>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    '<rect onclick="alert(1)"/>',
    '<rect\nonload\n=\n"alert(1)"/>',
    '<foreignObject><p/></foreignObject>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href=" java&#x0a;script:alert(1)">x</a>',
    '<image href="https://example.com/a.png"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<use xlink:href="//example.com/a.svg#b"/>',
    '<style>@import "https://example.com/a.css"</style>',
    '<style>&#64;import "https://example.com/a.css"</style>',
    '<rect fill="url(https://example.com/a)"/>',
    '<rect style="fill:u\\72l(https://example.com/a)"/>',
    '<set attributeName="href" to="x"/>',
    '<iframe xmlns="http://www.w3.org/1999/xhtml" src="#a"/>',
    '<g>&amp;</g></svg><!-- cut -->',
  ])
    expect([inside, ...(await refusal('a.svg', drawing(inside).replace(/-->.*/, '--')))]).toEqual([inside, ...notStill])
  for (const text of [
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>${drawing('&x;')}`,
    `<?xml version="1.0"?><?xml-stylesheet href="#a"?>${drawing('')}`,
    `<?xml version="1.0" encoding="utf-7"?>${drawing('')}`,
    '<?xml version="1.0"?><html></html>',
    drawing('<rect/>').slice(0, -3),
  ])
    expect([text, ...(await refusal('a.svg', text))]).toEqual([text, ...notStill])
  expect(await refusal('a.svg', drawing(' '.repeat(2 ** 21)))).toEqual([10010, 'SVG 文件超过 2 MB'])
  expect(await kept()).toEqual(before)
})

test('while drawings of two megabytes are checked, everybody else is answered', async () => {
  const drawn = drawing('<g id="a"/>'.repeat(180_000))
  let isChecking = true
  const sent = Promise.all(['1.svg', '2.svg'].map((name) => refusal(name, drawn))).finally(() => (isChecking = false))
  let longest = 0
  while (isChecking) {
    const begun = performance.now()
    await fetch(`${server.url}/healthz`).then((answer) => answer.text())
    longest = Math.max(longest, performance.now() - begun)
  }
  expect((await sent).map(([code]) => code)).toEqual([0, 0])
  expect(longest).toBeLessThan(500)
})
