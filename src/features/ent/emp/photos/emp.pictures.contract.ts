import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { no } from '#contract/fields.ts'
import { definePictureCalls as callsOf } from '#domain/people/pictures.contract.ts'

/** Lists what file names of photos may be, in the order of precedence where two fit equally. */
export const employeePictureKeys = ['workNo', 'idNo', 'empNo'] as const
export const employeePictureTitles = { workNo: '工号', idNo: '身份证号', empNo: '员工编号' }

/** Draws photos of employees by ZIP. */
export const employeePictureCalls = callsOf(permissions('emp'), {
  who: {
    empNo: no.nullable(),
    empName: z.string().nullable(),
    workNo: z.string().nullable(),
    orgName: z.string().nullable(),
  },
  keys: employeePictureKeys,
  consent: '本人同意采集人脸',
})
