import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listMigrations } from '#server/process/migrate.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const releases = read('db/releases.tsv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
const [released = '', last = ''] = releases.at(-1) ?? []
const rank = (one: string) => one.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)

test('a migration after those of the last release raises the version', () => {
  const later = listMigrations().filter((name) => name > last)
  expect(listMigrations()).toContain(last)
  // Names them where they came after a version that is out already.
  expect(rank(version) > rank(released) ? [] : later).toEqual([])
  expect(rank(version)).toBeGreaterThanOrEqual(rank(released))
})

test('released versions only rise, and with them the migrations', () => {
  const ranks = releases.map(([one = '']) => rank(one))
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  const migrations = releases.map(([, name = '']) => name)
  expect(migrations).toEqual([...migrations].sort())
})

test('the lock file names the version, and the manual says what it asks of an operator', () => {
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } })
  expect(read('docs/manual/operation.md')).toContain(`**${version}**`)
})
