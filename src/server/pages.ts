import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Fault, toEnvelope } from './fault.ts'

/** Serves the built page: its assets for ever, the page itself for every other path, with the rules of `security.md` R12b. */
export function servePages(app: FastifyInstance, webDir: string) {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || /^\/(api|assets)\//.test(request.url)) return reply.code(404).send(toEnvelope(new Fault('unknownCall')))
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce))
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('strict-transport-security', 'max-age=31536000')
      .send(html.replaceAll('{{nonce}}', nonce))
  })
}

const policy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
