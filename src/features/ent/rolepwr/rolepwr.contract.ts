import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { no, none, numbers, ver } from '#contract/fields.ts'
import { mdlCode, PowerNode, pwrNo, pwrNos, rolePwrMdls } from '#contract/powers.ts'
import { Role } from '#features/ent/role/role.contract.ts'

const may = permissions('role')

/** Describes what a role grants on one module. */
export const RolePower = Role.pick({ entNo: true, roleNo: true, roleName: true, roleItem: true, roleType: true }).extend({
  mdlCode: z.string().meta({ title: '模块编码' }),
  /** Holds the actions as the specification names them, with commas between, and as a list. */
  pwrNo: z.string().meta({ title: '操作权限' }),
  pwrNos: z.array(z.string()).meta({ title: '操作权限' }),
})

const key = Role.pick({ roleNo: true })
// Takes the actions by either name; at least one is needed.
const some = { pwrNo: pwrNo.optional(), pwrNos: pwrNos.min(1).optional() }
const roleNos = numbers.meta({ title: '角色' })

/** Defines the calls for what the roles of an enterprise grant (docs/spec/rights.md#roles); public ones are only read here. */
export const rolepwr = resource('/ent/rolepwr', {
  getlist: get(
    may.view,
    z.object({ mdlCode: mdlCode.optional(), roleNo: no.optional().meta({ title: '角色编号' }) }),
    z.array(RolePower),
  ),
  /** Lists the modules alone without a role. */
  getmdltree: get(may.view, key.partial(), z.array(PowerNode)),
  set: post(may.set, key.extend({ rolePwrMdls, ver: ver.optional() }), none, '设置成功'),
  createmdlrolepwr: post(may.set, z.object({ mdlCode, roleNos, ...some }), none, '添加成功'),
  updatemdlrolepwr: post(may.set, z.object({ mdlCode, ...key.shape, ...some }), none, '修改成功'),
  deletemdlrolepwr: post(may.set, z.object({ mdlCode, roleNos }), none, '移除成功'),
})
