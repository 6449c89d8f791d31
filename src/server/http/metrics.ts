import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { codes } from '#contract/codes.ts'
import { basePath } from '#contract/wire.ts'
import { build } from '#server/base/build.ts'
import type { Database } from '#server/database/database.ts'
import { Fault, toEnvelope } from '#server/base/fault.ts'
import type { Files } from '#server/store/files.ts'
import { isInAddressList } from '#server/base/addressList.ts'

/** Describes what is counted of this process, and who may read it. */
export type Metrics = {
  register: Registry
  mayRead(request: FastifyRequest): boolean
  count(request: FastifyRequest, status: number, seconds: number): void
  /** Notes that the hourly jobs were done. */
  clockDone(): void
}

type Measured = { database: Pick<Database, 'pool' | 'sidePool'>; files: Pick<Files, 'space'> }

/**
 * Begins to count; `peers` may read it besides this machine. Nothing in it names a person, an enterprise or an address,
 * and reading it asks nothing of the database, so that it answers while that does not.
 */
export function openMetrics({ database, files }: Measured, peers: readonly string[]): Metrics {
  const { pool, sidePool } = database
  const registers = [new Registry()]
  const registry = registers[0] as Registry
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'campus_requests_total',
    help: 'Requests by call and outcome: ok, refused (an expected failure), failed',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'campus_request_seconds',
    help: 'Seconds until a request was answered, by call',
    labelNames: ['call'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60],
    registers,
  })
  const uploaded = new Counter({ name: 'campus_upload_bytes_total', help: 'Bytes of forms with files that were sent', registers })
  const clock = new Gauge({
    name: 'campus_clock_success_timestamp_seconds',
    help: 'When this process last did the work of the hour; of several processes one does it',
    registers,
  })
  new Gauge({
    name: 'campus_database_connections',
    help: 'Connections by pool: in use, idle; waiting: requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries({ calls: pool, apart: sidePool })) {
        this.set({ pool: name, state: 'used' }, totalCount - idleCount)
        this.set({ pool: name, state: 'idle' }, idleCount)
        this.set({ pool: name, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'campus_disk_bytes',
    help: 'Room on the disk of the data: free and in all; absent where the system does not tell',
    labelNames: ['kind'],
    registers,
    collect() {
      const { free, total } = files.space()
      if (!Number.isFinite(total)) return
      this.set({ kind: 'free' }, free)
      this.set({ kind: 'total' }, total)
    },
  })
  new Gauge({ name: 'campus_build_info', help: 'The running version', labelNames: ['version', 'commit', 'node'], registers }).set(
    { version: build.version, commit: build.commit ?? '', node: process.version },
    1,
  )
  const isPeer = isInAddressList(peers)
  return {
    register: registry,
    mayRead: ({ headers, socket }) => isPeer(socket.remoteAddress) && !forwarding.some((name) => name in headers),
    count(request, status, elapsed) {
      const call = nameOf(request)
      requests.inc({ call, outcome: outcomeOf(request.trace.code, status) })
      seconds.observe({ call }, elapsed)
      if (request.headers['content-type']?.startsWith('multipart/')) uploaded.inc(Number(request.headers['content-length'] ?? 0))
    },
    clockDone: () => clock.setToCurrentTime(),
  }
}

// Recognises requests through a proxy on this machine, whose client is not local.
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

// Names only declared routes: an invented address would be a series of its own, and may hold anything.
function nameOf({ routeOptions: { url = 'other' } }: FastifyRequest): string {
  return url.startsWith(basePath) ? url.slice(basePath.length) : url
}

function outcomeOf(code: number | undefined, status: number): 'ok' | 'refused' | 'failed' {
  if (status >= 500 || code === codes.internal[0] || code === codes.unavailable[0]) return 'failed'
  return code || status >= 400 ? 'refused' : 'ok'
}

/** Counts every request, and answers `/metrics` to whoever may read it; for all others there is no such address. */
export function serveMetrics(app: FastifyInstance, { register, mayRead, count }: Metrics) {
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => count(request, statusCode, elapsedTime / 1000))
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return reply.code(404).send(toEnvelope(new Fault('unknownCall')))
    const text = await register.metrics()
    return reply.header('content-type', register.contentType).header('cache-control', 'no-store').send(text)
  })
}
