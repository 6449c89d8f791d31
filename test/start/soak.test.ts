import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { atRate, officeDay, signInAs } from './load.ts'
import { cleanUp, healthy, makeFolder, type Run, run, stop, until } from './startup.ts'

// Runs as a longer proof: SOAK_MINUTES=30 vitest run test/start/soak.test.ts
const seconds = process.env.SOAK_MINUTES ? Number(process.env.SOAK_MINUTES) * 60 : 20
const perSecond = Number(process.env.SOAK_RATE ?? 20)

afterEach(cleanUp)

const watched = {
  rss: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  files: 'process_open_fds',
  handles: 'nodejs_active_resources_total',
  lag: 'nodejs_eventloop_lag_p99_seconds',
  connections: 'campus_database_connections{pool="calls",state="used"}',
  apart: 'campus_database_connections{pool="apart",state="used"}',
}
type Sample = Record<keyof typeof watched, number>

/** Reads the present measures of a server. */
async function lookAt({ url }: Run): Promise<Sample> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const valueOf = (series: string) => Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length))
  return Object.fromEntries(Object.entries(watched).map(([name, series]) => [name, valueOf(series)])) as Sample
}

const sorted = (samples: Sample[], name: keyof Sample) => samples.map((sample) => sample[name]).sort((a, b) => a - b)
const medianOf = (samples: Sample[], name: keyof Sample) => sorted(samples, name)[Math.floor(samples.length / 2)] as number
const MB = 2 ** 20

test(`${seconds} seconds at ${perSecond} requests a second: every one succeeds, memory stays flat, and nothing is left open`, {
  timeout: 600_000 + seconds * 2000,
}, async () => {
  const dataDir = makeFolder()
  const temporary = join(makeFolder(), 'temporary')
  mkdirSync(temporary)
  const server = await run({ dataDir, env: { DEMO: '1', TMPDIR: temporary } })
  await healthy(server, 300_000)
  const day = officeDay(server, { company: await signInAs(server, 'company'), school: await signInAs(server, 'school') })
  await atRate(perSecond, 5, day)
  const samples: Sample[] = []
  const failures: unknown[] = []
  const watch = setInterval(() => void lookAt(server).then((sample) => samples.push(sample)), Math.max(200, seconds * 3))
  await atRate(perSecond, seconds, (at) => day(at).catch((error: unknown) => failures.push(error)))
  clearInterval(watch)
  const thirds = [0, 1, 2].map((n) => samples.slice((n * samples.length) / 3, ((n + 1) * samples.length) / 3))
  const table = thirds.map((part) =>
    Object.fromEntries(
      (Object.keys(watched) as (keyof Sample)[]).map((name) => {
        const value = medianOf(part, name)
        return [name, ['rss', 'heap'].includes(name) ? `${(value / MB).toFixed(1)} MB` : Number(value.toFixed(3))]
      }),
    ),
  )
  console.table(table)
  expect(failures).toEqual([])
  const [first = [], middle = [], last = []] = thirds
  // Compares with the higher of what was before: memory goes up and down with what is collected, and what is lost only goes up.
  const before = Math.max(medianOf(first, 'rss'), medianOf(middle, 'rss'))
  expect(medianOf(last, 'rss')).toBeLessThan(before * 1.05 + 15 * MB)
  // Compares the lowest use of memory, which rises until it is collected.
  expect(sorted(last, 'heap')[0]).toBeLessThan((sorted(middle, 'heap')[0] as number) * 1.05 + 10 * MB)
  await until('every connection is back and every handle closed', async () => {
    const { connections, apart, files } = await lookAt(server)
    return connections === 0 && apart === 0 && files <= medianOf(middle, 'files') + 5
  })
  for (const folder of ['arriving', 'leaving'].map((name) => join(dataDir, 'files', name)))
    if (existsSync(folder)) expect(readdirSync(folder)).toEqual([])
  expect(readdirSync(temporary)).toEqual([])
  expect(server.output.stderr).toBe('')
  await stop(server, dataDir)
})
