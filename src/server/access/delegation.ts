import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { type EnterpriseRole, operatorRole, RoleType } from './enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { levelOf } from '#server/call/roleLevels.ts'

type Asking = Pick<Context, 'me' | 'services' | 'db'>

/** Tells whether the caller is an operator of the platform, who may grant everything; others there grant what they hold. */
const isOperator = ({ me, services }: Pick<Asking, 'me' | 'services'>) =>
  me.entNo === services.rootNo && me.rights.roles.some(({ roleNo }) => roleNo === operatorRole)

/** Returns the rights that the caller does not hold. */
export const rightsNotHeld = (asking: Pick<Asking, 'me' | 'services'>, rights: readonly Right[]): Right[] =>
  isOperator(asking) ? [] : rights.filter((right) => !asking.me.rights.has(right))

/** Tells whether the caller holds one of these rights for some departments or enterprises only. */
export const isScoped = (asking: Pick<Asking, 'me' | 'services'>, rights: readonly Right[]): boolean =>
  !isOperator(asking) &&
  rights.some((right) => asking.me.rights.departmentsOf([right]) || asking.me.rights.enterprisesOf([right]))

/** Throws beyondOwn for rights that the caller does not hold, naming the first of them. */
export async function requireDelegable(asking: Asking, rights: readonly Right[]) {
  const beyond = rightsNotHeld(asking, rights)
  if (beyond.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select coalesce(e.mdl_name, m.mdl_name) || '·' || coalesce(p.pwr_name, w.pwr_no) as name
    from unnest(${beyond.map((right) => right.split(':')[0])}::text[], ${beyond.map((right) => right.split(':')[1])}::text[])
      w (mdl_code, pwr_no)
    join mdl m using (mdl_code) left join pwr p on p.tml_type = m.tml_type and p.pwr_no = w.pwr_no
    left join entmdl e on e.ent_no = current_setting('app.ent_no', true) and e.mdl_code = m.mdl_code
    order by m.show_ord, w.pwr_no limit 3`.execute(asking.db)
  const more = beyond.length > rows.length ? `等 ${beyond.length} 项` : ''
  throw new Fault('beyondOwn', `不能给出自己没有的权限：${rows.map(({ name }) => name).join('、')}${more}`)
}

/** Tells whether a role would reach further with these rights than the caller does. */
export const exceedsScope = (
  asking: Pick<Asking, 'me' | 'services'>,
  { roleItem, roleType }: Pick<EnterpriseRole, 'roleItem' | 'roleType'>,
  rights: readonly Right[],
) => levelOf({ roleItem, isOwn: roleType === RoleType.own }) !== 'department' && isScoped(asking, rights)

/** Throws beyondOwn for a role that reaches beyond the departments for which the caller holds its rights. */
export function mayReach(asking: Pick<Asking, 'me' | 'services'>, role: EnterpriseRole, rights: readonly Right[] = role.rights) {
  if (exceedsScope(asking, role, rights)) throw new Fault('beyondOwn', `“${role.roleName}”不限定部门，超过你自己的范围`)
}
