import { sql, type SqlBool } from 'kysely'
import { permissions, permits, type Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { ShareState } from '#domain/resources/resources.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'

const may = permissions('res')

/** Tells whether somebody has a right through a role over the whole enterprise; others have it on what they put in themselves. */
const holdsWhole = ({ me }: Pick<Context, 'me'>, rights: readonly Right[]) =>
  permits(me, rights) && me.rights.reachOf(rights).whole

/** Tests whether the caller may change, or delete, the resources `r` of an enterprise. */
export function mayChangeResource(context: Pick<Context, 'me'>, entNo: string, action: 'edit' | 'delete') {
  const { me } = context
  if (holdsWhole(context, may[action])) return sql<SqlBool>`r.ent_no = ${entNo}`
  const isOwn = permits(me, [...may.add, ...may[action]])
  return isOwn ? sql<SqlBool>`(r.ent_no = ${entNo} and r.emp_no = ${me.idntVal})` : sql<SqlBool>`false`
}

/** Tests whether an enterprise may open the live resource `r`: its own, and those that stand in the trees that it reads. */
export const mayOpenResource = (entNo: string, placeNos: readonly string[]) => sql<SqlBool>`(r.stt = ${Status.enabled}
  and (r.ent_no = ${entNo} or r.shr_stt = ${ShareState.shared} and r.to_ent_no = any(${placeNos})))`

export type LockedResource = {
  resName: string
  des: string | null
  empNo: string | null
  clsNo: string
  verNo: number
  scope: string
  toEntNo: string | null
  shrStt: string
  ver: number
}

/** Locks a resource of the caller's enterprise that it may change. Throws for others. */
export async function lockResource(
  context: Context,
  { entNo, resNo }: { entNo: string; resNo: string },
): Promise<LockedResource> {
  const { rows } = await sql<
    LockedResource & { isMine: boolean }
  >`select r.res_name, r.des, r.emp_no, r.cls_no, r.ver_no, r.scope, r.to_ent_no,
      r.shr_stt, r.ver, ${mayChangeResource(context, entNo, 'edit')} as is_mine
    from res r where r.ent_no = ${entNo} and r.res_no = ${resNo} and r.stt = ${Status.enabled} for update`.execute(context.db)
  const [row] = rows
  if (!row) throw new Fault('notFound')
  const { isMine, ...held } = row
  if (!isMine) throw new Fault('beyondOwn', '只能修改自己上传的资源')
  return held
}
