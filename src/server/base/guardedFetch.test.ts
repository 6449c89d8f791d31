import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardedFetch, isInside, NoAnswer, NotOutside } from './guardedFetch.ts'

const opened: { close(): void }[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

/** Starts a server on this machine, and counts what it is asked. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  const { port } = server.address() as AddressInfo
  return { asked, port, target: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}/asked` }
}

const refusal = (address: string, allowed: readonly string[] = []) =>
  guardedFetch(address, allowed, { milliseconds: 2000 }).catch((error: unknown) => error)

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a01:203]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
])('an address of the inside is never asked: %s', async (address) => {
  expect(await refusal(address)).toBeInstanceOf(NotOutside)
})

test.each(['8.8.8.8', '223.5.5.5', '2400:3200::1', '::ffff:8.8.8.8'])('%s lies outside', (address) => {
  expect(isInside(address)).toBe(false)
})

test('a name that points to the inside is refused while connecting', async () => {
  const { asked, port } = await listen((_, response) => response.end('secret'))
  expect(await refusal(`https://localhost:${port}/`)).toBeInstanceOf(NotOutside)
  expect(asked).toEqual([])
})

test('what is not encrypted is not asked, but where the operator permits it', async () => {
  const { asked, address, target } = await listen((_, response) => response.end('ok'))
  expect(await refusal(address)).toBeInstanceOf(NotOutside)
  expect(await refusal('http://example.com/')).toBeInstanceOf(NotOutside)
  expect(await refusal('ftp://example.com/')).toBeInstanceOf(NotOutside)
  expect(asked).toEqual([])
  expect(await guardedFetch(address, [target])).toMatchObject({ status: 200, text: 'ok' })
})

test('a permission is for one port, and for the name as it is written', async () => {
  const { asked, port, address, target } = await listen((_, response) => response.end('ok'))
  expect(await refusal(address, [`127.0.0.1:${port + 1}`])).toBeInstanceOf(NotOutside)
  expect(await refusal(`http://localhost:${port}/`, [target])).toBeInstanceOf(NotOutside)
  expect(asked).toEqual([])
  expect(await guardedFetch(`http://localhost:${port}/`, [`localhost:${port}`])).toMatchObject({ status: 200 })
})

test('what is sent arrives as it is, and the answer comes back whole', async () => {
  const heard: string[] = []
  const { address, target } = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text))
    request.on('end', () => response.writeHead(418, { 'x-own': 'yes' }).end('家长会'))
  })
  const asked = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '通知' } as const
  const answered = await guardedFetch(address, [target], asked)
  expect(answered).toMatchObject({ status: 418, headers: { 'x-own': 'yes' }, text: '家长会' })
  expect(heard.join('')).toBe('通知')
})

test('it is not led elsewhere by the other side', async () => {
  const { asked, address, target } = await listen((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  expect(await guardedFetch(address, [target])).toMatchObject({ status: 302 })
  expect(asked).toEqual(['GET /asked'])
})

test('an answer that is too large is not read to its end', async () => {
  const { address, target } = await listen((_, response) => response.end(Buffer.alloc(3 * 1024 * 1024)))
  expect(await refusal(address, [target])).toBeInstanceOf(NoAnswer)
})

test('a server that takes a request and does not answer may have done what was asked', async () => {
  const silent = await listen(() => {})
  expect(
    await guardedFetch(silent.address, [silent.target], { milliseconds: 300 }).catch((error: unknown) => error),
  ).toBeInstanceOf(NoAnswer)
  const broken = await listen((_, response) =>
    response.writeHead(200, { 'content-length': '9' }).write('half', () => response.destroy()),
  )
  expect(await refusal(broken.address, [broken.target])).toBeInstanceOf(NoAnswer)
})

test('a server that cannot be reached has not got what was asked', async () => {
  const { address, target } = await listen(() => {})
  opened.splice(0).forEach((one) => one.close())
  const error = await refusal(address, [target])
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(NoAnswer)
  expect(error).not.toBeInstanceOf(NotOutside)
})
