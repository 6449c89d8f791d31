import type { Access, Right } from '#contract/access.ts'
import type { Db } from '#server/database/database.ts'
import { type Grants, type HeldRole, readGrants } from './grants.ts'
import { levelOf } from './roleLevels.ts'

/** Describes which units of a school grants cover: all of them, or those a person holds through the roles. */
type Reach = { whole: boolean; values: readonly string[] }

/** Describes the rights of one person in one enterprise. */
export type Rights = {
  has(right: Right): boolean
  /**
   * Returns the units: the union over those roles that grant this; a personal grant adds none
   * (docs/spec/data-scope.md#visible-rows).
   */
  reachOf(access: Access): Reach
  /** Returns the departments that those roles are limited to; undefined where one of them is not. */
  departmentsOf(access: Access): string[] | undefined
  /** Returns the enterprises below the own one that those roles are limited to; undefined where one of them is not. */
  enterprisesOf(access: Access): string[] | undefined
  /** Lists the module codes with their action codes, as the menu and the buttons need them. */
  modules: { mdlCode: string; func: string }[]
  roles: { roleNo: string; roleName: string }[]
}

/** Reads a person's rights; runs inside a transaction of that enterprise. */
export const readRights = async (db: Db, entNo: string, empNo: string): Promise<Rights> =>
  rightsFrom(await readGrants(db, entNo, empNo))

/**
 * Computes the rights: modules given to the enterprise, then roles, then personal exceptions, of which a denial wins
 * (docs/spec/rights.md#layers).
 */
export function rightsFrom({ given, roles, exceptions }: Grants): Rights {
  const possible = new Set(given.flatMap(({ mdlCode, func }) => func.split(',').map((pwrNo): Right => `${mdlCode}:${pwrNo}`)))
  const denied = new Set(exceptions.flatMap(({ right, addDelFlag }) => (addDelFlag === '2' ? [right] : [])))
  const added = new Set(exceptions.flatMap(({ right, addDelFlag }) => (addDelFlag === '1' ? [right] : [])))
  const isOpen = (right: Right) => possible.has(right) && !denied.has(right)
  const granting = new Map<Right, HeldRole[]>()
  for (const role of roles)
    for (const right of role.rights) if (isOpen(right)) granting.set(right, [...(granting.get(right) ?? []), role])
  const has = (right: Right) => granting.has(right) || (added.has(right) && isOpen(right))
  const rolesOf = (access: Access) => (typeof access === 'string' ? [] : access.flatMap((right) => granting.get(right) ?? []))
  // Limits a caller who holds the right by name alone to what the roles reach, as far as there are roles.
  const rolesBehind = (access: Access) => {
    const found = rolesOf(access)
    return found.length > 0 ? found : roles
  }
  return {
    has,
    reachOf(access) {
      const behind = rolesOf(access)
      return {
        whole: behind.some((role) => levelOf(role) === 'whole'),
        values: [...new Set(behind.flatMap(({ units }) => units))],
      }
    },
    departmentsOf: (access) => limits(rolesBehind(access), departmentsHeld),
    enterprisesOf: (access) => limits(rolesBehind(access), ({ ents }) => (ents.length > 0 ? ents : undefined)),
    modules: given.map(({ mdlCode, func }) => ({ mdlCode, func: heldOf(mdlCode, func, has) })).filter(({ func }) => func !== ''),
    roles: roles.map(({ roleNo, roleName }) => ({ roleNo, roleName })),
  }
}

// Returns the departments of a role: one of departments without any reaches none; one that holds units of a school instead does
// not limit them.
const departmentsHeld = (role: HeldRole) =>
  role.orgs.length > 0 || (levelOf(role) === 'department' && role.units.length === 0) ? role.orgs : undefined

/** Unites the limits of roles; returns undefined where one has no limit. */
function limits(roles: HeldRole[], limitOf: (role: HeldRole) => string[] | undefined): string[] | undefined {
  const values = new Set<string>()
  for (const role of roles) {
    const limit = limitOf(role)
    if (!limit) return undefined
    for (const value of limit) values.add(value)
  }
  return roles.length > 0 ? [...values] : undefined
}

const heldOf = (mdlCode: string, func: string, has: (right: Right) => boolean) =>
  func
    .split(',')
    .filter((pwrNo) => has(`${mdlCode}:${pwrNo}`))
    .join(',')

/** Caches the rights of people, each only under the version that was read together with the session. */
export class RightsCache {
  #sets = new Map<string, { version: string; rights: Rights }>()
  async get(key: string, version: string, read: () => Promise<Rights>): Promise<Rights> {
    const kept = this.#sets.get(key)
    if (kept?.version === version) return kept.rights
    const rights = await read()
    if (this.#sets.size >= 5000) this.#sets.clear()
    this.#sets.set(key, { version, rights })
    return rights
  }
}
