import * as z from 'zod'
import type { FieldList } from '#contract/fieldList.ts'
import { code, flag, freeText, no, time14 } from '#contract/fields.ts'
import { actNo } from '#features/vam/act/act.parts.contract.ts'

const text = z.string().nullable()

export const regNo = no.meta({ title: '报名编号' })

/** Types the state of an enrolment. */
export const regStt = code('REG_STT').meta({ title: '状态', dictionary: 'REG_STT' })

/**
 * Describes the fields of an enrolment, in the order of an exported sheet (docs/spec/activities.md#enrolments): contract, list
 * and export are made of them.
 */
export const enrolmentFields = {
  regNo: { title: '报名编号', row: regNo, at: { export: 12 } },
  actNo: { title: '活动编号', row: actNo },
  title: { title: '活动', row: z.string(), at: { list: 200, export: 30 } },
  stuNo: { title: '学生编号', row: no.nullable() },
  name: { title: '姓名', row: z.string(), at: { list: 110, export: 12 } },
  unitName: { title: '班级或部门', row: text, at: { list: 150, export: 20 } },
  byName: { title: '报名人', row: text, at: { list: { width: 90, minor: true } } },
  crtTm: { title: '报名时间', row: time14, at: { list: 150, export: 18 } },
  queueNo: { title: '次序', row: z.int().nullable(), at: { list: { width: 64, minor: true }, export: 12 } },
  payName: { title: '缴费项目', row: text },
  payFlag: { title: '缴费', row: flag, at: { list: 80, export: 12 } },
  signTm: { title: '签到时间', row: time14.nullable(), at: { list: { width: 150, minor: true }, export: 18 } },
  stt: { title: '状态', row: regStt, at: { list: 80, export: 12 } },
  answer: { title: '驳回原因', row: freeText, at: { export: 30 } },
  wrkCnt: { title: '作品', row: z.int() },
  /** Tells whether the caller runs the activity (1). */
  editFlag: { title: '可管理', row: flag },
  ver: { title: '版本', row: z.int() },
} satisfies FieldList

export type EnrolmentFields = typeof enrolmentFields
