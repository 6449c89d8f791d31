import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { migrateWithin, withRights } from '#server/process/migrate.ts'
import { ExitError } from '#server/base/exit.ts'
import type { Backup } from './check.ts'
import type { TableEntry } from './manifest.ts'
import { liftIndexes, liftReferences, liftRules } from './lift.ts'
import { asText, copyIn, copyOut, digestRows, listTables, nameOf, type BackupTable } from './tables.ts'

/**
 * Makes the schema of the backup and loads every row, in one transaction: a kill at any moment leaves the database as it was.
 * Answers the names of tables that the product does not have.
 */
export async function loadBackup(client: pg.Client, backup: Backup): Promise<string[]> {
  const { migrations, tables, sequences, unproven = [] } = backup.manifest
  try {
    await client.query('begin')
    await migrateWithin(client, migrations.at(-1) as string)
    await client.query(asText)
    const known = await makePartitions(client, tables)
    await client.query(`truncate ${[...known.values()].map(nameOf).join(', ')}`)
    await quieten(client, [...known.values()])
    const rules = await liftRules(client, unproven)
    const references = await liftReferences(client, tables)
    const indexes = await liftIndexes(client, tables)
    await client.query('set constraints all deferred')
    const strange: string[] = []
    for (const entry of tables) {
      const table = known.get(entry.name)
      if (table) await loadTable(client, table, entry, backup)
      else strange.push(entry.name)
    }
    await setSequences(client, sequences)
    await client.query('set constraints all immediate')
    // Builds indexes before what looks things up by them.
    for (const again of [...indexes, ...rules, ...references]) await client.query(again)
    await rouse(client, [...known.values()])
    await client.query('commit')
    return strange
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw (error as { code?: string }).code === '42P07' ? occupied() : withRights(error)
  }
}

const occupied = () => new ExitError('notEmpty', '目标数据库里已有别的数据表。请用 DATABASE_URL 指定一个新建的数据库。')

/** Creates the table of each month of the history. */
async function makePartitions(client: pg.Client, entries: TableEntry[]): Promise<Map<string, BackupTable>> {
  const there = new Set((await listTables(client)).map(({ name }) => name))
  for (const { name, partition } of entries)
    if (partition && !there.has(name))
      await client.query(`create table ${nameOf({ name })} partition of ${nameOf({ name: partition.of })} ${partition.bound}`)
  return new Map((await listTables(client)).map((table) => [table.name, table]))
}

// Stops triggers, so that rows are not stamped or recorded again. Lifts row-level security, forced on the owner too, which would refuse COPY.
async function quieten(client: pg.Client, tables: BackupTable[]) {
  for (const table of tables) {
    await client.query(`alter table ${nameOf(table)} disable trigger user`)
    if (table.forced) await client.query(`alter table ${nameOf(table)} no force row level security`)
  }
}

async function rouse(client: pg.Client, tables: BackupTable[]) {
  for (const table of tables) {
    await client.query(`alter table ${nameOf(table)} enable trigger user`)
    if (table.forced) await client.query(`alter table ${nameOf(table)} force row level security`)
  }
}

async function loadTable(client: pg.Client, table: BackupTable, entry: TableEntry, { rowsOf }: Backup) {
  await pipeline(Readable.from(rowsOf(entry)), client.query(from(copyIn(entry))))
  const digest = digestRows()
  for await (const chunk of client.query(to(copyOut({ ...table, columns: entry.columns }))) as AsyncIterable<Buffer>)
    digest.add(chunk)
  const { rows, sha256 } = digest.end()
  if (rows !== entry.rows || sha256 !== entry.sha256)
    throw new ExitError(
      'unexpected',
      `表 ${entry.name} 写入后和备份不一致，恢复已取消，数据库没有改动。请把这句话告诉产品的维护者。`,
    )
}

async function setSequences(client: pg.Client, sequences: Backup['manifest']['sequences']) {
  for (const { name, last, called } of sequences)
    await client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
      `public.${pg.escapeIdentifier(name)}`,
      last,
      called,
    ])
}
