import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post } from '#contract/call.ts'
import { flag, no, none, note } from '#contract/fields.ts'
import { PersonPhoto } from '#domain/people/personPhoto.contract.ts'

const may = permissions('stu')

/** Defines the consent of a child's guardian to storing the face: whether, and by whom (docs/spec/personal-data.md#faces). */
export const faceConsent = {
  cnsntFlag: flag.meta({ title: '监护人同意采集人脸', dictionary: 'YES_NO' }),
  cnsntBy: note(60).meta({ title: '同意的监护人' }),
}

const key = z.object({ stuNo: no.meta({ title: '学生编号' }) })
const rem = note(200).meta({ title: '说明' })
const handing = [...may.edit, ...may.set]

/** Declares the calls for photos of one student (docs/spec/photos.md; `getphotos` and `withdraw` are ours). */
export const photoCalls = {
  getphotos: get(may.view, key, z.array(PersonPhoto), { title: '查询照片和审核结果' }),
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
