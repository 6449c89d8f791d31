import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, isDistinct, keyWord, no, none, numbers, stt } from '#contract/fields.ts'
import { PowerNode } from '#contract/powers.ts'

const may = permissions('pbcrole')
const place = 'given'

const Enterprise = z.object({
  entNo: no.meta({ title: '企业编号' }),
  entName: z.string().meta({ title: '企业名称' }),
  prtName: z.string().nullable().meta({ title: '上级企业' }),
  idntNo: z.string().meta({ title: '身份', dictionary: 'IDNT' }),
  stt,
})

/** Describes an enterprise that has a public role, and how many of its people do. */
export const EnterpriseWithRole = Enterprise.extend({ empCnt: z.int().meta({ title: '人数' }) })

/** Describes an enterprise that a public role may be given to. */
export const EnterpriseChoice = Enterprise.extend({ chkFlag: flag.meta({ title: '已有' }) })

const key = z.object({ roleNo: no.meta({ title: '角色编号' }) })
const enterprises = key.extend({ entNos: numbers.meta({ title: '企业' }) })
const several = { place, time: 'long' } as const

/** Defines the calls for the public roles of enterprises (docs/spec/rights.md#roles). */
export const entrole = resource('/ecb/entrole', {
  setpbcrole: post(
    may.set,
    z.object({
      entNo: no.optional().meta({ title: '企业编号' }),
      roleNos: z.array(no).max(5000).refine(isDistinct, { error: '不能有重复的编号' }).meta({ title: '角色' }),
    }),
    none,
    '设置成功',
    { place },
  ),
  createpbcroleent: post(may.set, enterprises, none, '添加成功', several),
  deletepbcroleent: post(may.set, enterprises, none, '移除成功', several),
  getmdltree: get(may.view, key, z.array(PowerNode), { place }),
  getentlist: get(may.view, key, z.array(EnterpriseWithRole), { place }),
  getentforset: get(may.set, key.extend({ keyWord }), z.array(EnterpriseChoice), { place }),
})
