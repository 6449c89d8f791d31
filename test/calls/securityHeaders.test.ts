import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type School, sharedServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await sharedServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

/** Sends lines as they are, and returns the status, the headers and the body of the answer. */
async function sendRaw(...lines: string[]) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write([...lines, '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...rest] = head.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: new Headers(rest.map((line) => line.split(': ') as [string, string])),
    body,
  }
}

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(server.url + path, { redirect: 'manual', ...init })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

const host = 'Host: localhost'
const post = (type: string, body: string) => () =>
  ask('/api/services/ent/org/create', {
    method: 'POST',
    headers: { authorization: `Bearer ${school.admin.client.token}`, 'content-type': type },
    body,
  })

const answers: Record<string, [number, () => Promise<{ status: number; headers: Headers; body: string }>]> = {
  'a call': [200, () => ask('/api/services/user/user/getidnts')],
  'an unknown call': [404, () => ask('/api/services/no/such')],
  'an unknown page': [404, () => ask('/nowhere.php')],
  'an unreadable body': [400, post('application/json', '{')],
  'a body that is too large': [413, post('application/json', JSON.stringify({ data: 'x'.repeat(7 * 2 ** 20) }))],
  'a body of another kind': [415, post('application/xml', '<a/>')],
  'a file that is none': [404, () => ask('/files/a.b.c.d')],
  'the description of the calls': [200, () => ask('/api/openapi.json')],
  'the state of the server': [200, () => ask('/healthz')],
  'a request without a host': [400, () => sendRaw('GET /healthz HTTP/1.1', 'Connection: close')],
  'a request with an expectation': [417, () => sendRaw('GET /healthz HTTP/1.1', host, 'Expect: foo', 'Connection: close')],
  'what is no HTTP': [400, () => sendRaw('HELLO')],
  'headers that are too long': [431, () => sendRaw('GET / HTTP/1.1', host, `X: ${'x'.repeat(40_000)}`)],
}

test.each(Object.keys(answers))('the answer to %s carries the headers of security', async (name) => {
  const [expected, answer] = answers[name] as (typeof answers)[string]
  const { status, headers, body } = await answer()
  expect(status).toBe(expected)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toMatch(/default-src '(none|self)'.*frame-ancestors '(none|self)'/)
  if (status >= 400) expect(JSON.parse(body)).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
})
