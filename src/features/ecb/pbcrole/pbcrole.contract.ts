import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, liveStt, no, none, note, stt, text, ver } from '#contract/fields.ts'
import { PowerNode, rolePwrMdls } from '#contract/powers.ts'

const may = permissions('pbcrole')
const place = 'platform'

/** Describes a role that the platform makes for enterprises of one identity. */
export const PublicRole = z.object({
  roleNo: no.meta({ title: '角色编号' }),
  roleName: text(30).meta({ title: '角色名称' }),
  roleItem: code('ROLE_ITEM_PBC').meta({ title: '作用范围' }),
  idntNo: code('IDNT').meta({ title: '适用身份' }),
  des: note(500).meta({ title: '描述' }),
  stt,
  ver,
})

export const PublicRoleWithCount = PublicRole.extend({ entCnt: z.int().meta({ title: '企业数' }) })

const key = PublicRole.pick({ roleNo: true })
const writable = PublicRole.pick({ roleName: true, roleItem: true, idntNo: true, des: true })
const filter = z.object({
  roleItem: PublicRole.shape.roleItem.optional(),
  idntNo: PublicRole.shape.idntNo.optional(),
  stt: liveStt.optional(),
  keyWord,
})

/** Defines the calls for public roles (docs/spec/rights.md#roles), and what they grant. */
export const pbcrole = resource('/ecb/pbcrole', {
  getlist: get(may.view, filter, z.array(PublicRoleWithCount), { place }),
  getmdltree: get(may.view, key, z.array(PowerNode), { place }),
  create: post(may.add, writable, PublicRole, '添加成功', { place }),
  update: post(
    may.edit,
    key.extend({ ...writable.partial().shape, stt: liveStt.optional(), ver: ver.optional() }),
    PublicRole,
    '修改成功',
    { place },
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', { place }),
  setpwr: post(may.set, key.extend({ rolePwrMdls, ver: ver.optional() }), none, '设置成功', { place }),
})
