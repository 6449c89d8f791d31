import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { patternOf, readRows, unshownBy } from '../../scripts/specProof.mjs'
import { central } from '../../e2e/selection.ts'
import { longFiles } from '../support/parts.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = readRows()
const named = rows.flatMap(({ tests }) => tests)

/** Tells whether a file has a test of this title, as it stands in the source. */
function hasTest({ path, title }: (typeof named)[number]): boolean {
  if (!existsSync(join(root, path))) return false
  const escaped = title.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')
  return new RegExp(`\\(\\s*(['"\`])${escaped}\\1,`).test(textOf(path))
}

test('every sentence of the specification names the tests that show it, and they are there', () => {
  expect([...new Set(rows.map(({ section }) => section[0]))]).toEqual([...'123456789'])
  expect(rows.filter(({ tests, isOpen }) => tests.length === 0 && !isOpen).map(({ said }) => said)).toEqual([])
  expect(named.filter((one) => !hasTest(one))).toEqual([])
})

test('each of them runs with npm test or with a part of npm run proof', () => {
  const proof = textOf('scripts/proof.mjs')
  const isProven = (path: string) =>
    [path.match(/(\w+)\.test\.ts$/)?.[1], dirname(path)].some((name) => proof.includes(`'${name}'`))
  const isRun = (path: string) => {
    if (path.startsWith('e2e/'))
      return central.some((name) => path === `e2e/${name}.test.ts`) || proof.includes('browser: pages([]')
    return !longFiles.includes(path) || isProven(path)
  }
  expect(named.filter(({ path }) => !isRun(path))).toEqual([])
})

test('a named test that ran without passing is told, and one whose file did not run is not', () => {
  const [one] = named.filter(({ title }) => !/[$%]/.test(title))
  const name = `${one?.path} › ${one?.title}`
  expect([unshownBy(`passed\t${name}`).includes(name), unshownBy('').includes(name)]).toEqual([false, false])
  expect(unshownBy(`failed\t${name}`)).toContain(name)
  expect(unshownBy(`passed\t${one?.path} › another title`)).toContain(name)
  expect(patternOf('the class %s of $name is ${state}').test('the class 3 of 王 is open')).toBe(true)
})
