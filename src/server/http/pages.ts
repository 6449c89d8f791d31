import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Fault, toEnvelope } from '#server/base/fault.ts'
import { securityHeaders } from './securityHeaders.ts'
import { helpFor } from './help.ts'
import { pageParts } from './parts.ts'

/**
 * Serves the built page: its assets for ever, the manual, the page itself for every other path, under the policy of
 * docs/spec/security.md#page-policy. Without `webDir`, and for paths of calls and assets that do not exist, answers 404 in an
 * envelope.
 */
export function servePages(app: FastifyInstance, webDir: string | undefined) {
  const pageOf = (name: string) => webDir && readFileSync(join(webDir, name), 'utf8')
  const [html, docs, small] = [pageOf('index.html'), pageOf('docs.html'), pageOf('m.html')]
  if (html) announceBuild(app, html)
  const partsOf = webDir && html ? pageParts(webDir, html) : () => ''
  // Redirects the page, which knows its section, to the manual, whose place the server knows.
  app.get<{ Params: { section: string } }>('/manual/about/:section', ({ params }, reply) =>
    reply.redirect(helpFor(params.section)),
  )
  if (webDir) {
    const root = join(webDir, 'assets')
    app.register(fastifyStatic, {
      root,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
      setHeaders: (reply) => void reply.headers({ ...securityHeaders, 'content-security-policy': workerPolicy }),
    })
    app.register(fastifyStatic, {
      root: join(webDir, 'manual'),
      // Redirects an address without the slash at its end.
      prefix: '/manual',
      decorateReply: false,
      redirect: true,
      maxAge: '5m',
      setHeaders: (reply) => void reply.headers({ ...securityHeaders, 'content-security-policy': manualPolicy }),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!html || !['GET', 'HEAD'].includes(request.method) || /^\/(api|assets|manual)\//.test(request.url))
      return reply.code(404).send(toEnvelope(new Fault('unknownCall')))
    // Serves the description of the calls and the pages for people without an account, which lie beside the application.
    const page = /^\/docs\/?(\?|$)/.test(request.url) ? docs : request.url.startsWith('/m/') ? small : html
    const nonce = randomBytes(16).toString('base64url')
    const parts = page === html ? partsOf(request.url.split('?', 1)[0] ?? '') : ''
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce),
        ...securityHeaders,
      })
      .send(page?.replaceAll('{{nonce}}', nonce).replace('{{build}}', buildOf(html)).replace('</head>', `${parts}</head>`))
  })
}

// Names a page by its content, which names all its files by theirs.
const buildOf = (html: string) => createHash('sha256').update(html).digest('base64url').slice(0, 10)

// Tells with every answer of a call which page the server has, so that an open one notices a newer version.
function announceBuild(app: FastifyInstance, html: string) {
  const build = buildOf(html)
  app.addHook('onSend', async ({ url }, reply) => {
    if (url.startsWith('/api/') || url === '/healthz') reply.header('x-page', build)
  })
}

// Forbids scripts and requests in the manual, which is text and pictures in the product's letters.
const manualPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Applies to workers, which obey the policy of their own response; the pictures in scans are unpacked by WebAssembly.
const workerPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const policy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    // Allows modules of other systems, each in a sandbox of its own (docs/spec/modules.md#opening).
    'frame-src http: https:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
