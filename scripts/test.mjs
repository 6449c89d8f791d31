// npm test: installs what the tests need, then types, lint, format, drift of row types, call tests, browser tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage, install, installNginx, root, run } from './prepare.mjs'

const node = install({ everything: true })
run(node, ['scripts/chromium.ts'])
installNginx()
const inTwoProcesses = [
  'common/user',
  'user/session',
  'file/upload/chunks',
  'ent/imp',
  'ent/emppwr',
  'ent/stu/stu.reach',
  'vam/reg',
].map((path) => `src/features/${path}`)
const tool = (name) => `node_modules/${name}`
const types = beside([tool('typescript/bin/tsc'), '--noEmit', '-p', '.'])
run(node, [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'])
run(node, [tool('@biomejs/biome/bin/biome'), 'format', '.'])
run(node, ['scripts/schema.mjs', '--verify'])
await types()
run(node, [tool('vitest/vitest.mjs'), 'run'])
// What would break first if a process kept something to itself; all of them: npm run proof.
run(node, [tool('vitest/vitest.mjs'), 'run', 'test/behindBalancer.test.ts', ...inTwoProcesses], { PROCESSES: '2' })
buildPage(node)
run(node, [tool('vitest/vitest.mjs'), 'run', '--config', 'vitest.browser.config.ts'])

/** Begins a command and answers how to wait for it; what it says is told at the end, and its failure is this one's. */
function beside(args) {
  const path = join(mkdtempSync(join(tmpdir(), 'campus-beside-')), 'output')
  const output = openSync(path, 'w')
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', output, output] })
  const ended = once(child, 'exit')
  process.on('exit', () => child.kill())
  return async () => {
    const [code] = await ended
    process.stdout.write(readFileSync(path))
    if (code !== 0) process.exit(code ?? 1)
  }
}
