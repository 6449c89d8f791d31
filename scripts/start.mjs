// npm start: installs, builds the page, and runs the server on the project's own Node.
import { spawn } from 'node:child_process'
import { buildPage, install, root } from './prepare.mjs'

const node = install({ everything: false })
buildPage(node)
const server = spawn(node, ['src/server/main.ts'], { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
// Ctrl-C reaches the server by itself; this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal === 'SIGINT' || server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
