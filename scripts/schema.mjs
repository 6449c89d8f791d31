// Writes src/server/database/schema.ts, the row types, from a freshly migrated database; with --verify only compares.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectOwner, prepareDatabase } from '../src/server/process/migrate.ts'
import { startPostgres } from '../src/server/process/postgres.ts'
import { makeSecret } from '../src/server/database/secret.ts'

const mapping = { date: 'string', timestamptz: 'string', int8: 'number', numeric: 'number' }
const flags = [
  '--dialect',
  'postgres',
  '--camel-case',
  '--exclude-pattern',
  '{kysely_*,pgboss.*}',
  '--type-mapping',
  JSON.stringify(mapping),
]

const folder = mkdtempSync(join(tmpdir(), 'campus-schema-'))
chmodSync(folder, 0o711)
const postgres = await startPostgres(folder, 'schema')
try {
  const owner = await connectOwner(postgres.url)
  await prepareDatabase(owner, postgres.url, makeSecret('k'.repeat(32)))
  await owner.end()
  const codegen = 'node_modules/kysely-codegen/dist/cli/bin.js'
  const args = [codegen, '--url', postgres.url, '--out-file', 'src/server/database/schema.ts', ...flags, ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
