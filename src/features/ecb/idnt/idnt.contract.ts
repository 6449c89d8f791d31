import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { address } from '#contract/values/address.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, keyWord, liveStt, none, note, stt, text, ver } from '#contract/fields.ts'

const may = permissions('idnt')
const platform = { place: 'platform' } as const

/** Lists the identities of the specification; each is a platform of its own. */
export const builtIn: readonly string[] = ['010', '020', '030', '040', '050', '060']

const number = z.string().regex(/^([1-9]\d\d|0[1-9]\d|00[1-9])(\d{3})?$/, { error: '应为三位数字，下级为六位数字' })
const parent = z.string().regex(/^\d{3}$/, { error: '应为三位数字' })

/** Describes an identity; its number is that of the one above it with three digits more (docs/spec/product.md#identities). */
export const Identity = z.object({
  idntNo: number.meta({ title: '身份编号' }),
  idntName: text(20).meta({ title: '身份名称' }),
  prtNo: parent.nullish().meta({ title: '上级身份' }),
  entrUrl: address.nullish().meta({ title: '入口地址' }),
  des: note(200).meta({ title: '说明' }),
  showOrd: z.int().meta({ title: '显示顺序' }),
  stt,
  /** Tells whether it is one of the specification (1). */
  fixFlag: flag.meta({ title: '内置' }),
  ver,
})

const Node = Identity.extend({ lvl: z.int().meta({ title: '层级' }) })
export type IdentityNode = z.output<typeof Node> & { items: IdentityNode[] }
export const IdentityNode: z.ZodType<IdentityNode> = z.lazy(() => Node.extend({ items: z.array(IdentityNode) }))

const key = Identity.pick({ idntNo: true })
const { idntName, prtNo, entrUrl, des } = Identity.shape

/**
 * Defines the calls for the identities of enterprises and people (docs/spec/product.md#identities); they are the dictionary IDNT.
 */
export const idnt = resource('/ecb/idnt', {
  gettree: get(may.view, z.object({}), z.array(IdentityNode), platform),
  getlist: get(
    may.view,
    z.object({ keyWord, stt: liveStt.optional(), prtNo: parent.optional().meta({ title: '上级身份' }) }),
    z.array(Identity),
    platform,
  ),
  create: post(may.add, key.extend({ idntName, prtNo, entrUrl, des }), Identity, '添加成功', platform),
  update: post(
    may.edit,
    key.extend({ idntName: idntName.optional(), stt: liveStt.optional(), entrUrl, des, ver: ver.optional() }),
    Identity,
    '修改成功',
    platform,
  ),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功', platform),
})
