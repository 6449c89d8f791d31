import { randomBytes } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { codes } from '#contract/codes.ts'
import { basePath, readBody, readQuery } from '#contract/wire.ts'
import type { Origin, Services } from './context.ts'
import { Fault, toEnvelope } from './fault.ts'
import { describeError, log } from './log.ts'
import { openApi } from './openapi.ts'
import { RightsCache } from './rights.ts'
import { makeRoad, type Trace } from './road.ts'
import { routes } from './routes.ts'
import type { Served } from './serve.ts'
import { servePages } from './pages.ts'

export type AppOptions = {
  /** Where the built web side lies; undefined serves calls only. */
  webDir?: string | undefined
  /** Checks every result against its contract: tests and development. */
  checkOutput: boolean
  trustedProxies?: string[]
  /** Writes a line per call. */
  logging: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace & { call?: string; code?: number }
  }
}

const statusOf: Partial<Record<number, number>> = { [codes.internal[0]]: 500, [codes.unavailable[0]]: 503 }

/** The HTTP server: the calls under /api/services, and beside them /healthz, /readyz and the description of the calls. */
export async function makeApp(services: Services, options: AppOptions) {
  const app = Fastify({
    bodyLimit: 1024 * 1024,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    genReqId: () => randomBytes(6).toString('base64url'),
    http: { headersTimeout: 10_000 },
    requestTimeout: 600_000,
    forceCloseConnections: 'idle',
    logger: false,
  })
  app.decorateRequest('trace')
  app.addHook('onRequest', async (request) => {
    request.trace = {}
  })
  if (options.logging) app.addHook('onResponse', logAnswer)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_, reply) => reply.code(404).send(toEnvelope(new Fault('unknownCall'))))
  await app.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 10_000, parts: 12 } })

  const road = makeRoad(services, new RightsCache(), options.checkOutput)
  for (const served of routes) addRoute(served)

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const answers = await services.database.pool.query('select 1').then(
      () => true,
      () => false,
    )
    return reply.code(answers ? 200 : 503).send({ database: answers ? 'ok' : 'unreachable' })
  })
  const description = openApi(routes.map(({ call }) => call))
  app.get('/api/openapi.json', async (_, reply) => reply.send(description))
  if (options.webDir) servePages(app, options.webDir)
  return app

  function addRoute(served: Served) {
    const { call } = served
    const travel = road(served)
    const read = async (request: FastifyRequest) => {
      if (call.method === 'GET') return readQuery(call, request.raw.url?.split('?')[1] ?? '')
      return call.body === 'multipart' ? receiveForm(request, services) : readBody(call, request.body)
    }
    app.route({
      method: call.method,
      url: basePath + call.path,
      async handler(request, reply) {
        request.trace.call = call.path
        const envelope = await travel(() => read(request), originOf(request), request.trace)
        request.trace.code = envelope.code
        if (envelope.code === codes.internal[0]) envelope.message += `（${request.id}）`
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
        return reply.code(statusOf[envelope.code] ?? 200).send(envelope)
      },
    })
  }
}

function originOf(request: FastifyRequest): Origin {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return {
    token: scheme?.toLowerCase() === 'bearer' ? token : undefined,
    address: request.ip,
    client: String(request.headers['user-agent'] ?? '').slice(0, 200),
    requestNo: request.id,
  }
}

const maxUpload = 20 * 1024 * 1024

// The file goes to temporary storage; the handler decides whether it stays.
async function receiveForm(request: FastifyRequest, { files }: Services) {
  if (!request.isMultipart()) return undefined
  const input: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.fieldname in input) return undefined
    if (part.type === 'file') input[part.fieldname] = await files.receive(part.file, part.filename, maxUpload)
    else if (part.fieldname !== 'version' || part.value !== 'v1') input[part.fieldname] = part.value
  }
  return input
}

function answerError(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const fault = faultOfTransport(error)
  if (!fault) request.trace.error = error
  request.trace.code = codes[fault?.code ?? 'internal'][0]
  return reply.code(fault ? (error.statusCode ?? 400) : 500).send(toEnvelope(fault ?? new Fault('internal')))
}

function faultOfTransport({ code = '', statusCode = 500 }: { code?: string; statusCode?: number }): Fault | undefined {
  if (statusCode === 413) return new Fault('tooLarge')
  if (statusCode === 415 || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Fault('mediaType')
  return statusCode >= 400 && statusCode < 500 ? new Fault('invalid', '提交的内容不是有效的格式') : undefined
}

async function logAnswer(request: FastifyRequest, reply: FastifyReply) {
  const { call, code, user, ent, error } = request.trace
  if (!call && !error) return
  log({ req: request.id, call, user, ent, ms: Math.round(reply.elapsedTime), code, ...(error ? describeError(error) : {}) })
}
