import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { no } from '#contract/fields.ts'
import { pictureCalls as callsOf } from '#domain/people/pictures.contract.ts'

/** Lists what file names of photos may be, in the order of precedence where two fit equally. */
export const pictureKeys = ['stdyNo', 'idNo', 'stuNo'] as const
export const pictureTitles = { stdyNo: '学号', idNo: '身份证号', stuNo: '学生编号' }

/** Draws photos of students by ZIP. */
export const pictureCalls = callsOf(permissions('stu'), {
  who: {
    stuNo: no.nullable(),
    stuName: z.string().nullable(),
    stdyNo: z.string().nullable(),
    unitName: z.string().nullable(),
  },
  keys: pictureKeys,
  consent: '监护人都同意采集人脸',
})
