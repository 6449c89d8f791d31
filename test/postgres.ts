import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedDatabase } from '#app/server/seed.ts'
import { connectOwner, prepareDatabase } from '#server/process/migrate.ts'
import { startPostgres } from '#server/process/postgres.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for all tests, with a template database that every test file copies. */
export default (project: TestProject) => startTestPostgres(project, { template_plain: false })

/** Starts PostgreSQL with the named templates; the value tells whether one is filled with the demo data. */
export async function startTestPostgres(project: TestProject, templates: Record<string, boolean>) {
  const folder = mkdtempSync(join(tmpdir(), 'campus-test-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres(folder, 'test')
  await keepNothing(postgres.url)
  for (const [name, demo] of Object.entries(templates)) await makeTemplate(postgres.url, name, demo)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

// No test outlives its machine, so nothing waits for the disk.
async function keepNothing(url: string) {
  const admin = await connectOwner(url)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await admin.query(`alter system set ${setting} = off`)
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
  // Or every copy would be vacuumed by itself, while its tests run.
  await owner.query('vacuum (freeze, analyze)')
  await owner.end()
  return filled
}

export function databaseUrl(url: string, name: string): string {
  const at = new URL(url)
  at.pathname = `/${name}`
  return at.href
}
