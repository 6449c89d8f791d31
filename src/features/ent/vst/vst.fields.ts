import * as z from 'zod'
import type { FieldList } from '#contract/fieldList.ts'
import { code, flag, freeText, maskedText, no, time14 } from '#contract/fields.ts'

const text = z.string().nullable()

/** Types the state of a visit. */
export const visitStt = z.enum(['1', '2', '3', '4', '5', '6', '7']).meta({ title: '状态', dictionary: 'VST_STT' })

/** Describes a companion. */
const Mate = z.object({
  rdx: z.int(),
  mateName: z.string().meta({ title: '姓名' }),
  mateTel: maskedText.meta({ title: '手机' }),
  idNo: maskedText.meta({ title: '身份证号' }),
})

/**
 * Describes the fields of a visit, in the order of an exported sheet (docs/spec/visits.md#row): contract, list and export are
 * made of them. What a form asks besides stands in its template.
 */
export const visitFields = {
  vstNo: { title: '来访编号', row: no, at: { export: 16 } },
  tmplNo: { title: '表单编号', row: no },
  tmplName: { title: '表单', row: z.string(), at: { list: { width: 140, more: true } } },
  teamFlag: { title: '团队', row: flag },
  vstName: { title: '访客', row: z.string(), at: { list: 104, export: 12 } },
  vstTel: { title: '手机', row: maskedText, at: { list: 112, export: 16 } },
  idNo: { title: '身份证号', row: maskedText, at: { list: { width: 168, more: true }, export: 22 } },
  sex: { title: '性别', row: code('SEX').nullable() },
  workUnit: { title: '单位', row: text, at: { list: { width: 120, minor: true }, export: 24 } },
  carNo: { title: '车牌号', row: text, at: { list: { width: 110, more: true }, export: 12 } },
  rsn: { title: '事由', row: freeText, at: { list: 112, export: 30 } },
  toEmpNo: { title: '被访人编号', row: no },
  toEmpName: { title: '被访人', row: text, at: { list: 76, export: 12 } },
  /** Holds the child of a visitor who is a guardian, for those who reach that student; else null. */
  stuNo: { title: '学生编号', row: no.nullable() },
  stuName: { title: '学生', row: text, at: { export: 12 } },
  /** Holds a link to the first picture in the form; null for none. */
  pht: { title: '照片', row: text },
  planSDt: { title: '预约时间', row: time14, at: { list: 140, export: 18 } },
  planEDt: { title: '预约离开', row: time14, at: { list: { width: 150, more: true }, export: 18 } },
  inDt: { title: '到访', row: time14.nullable(), at: { list: { width: 96, minor: true }, export: 18 } },
  outDt: { title: '离开', row: time14.nullable(), at: { list: { width: 96, minor: true }, export: 18 } },
  gate: { title: '到访门岗', row: text, at: { list: { width: 100, more: true }, export: 12 } },
  outGate: { title: '离开门岗', row: text, at: { list: { width: 100, more: true }, export: 12 } },
  mates: { title: '同行人', row: z.array(Mate), at: { export: 40 } },
  stt: { title: '状态', row: visitStt, at: { list: 76, export: 12 } },
  answer: { title: '拒绝原因', row: freeText, at: { export: 12 } },
  /** Holds the columns that the form shows in lists, in words. */
  lstVals: { title: '表单内容', row: z.record(z.string(), z.string()) },
} satisfies FieldList

export type VisitFields = typeof visitFields
