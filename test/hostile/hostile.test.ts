import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { toRequest } from '#contract/wire.ts'
import { chunkSize, upload } from '#contract/shell/upload.contract.ts'
import { mVisit } from '#features/m/visit/visit.contract.ts'
import { fileLink } from '#server/files/links.ts'
import { type Client, startServer, type TestServer } from '../support/harness.ts'
import { sampled } from './corpus.ts'
import { bytesOf, type Hostile } from './hostile.ts'
import { listen } from './home.ts'
import { marker } from './names.ts'
import { honest } from './samples.ts'
import { checkout } from '../start/startup.ts'
import { makeGate, withPictures } from '../support/visits.ts'

// Holds a server in a process of its own, and the listener for the calls of the files.
let server: TestServer
let client: Client
let folder: string
let entNo: string
let code: string
let home: Awaited<ReturnType<typeof listen>>
let files: Hostile[]
/** Holds the megabytes of the server before. */
let held: number

beforeAll(async () => {
  home = await listen()
  server = await startServer({ apart: true })
  folder = join(server.services.files.root, '..')
  const gate = await makeGate(server)
  await withPictures(gate)
  client = gate.admin.client
  entNo = gate.school.entNo
  code = gate.code
  files = await sampled(home.url)
  // Warms up with the first files of every type; a fresh process grows with its first work, whatever that is.
  for (const [type, content] of Object.entries(await honest()))
    await sendForm(upload.upload, {}, { what: type, name: `a.${type}`, content: bytesOf(content) })
  for (let round = 0; round < 3; round++) for (const one of files) await sendForm(upload.upload, {}, one).catch(() => {})
  held = memory('VmRSS')
  if (tells) writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
})
afterAll(async () => {
  await server.close()
  await home.close()
})

type Answer = { code: number; message: string; result: { fileNo?: string; file?: { fileNo: string } | null } | null }

/** Sends a form whose file has this very name, byte for byte; what a browser would spell otherwise included. */
async function sendForm(call: Call, fields: Record<string, string>, { name, content }: Hostile): Promise<Answer> {
  const boundary = randomBytes(12).toString('hex')
  const part = (head: string, body: string | Buffer) => [
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`,
    body,
    '\r\n',
  ]
  const pieces = [
    ...Object.entries(fields).flatMap(([field, value]) => part(`name="${field}"`, value)),
    ...part(`name="file"; filename="${name}"`, content),
    `--${boundary}--\r\n`,
  ]
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${client.token}` }
  const response = await fetch(server.url + toRequest(call, {}).url, { method: 'POST', headers, body })
  return (await response.json()) as Answer
}

async function sendChunked(hostile: Hostile): Promise<Answer> {
  const { name, content } = hostile
  const sha256 = createHash('sha256').update(content).digest('hex')
  const begun = (await client.answer(upload.createchunk, { name, size: content.length, sha256 })) as Answer & {
    result: { upldNo: string }
  }
  if (begun.code !== 0 || begun.result.file) return begun
  let answer: Answer = begun
  for (let idx = 0; idx * chunkSize < content.length && answer.code === 0; idx++) {
    const chunk = content.subarray(idx * chunkSize, (idx + 1) * chunkSize)
    answer = await sendForm(upload.uploadchunk, { upldNo: begun.result.upldNo, idx: String(idx) }, { ...hostile, content: chunk })
  }
  return answer
}

const ways: [string, (hostile: Hostile) => Promise<Answer>][] = [
  ['whole', (hostile) => sendForm(upload.upload, {}, hostile)],
  ['in chunks', sendChunked],
  ['by a visitor', (hostile) => sendForm(mVisit.upload, { code }, hostile)],
]

const everything = () => readdirSync(folder, { recursive: true, encoding: 'utf8' })
const strays = () =>
  [checkout, tmpdir(), '/tmp', '/']
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).filter((name) => name.includes(marker)))

/**
 * Measures megabytes of memory that the process holds, or held at most since it was asked to forget; 0 where the system does not
 * tell.
 */
const tells = existsSync('/proc/self/clear_refs')
function memory(which: 'VmRSS' | 'VmHWM'): number {
  const status = tells ? readFileSync(`/proc/${server.pid}/status`, 'utf8') : ''
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

const inPage = ['image/png', 'image/jpeg', 'image/gif', 'application/pdf', 'audio/mpeg', 'video/mp4']

/** Lists the faults in how a file is served. */
async function servedWrongly(fileNo: string): Promise<string[]> {
  const { status, headers } = await fetch(server.url + fileLink(server.services.secret, entNo, fileNo, { isPublic: true }))
  const [type = '', shown = '', policy] = ['content-type', 'content-disposition', 'content-security-policy'].map(
    (name) => headers.get(name) ?? '',
  )
  const rules: [string, boolean][] = [
    [`status ${status}`, status === 200],
    ['may be guessed', headers.get('x-content-type-options') === 'nosniff'],
    [`policy ${policy}`, policy === "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"],
    ['other sites may use it', headers.get('cross-origin-resource-policy') === 'same-origin'],
    [`shown as ${type}`, shown.startsWith('attachment;') || (shown.startsWith('inline;') && inPage.includes(type))],
    [`disposition ${shown}`, /^\w+; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.%!#$&+^`|~-]*$/.test(shown)],
    [`type ${type}`, !/html|xhtml|javascript|ecmascript|text\/xml|application\/xml/.test(type)],
  ]
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule)
}

test.for(ways)(
  'hostile files sent %s stay in the store, and whatever is taken is served so that nothing in it runs',
  {
    timeout: 600_000,
  },
  async ([, send]) => {
    const wrong: [string, unknown][] = []
    let taken = 0
    const before = new Set(everything())
    for (const hostile of files) {
      const { what } = hostile
      const {
        code: answered,
        message,
        result,
      } = await send(hostile).catch((error: Error) => ({ code: NaN, message: error.message, result: null }))
      const fileNo = result?.file?.fileNo ?? result?.fileNo
      if (answered === 0 && fileNo) {
        taken += 1
        wrong.push(...(await servedWrongly(fileNo)).map((rule): [string, string] => [what, rule]))
      } else if (!(answered >= 10_000 && answered < 50_000 && /[\u4e00-\u9fff]/.test(message)))
        wrong.push([what, [answered, message]])
    }
    const grown = memory('VmHWM') - held
    console.log(
      `${files.length} sent, ${taken} taken; memory grew by ${grown.toFixed()} MB at most from ${held.toFixed()}, ${(memory('VmRSS') - held).toFixed()} remain`,
    )
    expect(wrong).toEqual([])
    expect(grown).toBeLessThan(150)
    const added = everything().filter((path) => !before.has(path))
    expect(added.filter((path) => !new RegExp(`^files(/${entNo}(/[\\w-]+(\\.\\w+)?)?|/arriving|/leaving)?$`).test(path))).toEqual(
      [],
    )
    expect(strays()).toEqual([])
    expect(home.calls).toEqual([])
  },
)
