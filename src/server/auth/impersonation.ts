import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { Context, Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { requireDelegable, isScoped } from '#server/access/delegation.ts'
import { readRights, type Rights } from '#server/call/rights.ts'
import type { Impersonator } from '#server/call/session.types.ts'

// Lists what only its owner may call: lists that wait to be imported, their sign-ins, their other identities, their photo.
const ofOneself = ['/ent/imp/', '/user/userlgn/', '/user/user/getidnts', '/user/user/getphoto']

/**
 * Ends an impersonation with the rights of the impersonator, and hides personal data from it. Throws illegalToken or forbidden.
 */
export async function recheckImpersonation(
  { database }: Services,
  { userNo, entNo, empNo, right }: Impersonator,
  { path }: Call,
) {
  const may = await transaction(
    database.pool,
    { entNo },
    async (db) => {
      const { rows } = await sql`select 1 from account a join emp e on e.ent_no = ${entNo} and e.emp_no = ${empNo}
        join ent n on n.ent_no = e.ent_no where a.user_no = ${userNo} and a.stt = '1' and e.stt = '1' and n.stt = '1'`.execute(db)
      return rows.length > 0 && (await readRights(db, entNo, empNo)).has(right)
    },
    { readOnly: true },
  )
  if (!may) throw new Fault('illegalToken')
  if (ofOneself.some((start) => path.startsWith(start)))
    throw new Fault('forbidden', '模拟时不能查看本人的导入、登录日志、证件照和其他身份')
}

/** Lists all rights of somebody. */
export const allOf = ({ modules }: Rights): Right[] =>
  modules.flatMap(({ mdlCode, func }) => func.split(',').map((pwrNo): Right => `${mdlCode}:${pwrNo}`))

/** Throws beyondOwn for impersonating somebody who may do, or reading as somebody who may see, what the impersonator may not. */
export async function mayImpersonate(context: Context, theirs: Rights, readOnly: boolean) {
  const rights = readOnly ? allOf(theirs).filter((right) => right.endsWith(`:${actions.view}`)) : allOf(theirs)
  await requireDelegable(context, rights)
  if (isScoped(context, rights)) throw new Fault('beyondOwn', '对方能看到的范围超过你自己的')
}

/** Returns the caller as an impersonator, for the session that they open. */
export const impersonatorOf = ({ me }: Context, right: Right, reason: string): Impersonator => ({
  userNo: me.userNo,
  entNo: me.entNo,
  empNo: me.idntVal,
  right,
  reason,
})
