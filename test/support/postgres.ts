import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedDatabase } from '#app/server/seed.ts'
import { connectOwner, prepareDatabase } from '#server/process/migrate.ts'
import { startPostgres } from '#server/process/postgres.ts'
import { makeSecret } from '#server/database/secret.ts'
import { keep, keyOf, takeKept } from './templates.ts'
import { testKey } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for all tests, with a template database that every test file copies. */
export default (project: TestProject) => startTestPostgres(project, { template_plain: false })

/**
 * Starts PostgreSQL with the named templates, or takes the one that TEST_POSTGRES gives as its superuser; the value tells whether
 * one is filled with the demo data. What was prepared once is kept and copied: the demo data for a quarter of an hour, as they are told from now.
 */
export async function startTestPostgres(project: TestProject, templates: Record<string, boolean>) {
  const given = process.env.TEST_POSTGRES
  if (given) return fillGiven(project, given, templates)
  const folder = mkdtempSync(join(tmpdir(), 'campus-test-'))
  chmodSync(folder, 0o711)
  const key = keyOf(import.meta.filename, JSON.stringify([templates, process.platform, process.arch, process.getuid?.()]))
  const minutes = Object.values(templates).includes(true) ? 15 : 24 * 60
  if (!takeKept(key, folder, minutes)) await prepare(folder, templates, key)
  const postgres = await startPostgres(folder, 'test')
  project.provide('postgresUrl', postgres.url)
  return async () => {
    const stopped = postgres.stop()
    // Stops at once: nothing has to be written to a folder that is deleted.
    const pidFile = join(folder, 'pg18/postmaster.pid')
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
    await stopped
    // Leaves the removal of a hundred thousand files to a process of its own, for which nobody waits.
    spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref()
  }
}

/** Makes the templates in a PostgreSQL that runs already, which whoever started it throws away. */
async function fillGiven(project: TestProject, url: string, templates: Record<string, boolean>) {
  for (const [name, demo] of Object.entries(templates)) {
    const admin = await connectOwner(url)
    await admin.query(`drop database if exists ${name}`)
    await admin.end()
    await makeTemplate(url, name, demo)
  }
  project.provide('postgresUrl', url)
  return async () => {}
}

/** Makes the templates in a data folder, and keeps a copy of it. */
async function prepare(folder: string, templates: Record<string, boolean>, key: string) {
  const postgres = await startPostgres(folder, 'test')
  await keepNothing(postgres.url)
  for (const [name, demo] of Object.entries(templates)) await makeTemplate(postgres.url, name, demo)
  await postgres.stop()
  keep(key, folder)
}

// Turns durability off: no test outlives its machine, so nothing waits for the disk, is logged to be sent elsewhere, or is tidied
// up for later.
async function keepNothing(url: string) {
  const admin = await connectOwner(url)
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '32MB',
    autovacuum: 'off',
  }
  for (const [name, value] of Object.entries(settings)) await admin.query(`alter system set ${name} = '${value}'`)
  await admin.query('select pg_reload_conf()')
  await admin.end()
}

/** Creates a database, prepared and filled as a first start does. */
export async function makeTemplate(url: string, name: string, demo: boolean) {
  const admin = await connectOwner(url)
  await admin.query(`create database ${name}`)
  await admin.end()
  const secret = makeSecret(testKey)
  const at = databaseUrl(url, name)
  const owner = await connectOwner(at)
  await prepareDatabase(owner, at, secret)
  const filled = await seedDatabase(at, secret, demo)
  // Analyzes the tables, so that the planner knows them from the start.
  await owner.query('vacuum (freeze, analyze)')
  await owner.end()
  return filled
}

export function databaseUrl(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.href
}
