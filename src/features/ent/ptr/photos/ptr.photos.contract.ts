import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post } from '#contract/call.ts'
import { flag, no, none, note } from '#contract/fields.ts'
import { definePictureCalls as callsOf } from '#domain/people/pictures.contract.ts'
import { PersonPhoto } from '#domain/people/personPhoto.contract.ts'

const may = permissions('ptr')

/** Defines the consent of a guardian to storing the own face (docs/spec/personal-data.md#faces). */
export const ownFaceConsent = flag.meta({ title: '本人同意采集人脸', dictionary: 'YES_NO' })

const key = z.object({ ptrNo: no.meta({ title: '家长编号' }) })
const rem = note(200).meta({ title: '说明' })
const handing = [...may.edit, ...may.set]

/** Lists what file names of photos may be, in the order of precedence where two fit equally. */
export const guardianPictureKeys = ['authTel', 'idNo', 'ptrNo'] as const
export const guardianPictureTitles = { authTel: '手机号', idNo: '身份证号', ptrNo: '家长编号' }

/** Declares the calls for photos of guardians, one by one and by ZIP: our own calls, as those of students (docs/spec/photos.md). */
export const guardianPhotoCalls = {
  getphotos: get(may.view, key, z.array(PersonPhoto), { title: '查询照片和审核结果' }),
  applyforptrcardpht: post(handing, key.extend({ cardPht: no.meta({ title: '证件照' }), rem }), none, '保存成功', {
    title: '提交证件照',
  }),
  applyforptrfacepht: post(
    handing,
    key.extend({ facePht: no.meta({ title: '人脸照' }), cnsntFlag: ownFaceConsent.default('0'), rem }),
    none,
    '保存成功',
    { title: '提交人脸照' },
  ),
  /** Withdraws a consent: deletes the face and all submitted ones for good. */
  withdraw: post(may.set, key, none, '人脸照已删除', { title: '撤回同意并删除人脸照', undo: false }),
  ...callsOf(may, {
    who: {
      ptrNo: no.nullable(),
      ptrName: z.string().nullable(),
      authTel: z.string().nullable().meta({ masked: true }),
      stuNames: z.string().nullable(),
    },
    keys: guardianPictureKeys,
    consent: '家长都同意采集人脸',
  }),
}
