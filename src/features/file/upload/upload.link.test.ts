import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileLink } from '#server/files/links.ts'
import {
  fileCookies,
  makePerson,
  makeSchool,
  type School,
  sharedServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import {
  animation,
  closeAfterFiles,
  type Content,
  contents,
  docx,
  drawing,
  fetchFile,
  noise,
  own,
  send,
  zip,
} from '../../../../test/support/uploads.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { attachmentTypes } from '#contract/fileTypes.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await sharedServer()
  school = await makeSchool(server)
})
afterAll(() => closeAfterFiles(server))

const strict = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, max-age=600',
}
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

async function headersOf(name: string, content: Content) {
  const { url, size } = await send(school, name, content)
  const { status, headers, body } = await fetchFile(server, url)
  expect([status, body.length, headers.get('content-length')]).toEqual([200, size, String(size)])
  expect(Object.fromEntries(headers)).toMatchObject(strict)
  return ['content-type', 'content-disposition', 'content-security-policy'].map((header) => headers.get(header))
}

test('a link shows a picture, and nothing in it may run', async () => {
  const picture = own(await noise(30, 20).png().toBuffer())
  expect(await headersOf('a.png', picture)).toEqual(['image/png', `inline; filename="a.png"; filename*=UTF-8''a.png`, sandbox])
})

test('a drawing and an office file are saved under their Chinese names', async () => {
  const gradient = '<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use xlink:href="#a"/><text>校徽</text>'
  const saved = (fallback: string, name: string) =>
    `attachment; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(name)}`
  const office = 'application/vnd.openxmlformats-officedocument'
  expect(await headersOf('校徽.svg', drawing(gradient))).toEqual(['image/svg+xml', saved('__.svg', '校徽.svg'), sandbox])
  expect(await headersOf('通知.docx', docx())).toEqual([
    `${office}.wordprocessingml.document`,
    saved('__.docx', '通知.docx'),
    sandbox,
  ])
  const workbook = own(Buffer.from(await writeXlsx({ sheets: [{ name: '名册', rows: [['姓名']] }] })))
  expect((await headersOf('名册.xlsx', workbook))[0]).toBe(`${office}.spreadsheetml.sheet`)
  expect((await headersOf("o'k (1)\u202Egnp.txt", '你好'))[1]).toBe(
    `attachment; filename="o'k (1)gnp.txt"; filename*=UTF-8''o%27k%20%281%29gnp.txt`,
  )
})

test('every type on the list is taken and sent as what it is, and no more than these open in the browser', async () => {
  const bytes = (hex: string) => own(Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(600)]))
  const cfb = bytes('d0cf11e0a1b11ae1')
  const jpg = own(await noise(9, 9).jpeg().toBuffer())
  const office = (main: string) => zip({ '[Content_Types].xml': contents(main) })
  const samples: Record<(typeof attachmentTypes)[number], Content> = {
    png: own(await noise(9, 9).png().toBuffer()),
    jpg,
    jpeg: jpg,
    gif: await animation(),
    svg: drawing('<rect/>'),
    ico: bytes('00000100'),
    txt: '你好',
    pdf: '%PDF-1.4\n%%EOF',
    doc: cfb,
    xls: cfb,
    ppt: cfb,
    docx: office('wordprocessingml.document'),
    xlsx: office('spreadsheetml.sheet'),
    pptx: office('presentationml.presentation'),
    mp3: bytes('fffb9064'),
    mp4: bytes('00000018667479706d703432000000006d70343269736f6d'),
    flv: bytes('464c5601'),
  }
  const shown = []
  for (const [type, sample] of Object.entries(samples)) {
    const [media, disposition, policy] = await headersOf(`a.${type}`, sample)
    expect([type, policy]).toEqual([type, sandbox])
    expect(media).not.toBe('application/octet-stream')
    if (disposition?.startsWith('inline')) shown.push(type)
  }
  expect(shown.sort()).toEqual(['gif', 'jpeg', 'jpg', 'mp3', 'mp4', 'pdf', 'png'])
})

test('whoever only asks for the head of a file gets no body', async () => {
  const { url, size } = await send(school, 'a.txt', '你好')
  const { status, headers, body } = await fetchFile(server, url, 'HEAD')
  expect([status, headers.get('content-length'), headers.get('content-type'), body.length]).toEqual([
    200,
    String(size),
    'text/plain',
    0,
  ])
})

const over = (url: string) =>
  fetchFile(server, url).then(({ status, headers, body }) => [status, headers.get('cache-control'), JSON.parse(body.toString())])
const gone = [404, 'no-store', { code: 10002, result: null, message: '链接已失效，请刷新页面后再试' }]

test('a link that is forged, over, or leads to what is gone opens nothing', async () => {
  const { url, fileNo } = await send(school, 'a.txt', '你好')
  const { entNo } = school
  const { secret, files } = server.services
  const [until = '', , , signature = ''] = url.replace('/files/', '').split('.')
  for (const forged of [
    '',
    'x',
    `${until}.${entNo}.${fileNo}`,
    `${until}.${entNo}.${fileNo}.`,
    `${until}.${entNo}.${fileNo}.${signature}.x`,
    `${until}.${entNo}.${fileNo}.${signature.toLowerCase()}`,
    `zzzzzz.${entNo}.${fileNo}.${signature}`,
    `..%2f..%2f${entNo}%2f${fileNo}`,
    'x'.repeat(3000),
  ])
    expect([forged, await over(`/files/${forged}`)]).toEqual([forged, gone])
  expect(await over(fileLink(secret, entNo, fileNo, { now: Date.now() - 20 * 60_000 }))).toEqual(gone)
  expect((await fetchFile(server, fileLink(secret, entNo, fileNo, { now: Date.now() - 9 * 60_000 }))).status).toBe(200)
  rmSync(join(files.root, entNo, fileNo))
  expect(await over(url)).toEqual(gone)
})

test('a link opens in a browser where somebody is signed in, and nowhere else; one to what is public opens everywhere', async () => {
  const { secret } = server.services
  const { entNo, fileNo, url } = { entNo: school.entNo, ...(await send(school, 'a.txt', '你好')) }
  const person = await makePerson(school)
  const seen = async (cookie: string, link = url) => (await fetch(server.url + link, { headers: { cookie } })).status
  const call = `${server.url}/api/services/user/user/getidnts`
  const answer = await fetch(call, { headers: { authorization: `Bearer ${person.client.token}` } })
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^files=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  const [own = ''] = cookie.split(';')
  expect([await seen(''), await seen('files=x'), await seen(`files=${'A'.repeat(43)}`), await seen(own)]).toEqual([
    404, 404, 404, 200,
  ])
  // Keeps the sessions of other tabs, and sends the cookie only where it says something new.
  const other = await makePerson(school)
  const beside = await fetch(call, { headers: { authorization: `Bearer ${other.client.token}`, cookie: own } })
  expect(beside.headers.get('set-cookie')).toContain(`~${own.slice(6)};`)
  const again = await fetch(call, { headers: { authorization: `Bearer ${person.client.token}`, cookie: own } })
  expect(again.headers.get('set-cookie')).toBeNull()
  await person.client.call(signin.logout)
  expect(await seen(own)).toBe(404)
  expect(await seen('', fileLink(secret, entNo, fileNo, { isPublic: true }))).toBe(200)
})

test('a file of one school is not reached by a link for another', async () => {
  const other = await makeSchool(server)
  const { url, fileNo } = await send(school, 'a.txt', '你好')
  expect(await over(fileLink(server.services.secret, other.entNo, fileNo))).toEqual(gone)
  expect(await over(url.replace(`.${school.entNo}.`, `.${other.entNo}.`))).toEqual(gone)
  expect((await fetchFile(server, url)).body.toString()).toBe('你好')
})

test('a link stays the same for some minutes, so that the browser need not ask twice', () => {
  const { secret } = server.services
  const at = (minute: number) => fileLink(secret, school.entNo, 'F1', { now: 1_800_000_000_000 + minute * 60_000 })
  expect(at(0)).toBe(at(9))
  expect(at(0)).not.toBe(at(11))
})

test('a player asks for a part of a film and gets just that; what lies beyond its end is refused', async () => {
  const film = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(1000, 7)])
  const { url, size } = await send(school, 'a.mp4', own(film))
  const part = async (range: string) => {
    const response = await fetch(server.url + url, { headers: { range, cookie: fileCookies.get(server.url) ?? '' } })
    return [response.status, response.headers.get('content-range'), Buffer.from(await response.arrayBuffer()).length]
  }
  expect(await part('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, 100])
  expect(await part('bytes=1000-')).toEqual([206, `bytes 1000-${size - 1}/${size}`, size - 1000])
  expect(await part('bytes=-10')).toEqual([206, `bytes ${size - 10}-${size - 1}/${size}`, 10])
  expect(await part('bytes=10-99999')).toEqual([206, `bytes 10-${size - 1}/${size}`, size - 10])
  expect(await part('bytes=99999-')).toEqual([416, `bytes */${size}`, 0])
  for (const odd of ['bytes=0-1,5-9', 'bytes=9-2', 'bytes=a-b', 'lines=1-2']) expect(await part(odd)).toEqual([200, null, size])
})

test('a picture comes in three sizes, a small one is its own small size, and a link to one size opens no other', async () => {
  const { secret } = server.services
  const { fileNo } = await send(school, 'a.png', own(await noise(1200, 600).png().toBuffer()))
  const width = async (link: string) => {
    const { body, headers } = await fetchFile(server, link)
    const facts = await sharp(body).metadata()
    return [headers.get('content-type'), facts.width, facts.height]
  }
  const at = (no: string, size?: 's' | 'm') => fileLink(secret, school.entNo, no, size && { size })
  expect(await width(at(fileNo))).toEqual(['image/png', 1200, 600])
  expect(await width(at(fileNo, 'm'))).toEqual(['image/webp', 800, 400])
  expect(await width(at(fileNo, 's'))).toEqual(['image/webp', 200, 100])
  const small = await send(school, 'b.png', own(await noise(90, 60).png().toBuffer()))
  expect(await width(at(small.fileNo, 's'))).toEqual(['image/png', 90, 60])
  expect((await fetchFile(server, at(fileNo).replace(`${fileNo}.`, `${fileNo}.s.`))).status).toBe(404)
})
