import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, liveStt, no, none, note, numbers, stt, text, ver } from '#contract/fields.ts'

const may = permissions('role')

/** Describes a role of an enterprise: its own (1), or one that the platform gave it (2). */
export const Role = z.object({
  entNo: no.meta({ title: '单位编号' }),
  roleNo: no.meta({ title: '角色编号' }),
  roleName: text(30).meta({ title: '角色名称' }),
  /** Names the level; own and public roles count theirs differently (docs/spec/rights.md#roles). */
  roleItem: z.string().meta({ title: '作用范围' }),
  roleType: z.enum(['1', '2']).meta({ title: '角色类型' }),
  des: note(500).meta({ title: '描述' }),
  stt,
  ver,
})

export const RoleWithCounts = Role.extend({
  empCnt: z.int().meta({ title: '人数' }),
  mdlCnt: z.int().meta({ title: '模块数' }),
})

/** Returns the dictionary of a role's level. */
export const levelsOf = ({ roleType }: { roleType: '1' | '2' }) => (roleType === '1' ? 'ROLE_ITEM_SELF' : 'ROLE_ITEM_PBC')

/**
 * Tells whether a role covers units or departments that are named for each person; both dictionaries begin with the roles that do
 * not.
 */
export const isRoleLimited = ({ roleItem }: { roleItem: string }) => !['1', '2'].includes(roleItem)

const filter = z.object({ stt: liveStt.optional(), keyWord })
const key = Role.pick({ roleNo: true })
const writable = Role.pick({ roleName: true, des: true }).extend({
  roleItem: code('ROLE_ITEM_SELF').meta({ title: '作用范围', dictionary: 'ROLE_ITEM_SELF' }),
})

/** Defines the calls for roles of an enterprise (docs/spec/rights.md#roles). */
export const role = resource('/ent/role', {
  getalllist: get([...may.view, ...may.set], filter, z.array(Role)),
  getselfrolelist: get(may.view, filter, z.array(Role)),
  getpbcrolelist: get(may.view, filter, z.array(Role)),
  getselfroleexlist: get(may.view, filter, z.array(RoleWithCounts)),
  getpbcroleexlist: get(may.view, filter, z.array(RoleWithCounts)),
  createselfrole: post(may.add, writable, Role, '添加成功'),
  updateselfrole: post(
    may.edit,
    key.extend({ ...writable.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    Role,
    '修改成功',
  ),
  deleteselfrole: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  deleteselfrolemany: post(may.delete, z.object({ roleNos: numbers.meta({ title: '角色' }) }), none, '删除成功'),
})
