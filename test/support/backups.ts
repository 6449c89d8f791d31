import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { backup } from '#server/backup/backup.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { verify } from '#server/backup/verify.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { readEnv } from '#server/process/env.ts'
import { databaseUrl } from './postgres.ts'

const commands = { backup, restore: restoreBackup, verify }

/** Runs a command in this process; answers what it told people. */
export async function command(
  name: keyof typeof commands,
  path: string,
  env: { DATA_DIR: string; DATABASE_URL?: string; SECRET_KEY?: string },
): Promise<string> {
  const told: string[] = []
  const closers: (() => unknown)[] = []
  const tell = (line: string) => void told.push(line)
  try {
    await commands[name](path, {
      lock: {},
      settings: readEnv(env),
      say: tell,
      warn: tell,
      onEnd: (close) => void closers.push(close),
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
  return told.join('\n')
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-backup-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Makes an empty database. */
export async function emptyDatabase(): Promise<string> {
  const url = inject('postgresUrl')
  const name = `backup_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const admin = await connectOwner(url)
  await admin.query(`create database ${name}`)
  await admin.end()
  return databaseUrl(url, name)
}

/** Reads the manifest with plain tar, as anybody can. */
export const manifestOf = (path: string): Manifest =>
  JSON.parse(execFileSync('tar', ['-xOf', path, 'manifest.json'], { encoding: 'utf8', maxBuffer: 2 ** 28 }))

/** Returns the content of a backup to compare: rows of every table, and files. */
export const contentOf = (path: string) => {
  const { tables, files, sequences, people } = manifestOf(path)
  const rowsOf = Object.fromEntries(tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]))
  return { rowsOf, files, sequences, people }
}

/** Leaves out what a restore changes of itself: nothing is sent until somebody says that the old installation is gone. */
export const butOutward = ({ rowsOf: { outward: _, ...rowsOf }, ...rest }: ReturnType<typeof contentOf>) => ({ ...rest, rowsOf })

/** Lists the indexes and rules of a database, as it describes them. */
export async function builtIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ one: string }>(`
    select indexdef as one from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = 'public'::regnamespace order by one`)
  return rows.map(({ one }) => one)
}
