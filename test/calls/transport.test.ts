import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basePath } from '#contract/wire.ts'
import { makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

async function ask(path: string, method = 'GET', body?: string, type?: string) {
  const headers = { authorization: `Bearer ${school.admin.client.token}`, ...(type && { 'content-type': type }) }
  const response = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) })
  const { code, message } = await response.json()
  return [response.status, code, message]
}

const create = `${basePath}/ent/empgrp/create`
const list = `${basePath}/ent/empgrp/getlist`
const upload = `${basePath}/file/upload/upload`
const json = 'application/json'
const [unknown, malformed, tooLarge, mediaType] = [
  [404, 10008, '没有这个接口'],
  [400, 10001, '提交的内容不是有效的格式'],
  [413, 10010, '提交的内容过大'],
  [415, 10011, '提交的格式不支持'],
]

test('what the product decides has status 200', async () => {
  expect(await ask(create, 'POST', '{"data":{"grpType":"1"}}', json)).toEqual([200, 10001, '组名不能为空'])
  expect(await ask(`${list}?entNo=Z1`)).toEqual([200, 10002, '记录不存在或不在可访问的范围内'])
  expect(await ask(create, 'POST', '{"grpType":"1"}', json)).toEqual([200, 10001, '提交的内容格式不正确'])
  for (const body of [
    '[]',
    'null',
    '5',
    '"data"',
    '{}',
    '{"data":[]}',
    '{"datas":{}}',
    '{"data":{},"version":"v2"}',
    '{"data":{},"more":1}',
  ])
    expect(await ask(create, 'POST', body, json)).toEqual([200, 10001, '提交的内容格式不正确'])
})

test('a path or method that is no call has status 404', async () => {
  expect(await ask(`${basePath}/ent/empgrp/getlists`)).toEqual(unknown)
  expect(await ask(`${basePath}/ent/empgrp/${'x'.repeat(5000)}`)).toEqual(unknown)
  expect(await ask(create)).toEqual(unknown)
  for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) expect(await ask(list, method)).toEqual(unknown)
})

test('what cannot be read has status 400, 413, 415 or 431', async () => {
  for (const body of [
    '{"data":{',
    '',
    '{"data":{"__proto__":{"x":1}}}',
    '{"data":{"\\u005f_proto__":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"data":1e}',
  ])
    expect(await ask(create, 'POST', body, json)).toEqual(malformed)
  expect(await ask(`${basePath}/ent/%zz`)).toEqual(malformed)
  expect(await ask(create, 'POST', JSON.stringify({ data: { grpName: 'x'.repeat(1024 * 1024) } }), json)).toEqual(tooLarge)
  for (const type of ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', ';;', 'multipart/form-data; boundary=x'])
    expect([type, await ask(create, 'POST', '{"data":{}}', type)]).toEqual([type, mediaType])
  expect(await ask(upload, 'POST', '{"data":{"file":{}}}', json)).toEqual(mediaType)
  expect(await ask(`${list}?keyWord=${'x'.repeat(20_000)}`)).toEqual([431, 10010, '提交的内容过大'])
})

test('what is no HTTP is answered with an envelope too', async () => {
  const { port } = new URL(server.url)
  const speak = (text: string) =>
    new Promise<string>((resolve) => {
      let heard = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
      socket.on('data', (data) => (heard += data))
      socket.on('close', () => resolve(heard))
    })
  for (const text of ['RUBBISH\r\n\r\n', `POST ${create} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n{}`])
    expect(await speak(text)).toMatch(
      /^HTTP\/1.1 400 Bad Request\r\n[^]*\{"code":10001,"result":null,"message":"提交的内容不是有效的格式"\}$/,
    )
})

test('a pasted block of some thousands of rows is no body that is too large', async () => {
  const datas = Array.from({ length: 3000 }, (_, i) => ({ stuNo: `S${i}`, rem: '走读，每天由家长接送'.repeat(12) }))
  const [status, code] = await ask(`${basePath}/ent/stu/updatemany`, 'POST', JSON.stringify({ datas }), json)
  expect([status, code]).toEqual([200, 10002])
  const more = datas.map((row) => ({ ...row, rem: row.rem.repeat(9) }))
  expect(await ask(`${basePath}/ent/stu/updatemany`, 'POST', JSON.stringify({ datas: more }), json)).toEqual(tooLarge)
})

test('who still sends what is refused hears why, and goes on over the same connection', async () => {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += data))
  const hears = (what: string) => expect.poll(() => heard).toContain(what)
  for (const [type, message] of [
    [json, '提交的内容过大'],
    ['text/plain', '提交的格式不支持'],
  ] as const) {
    heard = ''
    const who = `Authorization: Bearer ${school.admin.client.token}`
    socket.write(
      `POST ${create} HTTP/1.1\r\nHost: x\r\n${who}\r\nContent-Type: ${type}\r\nContent-Length: ${3 * 2 ** 20}\r\n\r\n`,
    )
    await hears(message)
    for (let sent = 0; sent < 3; sent++) await new Promise((resolve) => socket.write('x'.repeat(2 ** 20), resolve))
    heard = ''
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await hears('{"status":"ok"')
  }
  socket.destroy()
})

test('a query keeps all that stands in it, and takes a list as commas or as repeated brackets', async () => {
  expect(await ask(`${list}?keyWord=a?b&colour=1`)).toEqual([200, 10001, 'colour不是可接受的参数'])
  expect((await ask(`${list}?keyWord=a&keyWord=b`))[2]).toBe('提交的内容格式不正确')
  for (const key of ['__proto__', 'constructor', 'toString', '__proto__[]'])
    expect((await ask(`${list}?${key}=1`))[1]).toBe(10001)
  expect(await ask(`${list}?version=v1&keyWord=%ED%A0%80`)).toEqual([200, 0, ''])
})

const part = (head: string, body = '你好', type = '') =>
  `--xx\r\nContent-Disposition: form-data; ${head}\r\n${type && `Content-Type: ${type}\r\n`}\r\n${body}\r\n`
const send = (...parts: string[]) => ask(upload, 'POST', `${parts.join('')}--xx--\r\n`, 'multipart/form-data; boundary=xx')
const arriving = () => readdirSync(dirname(join(server.services.files.root, 'arriving', '-')))
const note = part('name="file"; filename="a.txt"')

test('a file of more than a megabyte arrives whole, one of more than 20 does not', async () => {
  expect(await send(part('name="file"; filename="a.txt"', 'x'.repeat(3 * 2 ** 20)))).toEqual([200, 0, ''])
  expect(await send(part('name="file"; filename="a.txt"', 'x'.repeat(20 * 2 ** 20 + 1)))).toEqual([413, 10010, '文件超过 20 MB'])
  expect(await send(part('name="file"; filename="a.txt"', 'x'.repeat(60 * 2 ** 20)))).toEqual([413, 10010, '文件超过 20 MB'])
  // Expects the connection to be free for the next one.
  expect(await send(part('name="file"; filename="a.txt"', 'x'))).toEqual([200, 0, ''])
})

test('a damaged form is told as one, and nothing of it stays behind', async () => {
  const name = {
    nul: part(`name="file"; filename*=utf-8''a%00b.txt`),
    long: part(`name="file"; filename="${'😀'.repeat(150)}.txt"`),
  }
  for (const file of Object.values(name)) expect(await send(file)).toEqual([200, 0, ''])
  expect(await ask(upload, 'POST', note, 'multipart/form-data; boundary=xx')).toEqual(malformed)
  expect(await ask(upload, 'POST', '你好', 'multipart/form-data; boundary=xx')).toEqual(malformed)
  expect(await ask(upload, 'POST', note, 'multipart/form-data')).toEqual(malformed)
  for (const key of ['__proto__', 'toString']) expect(await send(part(`name="${key}"`))).toEqual(malformed)
  expect(await send(note, part('name="second"; filename="b.txt"'))).toEqual(tooLarge)
  expect(await send(note, ...Array.from({ length: 30 }, (_, i) => part(`name="k${i}"`)))).toEqual(tooLarge)
  expect(await send(note, part('name="colour"'))).toEqual([200, 10001, 'colour不是可接受的参数'])
  for (const field of [part('name="file"'), part('')])
    expect(await send(note, field)).toEqual([200, 10001, '提交的内容格式不正确'])
  expect((await send(part('name="file"', '你好', 'application/octet-stream')))[1]).toBe(40001)
  expect(await send(note, part('name="entNo"', 'Z1'))).toEqual([200, 10002, '记录不存在或不在可访问的范围内'])
  expect(arriving()).toEqual([])
})

test('a field that describes a file of the server does not stand for one', async () => {
  const victim = join(mkdtempSync(join(tmpdir(), 'campus-victim-')), randomUUID())
  writeFileSync(victim, 'not theirs')
  for (const name of ['a.txt', 'a.exe']) {
    const forged = JSON.stringify({ path: victim, name, size: 5, sha256: '' })
    expect((await send(part('name="file"', forged, json)))[1]).toBe(10001)
  }
  expect(existsSync(victim)).toBe(true)
})
