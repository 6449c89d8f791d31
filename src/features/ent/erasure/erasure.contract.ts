import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, keyWord, no, none, page, pageQuery, personName, time14 } from '#contract/fields.ts'

const may = permissions('erasure')

/** Names the kinds of people who can be erased: students, guardians, employees. */
export const erasedKinds = { stu: '1', ptr: '2', emp: '3' } as const
export type ErasedKind = (typeof erasedKinds)[keyof typeof erasedKinds]

const ersKind = z.enum(['1', '2', '3']).meta({ title: '人员类型', dictionary: 'ERS_KIND' })
/** Says who asked for it: the person, a guardian, an authority. */
const askBy = z.enum(['1', '2', '3']).meta({ title: '谁要求的', dictionary: 'ERS_ASK' })
const person = z.object({ ersKind, idntVal: no.meta({ title: '人员' }) })

/** Describes an erasure: of a person nothing but the number remains. */
export const Erasure = z.object({
  ersKind: code('ERS_KIND').meta({ title: '人员类型' }),
  idntVal: no.meta({ title: '编号' }),
  askBy: code('ERS_ASK').meta({ title: '谁要求的' }),
  nickName: z.string().nullable().meta({ title: '经办人' }),
  crtTm: time14.meta({ title: '抹除时间' }),
})

/** Describes somebody who is no longer here, and so may be erased; `about`: class, children or work number. */
export const GonePerson = z.object({
  idntVal: no.meta({ title: '编号' }),
  name: z.string().meta({ title: '姓名' }),
  about: z.string().nullable().meta({ title: '说明' }),
  sttName: z.string().meta({ title: '状态' }),
})

/** Describes what an erasure would remove: a word for it, and how much there is. */
const Part = z.object({ what: z.string(), cnt: z.int() })

/** Defines the calls that erase people (docs/spec/personal-data.md#history-and-erasure). */
export const erasure = resource('/ent/erasure', {
  getpage: get(may.view, pageQuery.extend({ ersKind: ersKind.optional(), keyWord }), page(Erasure)),
  /** Lists those who are no longer here: who left the school, guardians without a child on the roll, disabled employees. */
  getgone: get(may.delete, pageQuery.extend({ ersKind, keyWord }), page(GonePerson), { title: '查询可以抹除的人员' }),
  get: get(may.delete, person, z.array(Part), { title: '查询将要抹除的内容' }),
  /** `ersName`: the name of the person, typed once more. */
  create: post(may.delete, person.extend({ askBy, ersName: personName.meta({ title: '姓名' }) }), none, '个人信息已抹除', {
    title: '抹除个人信息',
    time: 'long',
    undo: false,
  }),
})
