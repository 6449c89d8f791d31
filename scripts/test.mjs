// Runs types, rules and form beside the call tests, then the short browser tests, and looks whether what shows the specification
// has passed: npm test. npm test -- PATH: that file or folder alone. --browser: all browser tests. --all: the call tests and all
// browser tests. Whatever else begins with a dash is for vitest.
import { relative, resolve } from 'node:path'
import { runChecks } from './checks.mjs'
import { install, installPackages, root } from './prepare.mjs'
import { unshownBy } from './specProof.mjs'
import { browserTests, countedSoFar, resultsSoFar, vitest } from './suites.mjs'

const began = Date.now()
const given = process.argv.slice(2)
const all = given.includes('--all')
const args = given.filter((arg) => arg !== '--all' && arg !== '--browser')
const firstFlag = args.findIndex((arg) => arg.startsWith('-'))
const flags = firstFlag < 0 ? [] : args.slice(firstFlag)
const paths = (firstFlag < 0 ? args : args.slice(0, firstFlag)).map((path) => relative(root, resolve(path)).replaceAll('\\', '/'))
const inBrowser = (path) => path === 'e2e' || path.startsWith('e2e/')

const node = install({ everything: true })
const failed = []
const note = (name, code) => code !== 0 && failed.push(name)

if (paths.length > 0) {
  const [pages, calls] = [paths.filter(inBrowser), paths.filter((path) => !inBrowser(path))]
  if (calls.length > 0) note('接口测试', await vitest(node, [...calls, ...flags]))
  if (pages.length > 0) note('浏览器测试', await browserTests(node, [...pages, ...flags]))
} else if (given.includes('--browser')) {
  note('浏览器测试', await browserTests(node, flags, { WHOLE_BROWSER: '1' }))
} else {
  installPackages('pgbouncer')
  // Runs one check at a time beside the tests, which keep both cores busy by themselves.
  const checked = runChecks(node, 1)
  note('接口测试', await vitest(node, flags, { SHORT: '1' }))
  failed.push(...(await checked).map(({ name }) => name))
  note('浏览器测试', await browserTests(node, flags, all ? { WHOLE_BROWSER: '1' } : {}))
  const unshown = unshownBy(resultsSoFar())
  for (const test of unshown) console.log(`docs/spec/proof.md 里的这个测试没有通过：${test}`)
  note('规格的证明', unshown.length)
}

const { passed, failed: wrong, skipped } = countedSoFar()
const seconds = Math.round((Date.now() - began) / 1000)
const time = `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
console.log(`通过 ${passed} 个测试，失败 ${wrong} 个，跳过 ${skipped} 个；用时 ${time}`)
if (failed.length > 0) console.log(`没有通过：${failed.join('、')}`)
process.exitCode = failed.length > 0 ? 1 : 0
