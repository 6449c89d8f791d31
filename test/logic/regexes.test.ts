import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { cpuOf } from '../support/cpu.ts'
import { type Pump, pumpsOf } from './pumps.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('src/{server,contract,domain,features}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()

/** Finds every regular expression that a file writes out. */
function regexesIn(file: string): string[] {
  const found: string[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { regex, raw } = node as { regex?: unknown; raw?: string }
    if (regex && raw) found.push(raw)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return found
}

/** Measures the CPU milliseconds of one search. */
function timeOf(regex: RegExp, { before, unit, after }: Pump, length: number, tries: number): number {
  const text = before + unit.repeat(Math.ceil(length / unit.length)) + after
  return cpuOf(() => {
    regex.lastIndex = 0
    regex.test(text)
  }, tries)
}

const short = 8000
// Takes for linear what is done in this time anyway: one that is not needs more from some thousand characters on.
const atOnce = 4

/** Tells whether twice the input takes more than three times as long. */
function growsFast(regex: RegExp, pump: Pump): boolean {
  if (timeOf(regex, pump, short, 1) < atOnce) return false
  const once = timeOf(regex, pump, short, 3)
  return once >= atOnce && timeOf(regex, pump, 2 * short, 3) / once > 3
}

const regexOf = (literal: string) => {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}

test('no regular expression takes more than three times as long for twice the input', () => {
  const slow: string[] = []
  let found = 0
  // Expects none that is put together while it runs, which this check would not find.
  expect(files.filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  for (const file of files)
    for (const literal of regexesIn(file)) {
      found++
      const regex = regexOf(literal)
      const pump = pumpsOf(literal).find((one) => growsFast(regex, one))
      if (pump) slow.push(`${file}: ${literal} on ${JSON.stringify(pump)}`)
    }
  expect(slow).toEqual([])
  expect(found).toBeGreaterThan(200)
}, 60_000)

test('the check notices expressions that are known to be slow', () => {
  for (const literal of ['/url\\((?!\\s*["\']?\\s*#)/i', '/\\s+0?0:00(:00)?$/', '/<([^<>]+)(([^"<>])*)>/y'])
    expect([literal, pumpsOf(literal).some((one) => growsFast(regexOf(literal), one))]).toEqual([literal, true])
})
