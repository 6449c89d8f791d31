import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'
import { rolesOf, type Sight, wayOf } from './ways.ts'

/** Describes what a transaction works on now, and what the roles of its installation begin with; no base: it works as the owner. */
type Working = { base: string | undefined; sight: Sight }

const working = new WeakMap<Kysely<DB>, Working>()

/** Notes what a transaction works on from its beginning. */
export function openSight(db: Kysely<DB>, base: string | undefined, { entNo, rootNo, orgs, units, branches }: Sight) {
  working.set(db, { base, sight: { entNo, rootNo, orgs, units, branches } })
}

const settingOf = { entNo: 'app.ent_no', rootNo: 'app.root_no', orgs: 'app.orgs', units: 'app.units', branches: 'app.branches' }
const kinds = Object.keys(settingOf) as (keyof Sight)[]

/** Returns the settings that a transaction begins with, its role among them. */
export const sightSettings = (sight: Sight, base: string | undefined): Record<string, string | undefined> => ({
  ...Object.fromEntries(kinds.map((kind) => [settingOf[kind], sight[kind]])),
  role: base && rolesOf(base).ways[wayOf(sight)],
})

/** Tells what a transaction works on now. */
export const sightOf = (db: Kysely<DB>): Sight => workingOf(db).sight

function workingOf(db: Kysely<DB>): Working {
  const known = working.get(db)
  if (!known) throw new Error('only a transaction works on rows of enterprises')
  return known
}

/**
 * Works within a transaction on accounts, with their identities, sessions and sign-ins in all enterprises. Nothing that history keeps
 * may be changed meanwhile: it would belong to no enterprise.
 */
export function asAccount<T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  return withSight(db, Object.fromEntries(kinds.map((kind) => [kind, undefined])), work)
}

/** Works within a transaction on other rows, and comes back to those before, also where the work throws. */
export async function withSight<T>(db: Kysely<DB>, change: Sight, work: () => Promise<T>): Promise<T> {
  const before = sightOf(db)
  const back = () => changeSight(db, Object.fromEntries(kinds.map((kind) => [kind, before[kind]])))
  await changeSight(db, change)
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Tells why the work failed, where the transaction failed with it and takes no statement any more.
    await back().catch(() => undefined)
    throw error
  }
  await back()
  return result
}

/** Lets what follows in a transaction work on other rows; what the change does not name stays. */
export async function changeSight(db: Kysely<DB>, change: Sight) {
  const now = workingOf(db)
  const before = now.sight
  const changed = kinds.filter((kind) => kind in change && (change[kind] ?? '') !== (before[kind] ?? ''))
  if (changed.length === 0) return
  // Notes it at once: statements are answered in the order in which they are sent.
  now.sight = { ...before, ...change }
  const { role } = sightSettings(now.sight, now.base)
  const settings = changed.map((kind) => sql`set_config(${settingOf[kind]}, ${now.sight[kind] ?? ''}, true)`)
  if (role) settings.push(sql`set_config('role', ${role}, true)`)
  await sql`select ${sql.join(settings)}`.execute(db)
}
