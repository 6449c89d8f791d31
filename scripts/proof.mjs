// npm run proof [NAME…]: the longer proofs, of which npm test runs a short sample. Without a name all parts that are not long.
// What passed on the same sources is not run again; docs/proof.md keeps when each part passed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPage, install, installNginx, root, sourcesHash } from './prepare.mjs'
import { parts } from './proofParts.mjs'
import { browserTests, countedSoFar, vitest } from './suites.mjs'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`没有这一部分：${unknown.join('、')}。可以选：${Object.keys(parts).join('、')}`)
  process.exit(1)
}

const node = install({ everything: true })
const page = join(root, 'docs/proof.md')
const head = `# 验证

\`npm run proof\` 运行下面各部分（名字带 -long 的和 failover 只在写出名字时运行），每部分的结果写在这里。
源码没有变、已经通过的部分不再运行。

| 部分 | 结果 | 提交 | 源码 | 日期 | 用时 |
|---|---|---|---|---|---|
`
const rows = readRows()
const asked = names.length > 0 ? names : Object.keys(parts).filter((name) => !parts[name].long)
const failed = []
for (const name of asked) {
  const sources = sourcesHash()
  const known = rows.get(name)
  if (known?.result === '通过' && known.sources === sources) {
    console.log(`${name}：在这些源码上已经通过（${known.date}）`)
    continue
  }
  console.log(`\n${name}`)
  const began = Date.now()
  const code = await runPart(parts[name])
  if (code !== 0) failed.push(name)
  const seconds = Math.round((Date.now() - began) / 1000)
  const date = new Date().toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16)
  const time = `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
  rows.set(name, { result: code === 0 ? '通过' : '没有通过', commit: commitNow(), sources, date, time })
  writeRows()
}

const { passed, failed: wrong, skipped } = countedSoFar()
console.log(`\n通过 ${passed} 个测试，失败 ${wrong} 个，跳过 ${skipped} 个`)
if (failed.length > 0) console.log(`没有通过：${failed.join('、')}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function runPart({ runs, nginx, minutes = 0 }) {
  if (nginx) installNginx()
  buildPage(node)
  const until = Date.now() + minutes * 60_000
  for (const { files, env, browser } of runs) {
    const left = minutes > 0 ? Math.max(0.1, (until - Date.now()) / 60_000) : 0
    const code = await (browser ? browserTests : vitest)(node, files, env, left)
    if (code !== 0) return code
  }
  return 0
}

/** The commit of the sources, with a mark where they differ from it. */
function commitNow() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  const changed = git('status', '--porcelain', '--', '.', ':!docs').length > 0
  return `${git('rev-parse', '--short', 'HEAD') || '–'}${changed ? ' 之后' : ''}`
}

function readRows() {
  const lines = existsSync(page) ? readFileSync(page, 'utf8').split('\n') : []
  const cells = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    cells
      .filter(([, name]) => name in parts)
      .map(([, name, result, commit, sources, date, time]) => [name, { result, commit, sources, date, time }]),
  )
}

function writeRows() {
  const lines = Object.keys(parts).flatMap((name) => {
    const row = rows.get(name)
    return row ? [`| ${name} | ${row.result} | ${row.commit} | ${row.sources} | ${row.date} | ${row.time} |\n`] : []
  })
  writeFileSync(page, head + lines.join(''))
}
