import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, freeText, keyWord, maskedText, no, none, note, page, pageQuery, ver } from '#contract/fields.ts'
import { guardianFacts, newPhone } from '#features/ent/ptr/ptr.contract.ts'
import { Child } from '#features/ent/ptr/ptr.fields.ts'

const may = permissions('stuptr')
// Lets those who keep the relations of a class also complete them.
const linkers = [...may.add, ...may.edit]

const key = z.object({ stuNo: no.meta({ title: '学生' }), ptrNo: no.meta({ title: '家长' }) })
const relt = code('RELT').meta({ title: '关系' })
const prior = z.int().min(1).max(99).meta({ title: '联系次序' })

const flags = {
  grdFlag: flag.meta({ title: '法定监护人', dictionary: 'YES_NO' }),
  pickFlag: flag.meta({ title: '可接送', dictionary: 'YES_NO' }),
  msgFlag: flag.meta({ title: '接收消息', dictionary: 'YES_NO' }),
  liveFlag: flag.meta({ title: '同住', dictionary: 'YES_NO' }),
}

/** Names of `flags` in the order of their columns. */
export const flagNames = ['grdFlag', 'pickFlag', 'msgFlag', 'liveFlag'] as const

/** Describes a child with one of its guardians, or without any: then all about the guardian is null (docs/spec/guardians.md). */
export const Relation = z.object({
  /** Tells rows apart. */
  rowNo: z.string().meta({ title: '行号' }),
  stuNo: no.meta({ title: '学生编号' }),
  stuName: z.string().meta({ title: '学生' }),
  sex: code('SEX').meta({ title: '性别' }),
  sexName: z.string().meta({ title: '性别' }),
  unitNo: no.meta({ title: '班级编号' }),
  unitName: z.string().meta({ title: '班级' }),
  stuStt: code('STU_STT').meta({ title: '学籍状态' }),
  sttName: z.string().meta({ title: '学籍状态' }),
  ptrNo: no.nullable().meta({ title: '家长编号' }),
  ptrName: z.string().nullable().meta({ title: '家长' }),
  relt: relt.nullable(),
  authTel: maskedText.meta({ title: '认证手机' }),
  authFlag: flag.nullable().meta({ title: '认证', dictionary: 'AUTH_FLAG' }),
  ptrStt: code('STT').nullable().meta({ title: '家长状态' }),
  grdFlag: flags.grdFlag.nullable(),
  pickFlag: flags.pickFlag.nullable(),
  msgFlag: flags.msgFlag.nullable(),
  liveFlag: flags.liveFlag.nullable(),
  prior: prior.nullable(),
  rem: freeText.meta({ title: '备注' }),
  /** Lists other children of the same guardian. */
  siblings: z.array(Child.omit({ relt: true })).meta({ title: '兄弟姐妹' }),
  /** Gives the version of the link and the guardian together, which rises with every change of either. */
  ver: ver.nullable(),
})

/** Defines the stored fields of a link. */
export const linkFields = { relt, ...flags, prior, rem: Relation.shape.rem }

/** Defines the fields of a link in forms. */
const link = {
  relt,
  ...z.object(flags).partial().shape,
  prior: prior.optional(),
  rem: note(200).meta({ title: '备注' }),
}

const filter = z.object({
  unitNo: no.optional().meta({ title: '年级班级' }),
  stuNo: no.optional().meta({ title: '学生' }),
  relt: relt.optional(),
  /** Filters children on the roll who have no guardian (1). */
  noPtr: flag.optional().meta({ title: '无家长' }),
  /** Filters children with more than one father or mother (1). */
  many: flag.optional().meta({ title: '多于一位父亲或母亲' }),
  stt: code('STU_STT').optional().meta({ title: '学籍状态' }),
  keyWord,
})

const changes = key.extend({ ...z.object(link).partial().shape, ver: ver.optional() })

/** Defines the calls for children and their guardians (docs/spec/guardians.md#links). */
export const stuptr = resource('/ent/stuptr', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(Relation)),
  getstulist: get(may.view, key.pick({ ptrNo: true }), z.array(Relation), { title: '查询孩子' }),
  create: post(linkers, key.extend(link), Relation, '添加成功'),
  update: post(may.edit, changes, Relation, '修改成功'),
  delete: post(may.delete, key.extend({ ver: ver.optional() }), none, '删除成功'),
  /**
   * Links a new guardian, or with `ptrNo` the one who has this ID number or phone already, once it was confirmed to be the same
   * person.
   */
  createwithptr: post(
    linkers,
    key.pick({ stuNo: true }).extend({ ...link, ...guardianFacts, ptrNo: key.shape.ptrNo.optional() }),
    Relation,
    '添加成功',
    { title: '新增家长并关联' },
  ),
  updatewithptr: post(may.edit, changes.extend(z.object(guardianFacts).partial().shape), Relation, '修改成功', {
    title: '修改关系和家长',
  }),
  updatephone: post(may.edit, key.extend(newPhone), none, '修改电话号码成功'),
})
