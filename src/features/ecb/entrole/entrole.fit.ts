import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

type PublicRole = { roleNo: string; roleName: string; idntNo: string }

/**
 * Locks public roles that are being given, so that none of them is deleted meanwhile. Throws notFound for those that are gone.
 */
export async function lockRoles(db: Db, roleNos: readonly string[]): Promise<PublicRole[]> {
  const { rows } = await sql<PublicRole>`select role_no, role_name, idnt_no from pbcrole
    where role_no = any(${roleNos}) and stt <> ${Status.deleted} order by role_no for share`.execute(db)
  if (rows.length < roleNos.length) throw new Fault('notFound', '所选公共角色有的已不存在，请刷新后再选')
  return rows
}

/** Throws invalid for roles that were made for another identity than the enterprise has, naming both. */
export async function refuseStrangers(db: Db, roles: readonly PublicRole[], entNos: readonly string[]) {
  const { rows } = await sql<{
    entName: string
    idntNo: string
  }>`select ent_name, idnt_no from ent where ent_no = any(${entNos})`.execute(db)
  for (const { entName, idntNo } of rows) {
    const strange = roles.find((role) => role.idntNo !== idntNo)
    if (strange) throw new Fault('invalid', `公共角色“${strange.roleName}”不适用于“${entName}”的身份`)
  }
}
