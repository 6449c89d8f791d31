import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '#contract/shell/upload.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { makeSchool, type Person, startServer, type TestServer } from '../support/harness.ts'
import { isSampled } from '../support/sample.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = (await makeSchool(server, { idntNo: '050' })).admin
})
afterAll(() => server.close())

/** Returns the longest time in milliseconds that this process answered nobody while something was under way. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let [longest, before] = [0, performance.now()]
  const clock = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - before - 5)
    before = now
  }, 5)
  await work()
  clearInterval(clock)
  return longest
}

const full = (unit: string, whole = 2 * 2 ** 20 - 200) => unit.repeat(Math.floor(whole / Buffer.byteLength(unit)))
const drawn = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

/** Describes drawings of 2 MB, each of which one of the checks would have to look at again and again. */
const drawings: Record<string, string> = {
  'blanks in a reference': drawn(`<rect fill="url(${full(' ')}x)"/>`),
  'many references': drawn(`<rect fill="${full('url( ')}"/>`),
  'a name without an end': drawn(`<${full('a')}`),
  'attributes without an end': drawn(`<a ${full('b="c" ')}`),
  'a quote without an end': drawn(`<a b="${full("'")}`),
  'groups in groups': drawn(full('<g>')),
  'many elements': drawn(full('<g/>')),
  'references to letters': drawn(full('&#x26;')),
  'comments that do not end': drawn(full('<!--')),
  'a long declaration': `<?xml ${full(' encoding')}`,
  'addresses without a value': drawn(`<a ${full('href ')}/>`),
  'events without a value': drawn(`<a ${full(' onload')}/>`),
  'copies of one part': drawn(`<g id="a"/>${full('<use href="#a"/>')}`),
  'names of parts': drawn(full('<g id="a"/>')),
}

test.each(Object.keys(drawings).filter((name) => isSampled(name)))(
  'a drawing of 2 MB with %s stops the server for nobody',
  async (name) => {
    const file = new File([drawings[name] as string], 'x.svg', { type: 'image/svg+xml' })
    const begun = performance.now()
    const stopped = await longestStop(() => person.client.answer(upload.upload, { file }))
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(stopped).toBeLessThan(1500)
  },
)

test('one word typed over and over into the search box is answered at once', async () => {
  for (const word of [`${'查找'.repeat(19)}女生`, '查找'.repeat(200), '班主任'.repeat(13)]) {
    const begun = process.cpuUsage().user
    await person.client.answer(search.get, { word })
    expect(process.cpuUsage().user - begun).toBeLessThan(1_000_000)
  }
})
