import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { no } from '#contract/fields.ts'
import { definePictureCalls as callsOf } from '#domain/people/pictures.contract.ts'

/** Lists what file names of photos may be, in the order of precedence where two fit equally. */
export const studentPictureKeys = ['stdyNo', 'idNo', 'stuNo'] as const
export const studentPictureTitles = { stdyNo: '学号', idNo: '身份证号', stuNo: '学生编号' }

/** Draws photos of students by ZIP. */
export const studentPictureCalls = callsOf(permissions('stu'), {
  who: {
    stuNo: no.nullable(),
    stuName: z.string().nullable(),
    stdyNo: z.string().nullable(),
    unitName: z.string().nullable(),
  },
  keys: studentPictureKeys,
  consent: '监护人都同意采集人脸',
})
