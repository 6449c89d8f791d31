import { randomBytes } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Download } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { basePath, type Envelope, readBody, readQuery } from '#contract/wire.ts'
import { serveInboxStream } from '#domain/messages/inboxStream.ts'
import { serveCasLogout } from '#server/auth/casLogout.ts'
import type { Origin, Services, Trace } from '#server/call/context.ts'
import { build } from '#server/base/build.ts'
import { Fault, isUnreachable, toEnvelope } from '#server/base/fault.ts'
import { sendDownload } from '#server/http/download.ts'
import { addSecurityHeaders, securityLines } from '#server/http/securityHeaders.ts'
import { hasJustChanged, noteChange } from '#server/http/changeCookie.ts'
import { keepFileCookie } from '#server/http/fileCookie.ts'
import { serveFiles } from '#server/http/fileRoute.ts'
import { clearMultipart, malformedForm, readMultipart } from '#server/http/multipart.ts'
import { describeError, log } from '#server/base/log.ts'
import { type Metrics, serveMetrics } from '#server/http/metrics.ts'
import { openApi } from '#server/http/openapi.ts'
import { RightsCache } from '#server/call/rights.ts'
import { type Admission, makeCallPipeline } from '#server/http/callPipeline.ts'
import { type ConnectionLimits, headerLimits, limitConnections, usualConnections } from '#server/http/connections.ts'
import { makeRateLimits, type Rates } from '#server/http/rateLimits.ts'
import { routes } from './routes.ts'
import type { Served } from '#server/call/serve.ts'
import { servePages } from '#server/http/pages.ts'

export type AppOptions = {
  /** Holds the folder of the built web side; undefined serves calls only. */
  webDir?: string | undefined
  /** Checks every result against its contract: tests and development. */
  checkOutput: boolean
  trustedProxies?: string[]
  /** Writes a line per call. */
  logging: boolean
  /** Counts requests; undefined counts none. */
  metrics?: Metrics | undefined
  /** Limits the calls of one address, session and enterprise; undefined limits none. */
  rates?: Rates | undefined
  connections?: ConnectionLimits | undefined
  /** Tells whether the server is about to end: the balancer is informed, and every connection ends with its answer. */
  leaving?: () => boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace & { call?: string; code?: number; status?: number }
    admission: Admission
    /** Tells whether the body had come when the session was looked at. */
    isWhole: boolean
  }
}

const processNo = randomBytes(4).toString('base64url')
let requests = 0
const nextRequestNo = () => `${processNo}${(++requests).toString(36)}`

// Limits a request body, in bytes: a pasted block of cells holds some thousands of rows.
const largestBody = 2 ** 20
const largestBatch = 6 * 2 ** 20
// Limits the body of somebody without a session, in bytes; files that they may send have limits of their own.
const largestOfStranger = 2 ** 16

const statusOf: Partial<Record<number, number>> = {
  [codes.internal[0]]: 500,
  [codes.unavailable[0]]: 503,
  [codes.tooMany[0]]: 429,
  [codes.noSpace[0]]: 507,
}

/** Builds the HTTP server: the calls under /api/services, and beside them /healthz, /readyz and the description of the calls. */
export async function makeApp(services: Services, options: AppOptions) {
  const app = Fastify({
    bodyLimit: largestBody,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    genReqId: nextRequestNo,
    http: { ...headerLimits, requireHostHeader: false },
    requestTimeout: 600_000,
    forceCloseConnections: 'idle',
    // Turns the framework's log off, whose lines name addresses with their queries.
    logger: false,
    frameworkErrors: (_error, _request, reply: FastifyReply) => reply.code(400).send(toEnvelope(malformedForm())),
    clientErrorHandler: answerSocket,
  })
  limitConnections(app.server, options.connections ?? usualConnections, (socket) => answerSocket(slowBody, socket))
  app.decorateRequest('trace')
  app.decorateRequest('admission')
  app.decorateRequest('isWhole', true)
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request) => {
    request.trace = {}
  })
  addSecurityHeaders(app)
  if (options.logging) app.addHook('onResponse', logAnswer)
  if (options.metrics) serveMetrics(app, options.metrics)
  const leaving = options.leaving ?? (() => false)
  app.addHook('onSend', async (_, reply) => void (leaving() && reply.header('connection', 'close')))
  app.setErrorHandler(answerError)
  // Drops connections whose answer has just ended, instead of waiting a minute for them.
  app.addHook('preClose', async () => {
    const dropping = setInterval(() => app.server.closeIdleConnections(), 100)
    app.server.once('close', () => clearInterval(dropping))
  })
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 10_000, parts: 12 } })

  const rates = options.rates && makeRateLimits(options.rates)
  const pipeline = makeCallPipeline(services, new RightsCache(), { checkOutput: options.checkOutput, rates })
  for (const served of routes) addRoute(served)

  app.get('/healthz', async () => ({ status: 'ok', ...build }))
  app.get('/readyz', async (_, reply) => {
    // Is ready with a database that takes writes.
    const answers = await services.database.pool.query(`select where current_setting('transaction_read_only') = 'off'`).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    )
    // Stays ready on a full disk, for reading goes on.
    const { state: disk } = services.files.space()
    const state = { database: answers ? 'ok' : 'unreachable', disk, ...(leaving() && { server: 'leaving' }) }
    return reply.code(answers && !leaving() ? 200 : 503).send(state)
  })
  // Builds it when it is first asked for, as it takes half of what a start takes.
  let description: ReturnType<typeof openApi> | undefined
  app.get('/api/openapi.json', async (_, reply) => reply.send((description ??= openApi(routes.map(({ call }) => call)))))
  serveFiles(app, services)
  serveCasLogout(app, services)
  serveInboxStream(app, services)
  servePages(app, options.webDir)
  return app

  function addRoute(served: Served) {
    const { call } = served
    const { admit, answer } = pipeline(served)
    const read = async (request: FastifyRequest) => {
      if (call.method === 'GET') return readQuery(call, request.raw.url?.replace(/^[^?]*/, '') ?? '')
      if ((call.body === 'multipart') !== request.isMultipart()) throw new Fault('mediaType')
      return call.body === 'multipart' ? readMultipart(request, services.files, call.largest) : readBody(call, request.body)
    }
    app.route({
      method: call.method,
      url: basePath + call.path,
      bodyLimit: call.access === 'open' ? largestOfStranger : call.cells ? largestBatch : largestBody,
      async onRequest(request, reply) {
        request.trace.call = call.path
        request.admission = await admit(originOf(request))
        request.isWhole = request.raw.complete
        if ('refused' in request.admission) return tell(request, reply, request.admission.refused)
      },
      async handler(request, reply) {
        const raw = () => read(request).catch((error: unknown) => refuse(error, request))
        // Looks at the session once more where the body came later, for it may have ended meanwhile.
        const admission = request.isWhole ? request.admission : await admit(originOf(request))
        const envelope = await answer(raw, originOf(request), admission)
        await clearMultipart(request, services.files)
        return tell(request, reply, envelope)
      },
    })

    function tell(request: FastifyRequest, reply: FastifyReply, envelope: Envelope) {
      request.trace.code = envelope.code
      if (envelope.code === codes.internal[0]) envelope.message += `（${request.id}）`
      const token = readableToken(envelope, request)
      if (token) keepFileCookie(request, reply, token)
      if (services.database.replica && call.method === 'POST' && envelope.code === 0) noteChange(request, reply)
      const { op } = request.trace
      if (op && call.undo && envelope.code === 0) reply.header('x-operation', op)
      if (call.answers === 'file' && envelope.code === 0) return sendDownload(reply, envelope.result as z.output<typeof Download>)
      if (envelope.code === codes.tooMany[0]) reply.header('retry-after', (envelope.result as { seconds: number }).seconds)
      return reply.code(request.trace.status ?? statusOf[envelope.code] ?? 200).send(envelope)
    }
  }
}

function originOf(request: FastifyRequest): Origin {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return {
    token: scheme?.toLowerCase() === 'bearer' ? token : undefined,
    // Falls back to who is connected: what a proxy passes on may be any text that a client has written.
    address: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
    client: String(request.headers['user-agent'] ?? '').slice(0, 200),
    hasChanged: hasJustChanged(request),
    trace: request.trace,
  }
}

// Returns the token whose session the answer belongs to: that of a call that was made in it, or the one that a sign-in gives.
function readableToken({ code, result }: Envelope, request: FastifyRequest): string | undefined {
  if (code !== 0) return undefined
  const given = (result as { token?: unknown } | null)?.token
  return typeof given === 'string' ? given : request.trace.user === undefined ? undefined : originOf(request).token
}

// Gives unreadable requests a status of their own, since they fail in transport.
function refuse(error: unknown, request: FastifyRequest): never {
  if (error instanceof Fault) request.trace.status = { mediaType: 415, tooLarge: 413 }[error.code as string] ?? 400
  throw error
}

function answerError(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const fault = error instanceof Fault ? error : isUnreachable(error) ? new Fault('unavailable') : faultOfTransport(error)
  if (!fault) request.trace.error = error
  const code = codes[fault?.code ?? 'internal'][0]
  request.trace.code = code
  // Drains the rest of the body: a client still sending would lose the answer with the connection.
  reply.removeHeader('connection')
  // Answers whoever may not ask as calls do; what cannot be read fails in transport.
  const status = error instanceof Fault && error.code !== 'invalid' ? 200 : (error.statusCode ?? 400)
  return reply.code(statusOf[code] ?? status).send(toEnvelope(fault ?? new Fault('internal')))
}

function faultOfTransport({ code = '', statusCode = 500 }: { code?: string; statusCode?: number }): Fault | undefined {
  if (statusCode === 413) return new Fault('tooLarge')
  if (statusCode === 415 || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Fault('mediaType')
  return statusCode >= 400 && statusCode < 500 ? malformedForm() : undefined
}

const slowBody = Object.assign(new Error('the body hardly comes'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

// Answers with an envelope what is not HTTP, or too large, and never becomes a request.
function answerSocket(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const long = error.code === 'HPE_HEADER_OVERFLOW'
  const status = long
    ? '431 Request Header Fields Too Large'
    : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : '400 Bad Request'
  const body = JSON.stringify(toEnvelope(long ? new Fault('tooLarge') : malformedForm()))
  const head = `Connection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`
  return socket.end(`HTTP/1.1 ${status}\r\n${securityLines}${head}\r\n\r\n${body}`)
}

async function logAnswer(request: FastifyRequest, reply: FastifyReply) {
  // Logs only failures of pages, assets and files; never an address that is no call, for it may hold anything.
  if (!request.url.startsWith('/api/') && !request.trace.error) return
  const { call = 'unknown', code, user, ent, error } = request.trace
  const { statusCode: status, elapsedTime } = reply
  const line = { req: request.id, call, user, ent, ms: Math.round(elapsedTime), status, code }
  if (error) log.error({ ...line, ...describeError(error) })
  else log.info(line)
}
