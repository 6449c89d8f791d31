// Checks the sources without running the product: types, rules, form, row types, and imports.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const packages = 'node_modules'
const checks = [
  // Checks all projects that tsconfig.json names, and of them only what changed since the last time. One checker does a third of
  // the work of four, which each resolve the same types anew.
  { name: '类型', args: [`${packages}/typescript/bin/tsc`, '-b', '--builders', '1', '--checkers', '1'] },
  { name: '规范', args: [`${packages}/oxlint/bin/oxlint`, '--type-aware', '--deny-warnings'] },
  { name: '格式', args: [`${packages}/@biomejs/biome/bin/biome`, 'format', '.'] },
  { name: '表结构', args: ['scripts/schema.mjs', '--verify'] },
  {
    name: '层次',
    path: 'test/logic/ranks.test.ts',
    args: [`${packages}/vitest/vitest.mjs`, 'run', 'test/logic/ranks.test.ts'],
    env: { WITHOUT_POSTGRES: '1' },
  },
].filter(({ path }) => !path || existsSync(join(root, path)))

/** Runs all checks, so many at a time; answers the failed ones with what they said. */
export async function runChecks(node, atOnce = checks.length) {
  const left = [...checks]
  const failed = []
  const work = async () => {
    for (let check = left.shift(); check; check = left.shift()) {
      const began = Date.now()
      const { code, said } = await outcomeOf(node, check)
      if (code !== 0) failed.push({ name: check.name, said })
      console.log(`${code === 0 ? '✓' : '✗'} ${check.name}（${((Date.now() - began) / 1000).toFixed(1)} 秒）`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const { name, said } of failed) console.error(`\n${name}：\n${said}`)
  return failed
}

function outcomeOf(node, { args, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GOGC: '200', ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    const stop = () => child.kill()
    process.once('exit', stop)
    child.once('close', (code) => {
      process.off('exit', stop)
      resolve({ code, said })
    })
  })
}
