import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Fault, toEnvelope } from '#server/base/fault.ts'

/** Lists what every answer carries, pages, files and refusals alike. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}

// Keeps answers out of caches and frames unless what answers says otherwise.
const closed = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** Adds the headers of security to every answer, and gives an envelope to what the server would refuse before it is a request. */
export function addSecurityHeaders(app: FastifyInstance) {
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries({ ...closed, ...securityHeaders }))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && !raw.headers.host) throw new Fault('invalid', '请求缺少 Host')
  })
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(toEnvelope(new Fault('invalid', '请求的 Expect 不支持')))
    response.writeHead(417, {
      ...closed,
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
}

/** Returns the headers of security as lines, for answers that are written to a socket. */
export const securityLines = Object.entries({ ...closed, ...securityHeaders })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
