// Runs the longer proofs, of which npm test runs a short sample: npm run proof. npm run proof -- NAME…: those parts alone. A part
// that has passed on these very sources is not run again; -- --again runs it all the same.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proveImage } from './image.mjs'
import { makeDebian13 } from './ha/debian13.mjs'
import { withPostgres17 } from './ha/postgres17.mjs'
import { buildPage, install, installPackages, root, run } from './prepare.mjs'
import { browserTests, vitest } from './suites.mjs'

/** Limits a part that names no other limit, in minutes. */
const limit = 20

const calls =
  (paths, env, minutes = limit) =>
  (node) =>
    vitest(node, paths, env, minutes)
const pages =
  (paths, env, minutes = limit) =>
  (node) =>
    browserTests(node, paths, env, minutes)
const balanced = (run) => (node) => {
  installPackages('nginx', 'pgbouncer')
  return run(node)
}
const scanned = (run) => (node) => {
  installPackages('sqlmap', 'wapiti')
  buildPage(node)
  return run(node)
}
// Prints what its tests have measured: way, fault, sent / acknowledged, missing, longest pause in seconds, what was answered, refused
// but written all the same.
const onCluster = (paths) => async (node) => {
  if (!makeDebian13()) return 1
  const report = join(root, 'node_modules', '.cache', 'failover.md')
  rmSync(report, { force: true })
  const code = await vitest(node, paths, { REPORT: report }, 40)
  if (existsSync(report)) console.log(readFileSync(report, 'utf8'))
  return code
}
const on17 = (paths) => (node) => withPostgres17((url) => vitest(node, paths, { TEST_POSTGRES: url }, limit))
// Runs them at the same time, for each of them leaves a core idle.
const beside =
  (...runs) =>
  async (node) =>
    Math.max(...(await Promise.all(runs.map((one) => one(node)))))
const fuzzed = (env, minutes) => calls(['test/calls/fuzz.test.ts'], { WHOLE: '1', ...env }, minutes)
// Runs a measurement that fails by itself.
const measured =
  (...args) =>
  (node) =>
    new Promise((resolve) => {
      const child = spawn(node, args, { cwd: root, stdio: 'inherit' })
      child.once('close', (code) => resolve(code ?? 1))
    })
const inBrowser = (measurement) => (node) => {
  run(node, ['scripts/chromium.ts'])
  buildPage(node)
  return measurement(node)
}
// Runs all of them, also where one fails.
const both =
  (...runs) =>
  async (node) => {
    const codes = []
    for (const one of runs) codes.push(await one(node))
    return Math.max(...codes)
  }
const pagesOf = (names) => names.map((name) => `e2e/${name}.test.ts`)
const accessible = ['access', 'accessOpened', 'accessWindows', 'hostile']
const withForms = ['collections', 'formPages', 'writebacks', 'approvals', 'leaves']
const start = (...names) => names.map((name) => `test/start/${name}.test.ts`)

/** Maps the parts of the whole to their commands. */
const whole = {
  fuzz: beside(...['1/2', '2/2'].map((part) => fuzzed({ FUZZ_RUNS: '500', FUZZ_PART: part }))),
  attack: scanned(
    calls(
      [
        'test/attack',
        ...['foreignPhones', 'heavyInputs', 'idNumberSearch', 'securityHeaders', 'floods', 'invisible'].map(
          (name) => `test/calls/${name}.test.ts`,
        ),
        'test/logic/regexes.test.ts',
      ],
      { WHOLE: '1' },
    ),
  ),
  calls: calls(
    [
      'test/calls/every-call.test.ts',
      'test/calls/floods.test.ts',
      'test/calls/tenants.test.ts',
      'test/calls/noConnection.test.ts',
      'test/calls/matrix',
      'src/features/vam/reg/reg.test.ts',
    ],
    { WHOLE: '1' },
  ),
  undo: calls(['test/calls/undo.test.ts', 'test/calls/history.test.ts'], { WHOLE: '1' }),
  hostile: calls(['test/hostile/hostile.test.ts'], { WHOLE: '1' }),
  // Runs what neither npm test nor another part runs in the browser.
  browser: pages([], { BROWSER_ELSEWHERE: [...accessible, ...withForms].join(',') }, 45),
  // Walks over all pages and what opens there, for each role and width, as people do and as screen readers do.
  walk: pages(pagesOf(['walkAll', 'walkControls', ...accessible]), { WHOLE: '1' }, 45),
  jobs: inBrowser(beside(measured('bench/jobs.ts'), measured('bench/jobs.ts', 'keyboard'))),
  start: calls(start('backup', 'encryptedBackup', 'disk', 'machine', 'refusals', 'searchNotice', 'upgrade', 'users')),
  kills: calls(start('ends', 'imports', 'rollover'), { KILLS: '8' }),
  // Sends 20,000 deliveries over 50 enterprises by two processes, of which one is killed twice.
  messages: calls(['test/messages'], { DELIVERIES: '50,40,10' }),
  // Hands a form out to 900 families, who answer 50 at once, kills the server while answers come in, and answers in the browser.
  forms: both(
    calls(['test/forms', ...start('answers')], { FAMILIES: '900', PROPOSALS: '600', KILLS: '8' }),
    pages(pagesOf(withForms)),
  ),
  uploads: calls(start('uploads'), { UPLOAD_MB: '256' }),
  imports: calls(['test/calls/imports'], { IMPORTS: '200' }),
  restarts: calls(start('restarts'), { RESTARTS: '8', RATE: '100' }),
  soak: calls(start('soak'), { SOAK_MINUTES: '5' }),
  deploy: balanced(calls(['test/deploy'], { WHOLE: '1' })),
  postgres17: on17(['test/calls', 'src/features/ent', ...start('searchNotice', 'upgrade')]),
  // Loses, kills and freezes machines of a cluster as deploy/ha/ describes it, while two processes write.
  failover: onCluster(['test/failover']),
  // Builds the Dockerfile without an engine for containers, and runs it.
  image: proveImage,
  // Takes five minutes on a machine that does nothing else, and six times as long on a slow one.
  balancer: balanced(calls([], { PROCESSES: '2', SHORT: '1' }, 45)),
}

/** Maps the parts that are run by their names when their subject has changed. */
const long = {
  'fuzz-2000': fuzzed({ FUZZ_RUNS: '2000' }, 90),
  'kills-100': calls(start('ends', 'imports', 'rollover'), { KILLS: '100' }),
  'uploads-1024': calls(start('uploads'), { UPLOAD_MB: '1024' }),
  'imports-1000': calls(['test/calls/imports'], { IMPORTS: '1000' }),
  'restarts-30': calls(start('restarts'), { RESTARTS: '30', RATE: '100' }),
  'soak-30': calls(start('soak'), { SOAK_MINUTES: '30' }, 40),
}

const parts = { ...whole, ...long }
const given = process.argv.slice(2)
const isAgain = given.includes('--again')
const named = given.filter((one) => one !== '--again')
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`没有这一部分：${unknown.join('、')}。有：${Object.keys(parts).join('、')}`)
  process.exit(1)
}

const node = install({ everything: true })
const sources = hashOfSources()
const failed = []
for (const name of named.length > 0 ? named : Object.keys(whole)) {
  const mark = join(root, 'node_modules', '.cache', 'proof', name)
  if (!isAgain && existsSync(mark) && readFileSync(mark, 'utf8') === sources) {
    console.log(`✓ ${name}：这些源码已经通过`)
    continue
  }
  console.log(`\n${name}`)
  const began = Date.now()
  const code = await parts[name](node)
  record(name, code === 0, Date.now() - began)
  if (code !== 0) failed.push(name)
  else {
    mkdirSync(join(mark, '..'), { recursive: true })
    writeFileSync(mark, sources)
  }
}
if (failed.length > 0) console.error(`\n没有通过：${failed.join('、')}`)
process.exitCode = failed.length > 0 ? 1 : 0

/** Hashes everything that may change a part's result: all but the documents. */
function hashOfSources() {
  const files = git('ls-files', '-s', '--', ':!docs', ':!README.md')
  return createHash('sha256')
    .update(files)
    .update(git('diff', 'HEAD', '--', ':!docs', ':!README.md'))
    .digest('hex')
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout ?? ''
}

/** Writes the part's line into docs/proof.md. */
function record(name, passed, duration) {
  const path = join(root, 'docs', 'proof.md')
  const lines = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('| `'))
    : []
  const rows = new Map(lines.map((line) => [line.split('`')[1], line]))
  const commit = git('rev-parse', '--short', 'HEAD').trim() + (git('status', '--porcelain', '--', ':!docs').trim() ? '+' : '')
  const time = `${Math.floor(duration / 60_000)}:${String(Math.round(duration / 1000) % 60).padStart(2, '0')}`
  const day = new Date().toISOString().slice(0, 16).replace('T', ' ')
  rows.set(name, `| \`${name}\` | ${commit} | ${day} | ${time} | ${passed ? 'passed' : '**failed**'} |`)
  const sorted = Object.keys(parts).flatMap((one) => rows.get(one) ?? [])
  const head = [
    '# What was proven, and when',
    '',
    'Written by `npm run proof`: the last run of each part. Times in UTC, durations in minutes; `+` means that the tree was not committed.',
    '',
  ]
  writeFileSync(path, [...head, '| part | commit | when | took | result |', '|---|---|---|---|---|', ...sorted, ''].join('\n'))
}
