import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { enterprises, entNoOf, openSession } from './enterprises.ts'
import { keptPostgres } from './postgres.ts'

// Describes what is left beside the database: the login of the application.
type Loaded = { login: string; password: string }

/** Leaves in a folder how the database there is opened. */
export function leaveLoaded(folder: string, address: string) {
  const { username: login, password } = new URL(address)
  writeFileSync(join(folder, 'loaded.json'), JSON.stringify({ login, password } satisfies Loaded))
}

/** Returns the address by which the application opens what was left in a folder, of which `url` is that of its owner. */
export function loadedAddress(folder: string, url: string): string {
  const { login, password } = JSON.parse(readFileSync(join(folder, 'loaded.json'), 'utf8')) as Loaded
  const address = new URL(url)
  address.username = login
  address.password = password
  return address.href
}

/** Names the bureau above the schools. */
export const bureau = { at: 9000, entNo: '0208000000', idntNo: '020' }

/** Starts the database that `load` or `growth` left in a folder, and opens a session at each school and at the bureau. */
export async function openLoaded(folder: string) {
  const postgres = await keptPostgres(folder)
  const address = loadedAddress(folder, postgres.url)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  const tokens: string[] = []
  for (let at = 0; at < enterprises; at++) tokens.push(await openSession(pool, { at, entNo: entNoOf(at), idntNo: '030' }))
  const ofBureau = await openSession(pool, bureau)
  await pool.end()
  return { ...postgres, address, tokens, ofBureau }
}
