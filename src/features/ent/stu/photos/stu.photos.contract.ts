import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post } from '#contract/call.ts'
import { flag, no, none, note, time14 } from '#contract/fields.ts'

const may = permissions('stu')

/** Defines the consent of a child's guardian to storing the face: whether, and by whom (docs/spec/personal-data.md#faces). */
export const faceConsent = {
  cnsntFlag: flag.meta({ title: '监护人同意采集人脸', dictionary: 'YES_NO' }),
  cnsntBy: note(60).meta({ title: '同意的监护人' }),
}

/**
 * Describes a photo of a student: the one in use with who consented, and the last one submitted; pictures are links that expire.
 */
export const StudentPhoto = z.object({
  phtType: z.enum(['card', 'face']).meta({ title: '照片类型', dictionary: 'PHT_TYPE' }),
  url: z.string().nullable().meta({ title: '现用照片' }),
  cnsntBy: z.string().nullable().meta({ title: '同意的监护人' }),
  newUrl: z.string().nullable().meta({ title: '提交的照片' }),
  stt: z.string().nullable().meta({ title: '审核状态', dictionary: 'PHT_STT' }),
  rsn: z.string().nullable().meta({ title: '驳回原因' }),
  nickName: z.string().nullable().meta({ title: '提交人' }),
  crtTm: time14.nullable().meta({ title: '提交时间' }),
})

const key = z.object({ stuNo: no.meta({ title: '学生编号' }) })
const rem = note(200).meta({ title: '说明' })
const handing = [...may.edit, ...may.set]

/** Declares the calls for photos of one student (docs/spec/photos.md; `getphotos` and `withdraw` are ours). */
export const photoCalls = {
  getphotos: get(may.view, key, z.array(StudentPhoto), { title: '查询照片和审核结果' }),
  applyforstucardpht: post(handing, key.extend({ cardPht: no.meta({ title: '证件照' }), rem }), none, '保存成功', {
    title: '提交证件照',
  }),
  applyforstufacepht: post(
    handing,
    key.extend({
      facePht: no.meta({ title: '人脸照' }),
      cnsntFlag: faceConsent.cnsntFlag.default('0'),
      cnsntBy: faceConsent.cnsntBy,
      rem,
    }),
    none,
    '保存成功',
    { title: '提交人脸照' },
  ),
  /** Withdraws a consent: deletes the face and all submitted ones for good. */
  withdraw: post(may.set, key, none, '人脸照已删除', { title: '撤回同意并删除人脸照', undo: false }),
}
