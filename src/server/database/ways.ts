import { userOf } from './connections/address.ts'

/**
 * Lists the ways of looking at the tables of enterprises. Each is a role of PostgreSQL without a login, for which every table has
 * its policies (policies.ts); a transaction takes one of them on, and without one no row is read or written.
 */
export const ways = [
  /** Sees the one enterprise that a call works on, whole. */
  'whole',
  /** Sees of that enterprise what departments and units let through. */
  'reach',
  /** Sees the enterprises below one as well, to read. */
  'below',
  /** Sees accounts alone, with their identities, sessions and sign-ins: nobody has said yet which enterprise is meant. */
  'account',
] as const

export type Way = (typeof ways)[number]

/**
 * Describes whose rows a transaction works on: one enterprise, the root of the sub-tree that it reads, and the departments and
 * units that it reaches (comma separated, none for all); `branches` are units that are only seen.
 */
export type Sight = {
  entNo?: string | undefined
  rootNo?: string | undefined
  orgs?: string | undefined
  units?: string | undefined
  branches?: string | undefined
}

/** Returns the way of looking that belongs to what a transaction works on. */
export function wayOf({ entNo, rootNo, orgs, units }: Sight): Way {
  if (rootNo) return 'below'
  if (!entNo) return 'account'
  return orgs || units ? 'reach' : 'whole'
}

/** Names the roles of one installation, which share the server with those of others. */
export const rolesOf = (base: string) => ({
  /** Signs in, and may do nothing but take on a way of looking. */
  login: `${base}_login`,
  /** Works off the jobs, and sees nothing else. */
  jobs: `${base}_jobs`,
  ways: Object.fromEntries(ways.map((way) => [way, `${base}_${way}`])) as Record<Way, string>,
})

/** Returns what the roles of an installation begin with, by the user of an address; undefined for the owner, who takes on none. */
export const baseOfRoles = (url: string): string | undefined => /^(campus_\d+)_login$/.exec(userOf(url))?.[1]
