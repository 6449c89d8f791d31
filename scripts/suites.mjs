// Runs the call tests and the browser tests, counts what passed, and writes it down.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage, root, run } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'campus-counts-'))
const counts = join(folder, 'counts')
writeFileSync(counts, '')
// Holds a line for each test of this command: its state, its file and its name.
const results = join(root, 'dist', 'tests.tsv')
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(results, '')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Runs vitest with these arguments; answers its exit code. `minutes` ends it when it takes longer. */
export function vitest(node, args, env = {}, minutes = 0) {
  return new Promise((resolve) => {
    const child = spawn(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=./test/support/reporter.ts', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_COUNTS: counts, TEST_RESULTS: results, ...env },
    })
    const stop = () => child.kill()
    process.once('exit', stop)
    const limit = minutes > 0 ? setTimeout(stop, minutes * 60_000) : undefined
    child.once('close', (code) => {
      clearTimeout(limit)
      process.off('exit', stop)
      resolve(code ?? 1)
    })
  })
}

/** Runs browser tests: those of the paths, and without any the short selection or, with `WHOLE_BROWSER`, all. */
export function browserTests(node, args, env = {}, minutes = 0) {
  run(node, ['scripts/chromium.ts'])
  buildPage(node)
  return vitest(node, ['--config', 'vitest.browser.config.ts', ...args], env, minutes)
}

/** Returns how many tests passed, failed and were skipped in all runs so far. */
export function countedSoFar() {
  const lines = readFileSync(counts, 'utf8').split('\n').filter(Boolean)
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const line of lines) for (const [name, count] of Object.entries(JSON.parse(line))) sum[name] += count
  return sum
}

/** Returns what became of each test so far, a line each. */
export const resultsSoFar = () => readFileSync(results, 'utf8')
