import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, freeText, keyWord, no, none, numbers, page, pageQuery, text, time14 } from '#contract/fields.ts'
import { PhotoState } from '#domain/people/photos.contract.ts'

export type Application = z.output<typeof PhotoApplication>

const may = permissions('photo')

const state = z.enum(['1', '2', '3']).meta({ title: '审核状态', dictionary: 'PHT_STT' })

/** Describes a photo submitted for an employee, a student or a guardian, beside the one in use; both are links that expire. */
export const PhotoApplication = z.object({
  applyNo: no.meta({ title: '申请编号' }),
  empNo: no.nullable().meta({ title: '员工编号' }),
  empName: z.string().nullable().meta({ title: '员工' }),
  orgName: z.string().nullable().meta({ title: '主部门' }),
  stuNo: no.nullable().meta({ title: '学生编号' }),
  stuName: z.string().nullable().meta({ title: '学生' }),
  unitName: z.string().nullable().meta({ title: '班级' }),
  ptrNo: no.nullable().meta({ title: '家长编号' }),
  ptrName: z.string().nullable().meta({ title: '家长' }),
  /** Names the children of a guardian, with their classes. */
  stuNames: z.string().nullable().meta({ title: '孩子' }),
  phtType: z.enum(['card', 'face']).meta({ title: '照片类型', dictionary: 'PHT_TYPE' }),
  url: z.string().meta({ title: '新照片' }),
  oldUrl: z.string().nullable().meta({ title: '现用照片' }),
  width: z.int().nullable(),
  height: z.int().nullable(),
  cnsntFlag: flag.meta({ title: '同意采集人脸', dictionary: 'YES_NO' }),
  /** Names who consented for a student. */
  cnsntBy: z.string().nullable().meta({ title: '同意的监护人' }),
  rem: freeText.meta({ title: '说明' }),
  rsn: freeText.meta({ title: '驳回原因' }),
  nickName: z.string().nullable().meta({ title: '申请人' }),
  crtTm: time14.meta({ title: '申请时间' }),
  stt: state,
})

const several = z.object({ applyNos: numbers.meta({ title: '照片申请' }) })

/** Defines the calls to review submitted photos: our own calls (docs/spec/photos.md#handing-in). */
export const photo = resource('/ent/photo', {
  getpage: get(
    may.view,
    z.object({
      ...pageQuery.shape,
      stt: state.default(PhotoState.waiting),
      phtType: PhotoApplication.shape.phtType.optional(),
      /** Limits them to those of employees, of students or of guardians. */
      owner: z.enum(['emp', 'stu', 'ptr']).optional().meta({ title: '人员' }),
      keyWord,
    }),
    page(PhotoApplication),
  ),
  pass: post(may.review, several, none, '审核通过成功'),
  reject: post(may.review, several.extend({ rsn: text(200).meta({ title: '驳回原因' }) }), none, '驳回成功'),
})
