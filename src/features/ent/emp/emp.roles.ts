import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { nearestText } from '#server/base/editDistance.ts'
import type { Context } from '#server/call/context.ts'
import { readEnterpriseRoles as rolesOf } from '#server/access/enterpriseRoles.ts'
import { rightsNotHeld, exceedsScope } from '#server/access/delegation.ts'

/** Maps the roles of an enterprise by name, for those who may assign them; nobody grants more than they hold. */
export async function readAssignableRoles(entNo: string, context: Context) {
  const mayAssign = context.me.rights.has(`role:${actions.set}`)
  const roles = (await rolesOf(context.db, entNo)).filter(({ stt }) => stt === Status.enabled)
  const byName = new Map(roles.map((role) => [role.roleName, role]))
  return {
    names: mayAssign ? [...byName.keys()] : [],
    find(name: string): { no: string } | { wrong: string; meant?: string | undefined } {
      if (!mayAssign) return { wrong: '你没有分配角色的权限，请清空这一格' }
      const role = byName.get(name)
      if (!role) return { wrong: `角色“${name}”不存在`, meant: nearestText(name, [...byName.keys()]) }
      if (rightsNotHeld(context, role.rights).length > 0) return { wrong: `角色“${name}”的权限超过你自己的，不能分配` }
      if (exceedsScope(context, role, role.rights)) return { wrong: `角色“${name}”不限定部门，超过你自己的范围` }
      return { no: role.roleNo }
    },
  }
}
