import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listMigrations } from '#server/process/migrate.ts'
import { git, hasCommit, readReleases } from '../support/releases.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const releases = readReleases()
const { version: released = '', migration: last = '' } = releases.at(-1) ?? {}
const rank = (one: string) => one.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)

test('a migration after those of the last release raises the version', () => {
  const later = listMigrations().filter((name) => name > last)
  expect(listMigrations()).toContain(last)
  // Names them where they came after a version that is out already.
  expect(rank(version) > rank(released) ? [] : later).toEqual([])
  expect(rank(version)).toBeGreaterThanOrEqual(rank(released))
})

test('released versions only rise, and with them the migrations', () => {
  const ranks = releases.map((one) => rank(one.version))
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  const migrations = releases.map(({ migration }) => migration)
  expect(migrations).toEqual([...migrations].sort())
})

test('each release names the commit that it was made of, whole', () => {
  for (const { version: name, commit } of releases)
    expect([name, commit]).toEqual([name, expect.stringMatching(/^[0-9a-f]{40}$/)])
})

test.for(releases)(
  'the commit of $version has that version, and its last migration',
  ({ version: name, migration, commit }, { skip }) => {
    skip(!hasCommit(commit), 'the sources of that release are not in this checkout')
    expect(JSON.parse(git('show', `${commit}:package.json`) ?? '')).toMatchObject({ version: name })
    const migrations = git('ls-tree', '--name-only', commit, 'db/migrations/') ?? ''
    expect(migrations.trim().split('\n').sort().at(-1)).toBe(`db/migrations/${migration}.sql`)
  },
)

test('the lock file names the version, and the manual says what it asks of an operator', () => {
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } })
  expect(read('docs/manual/operation.md')).toContain(`**${version}**`)
})
