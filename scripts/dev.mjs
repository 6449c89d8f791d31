// Runs the server, restarted when its source changes, and the page with hot reload, on one port: npm run dev.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { install, root } from './prepare.mjs'

const began = Date.now()
const node = install({ everything: true })
// Runs Vite on the project's own Node, as the server does.
if (process.execPath !== node) {
  const child = spawn(node, ['scripts/dev.mjs'], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}

const port = Number(process.env.PORT || 8080)
const inner = await freePort()
const server = spawn(node, ['--watch', '--watch-preserve-output', 'src/app/server/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PORT: String(inner), HOST: '127.0.0.1' },
})
// Replaces the port that only this process calls.
server.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(text.replaceAll(`:${inner}`, `:${port}`)))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    server.kill('SIGTERM')
    void page.close().then(() => process.exit(0))
  })
server.on('exit', (code) => process.exit(code ?? 1))

const { createServer } = await import('vite')
const target = `http://127.0.0.1:${inner}`
const page = await createServer({
  server: {
    port,
    strictPort: true,
    host: process.env.HOST || '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/files', '/healthz', '/readyz', '/manual'].map((path) => [path, { target }])),
  },
  plugins: [
    { name: 'entries', configureServer: ({ middlewares }) => void middlewares.use(chooseEntry), transformIndexHtml: emptyNonce },
  ],
})
await page.listen()
while (!(await fetch(`${target}/healthz`).catch(() => undefined))?.ok) await new Promise((resolve) => setTimeout(resolve, 100))
console.log(
  `\n开发中：http://localhost:${port} ，${((Date.now() - began) / 1000).toFixed(1)} 秒就绪；页面改动立即生效，服务改动自动重启。\n`,
)

/** Answers the pages for people without an account and the description of the calls by their own entries. */
function chooseEntry(request, _, next) {
  if (request.headers.accept?.includes('text/html')) {
    if (request.url.startsWith('/m/')) request.url = '/m.html'
    else if (/^\/docs\/?(\?|$)/.test(request.url)) request.url = '/docs.html'
  }
  next()
}

/** Leaves the nonce empty: the pages of a developer come without a policy. */
function emptyNonce(html) {
  return html.replaceAll('{{nonce}}', '')
}

async function freePort() {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port: free } = socket.address()
  socket.close()
  return free
}
