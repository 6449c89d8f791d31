import { afterEach, expect, test } from 'vitest'
import { connectOwner, listMigrations } from '#server/process/migrate.ts'
import { afterwards, checkout, cleanUp } from '../start/startup.ts'
import { hasCommit, readReleases } from '../support/releases.ts'
import { layOut } from './layOut.ts'
import { hasNginx } from './nginx.ts'
import { openPair, rollThrough } from './pair.ts'

afterEach(cleanUp)

test('two processes of the release before are replaced one after the other under load, and not one request through nginx is lost', {
  timeout: 900_000,
}, async ({ skip }) => {
  skip(!hasNginx, 'nginx is not installed')
  const before = readReleases().at(-1)
  skip(!before || !hasCommit(before.commit), `the sources of ${before?.version} are not in this checkout`)
  const { migration, commit } = before as NonNullable<typeof before>
  const opened = await openPair(layOut(commit))
  const owner = await connectOwner(opened.url)
  afterwards(() => owner.end())
  const last = async () => (await owner.query('select max(name) as name from kysely_migration')).rows[0].name
  expect(await last()).toBe(migration)
  await rollThrough(opened, checkout)
  expect(await last()).toBe(listMigrations().at(-1))
})
