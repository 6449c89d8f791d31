import * as z from 'zod'
import { time14 } from '#contract/fields.ts'

/**
 * Describes a photo of a student or a guardian: the one in use with who consented for a child, and the last one submitted;
 * pictures are links that expire.
 */
export const PersonPhoto = z.object({
  phtType: z.enum(['card', 'face']).meta({ title: '照片类型', dictionary: 'PHT_TYPE' }),
  url: z.string().nullable().meta({ title: '现用照片' }),
  cnsntBy: z.string().nullable().meta({ title: '同意的监护人' }),
  newUrl: z.string().nullable().meta({ title: '提交的照片' }),
  stt: z.string().nullable().meta({ title: '审核状态', dictionary: 'PHT_STT' }),
  rsn: z.string().nullable().meta({ title: '驳回原因' }),
  nickName: z.string().nullable().meta({ title: '提交人' }),
  crtTm: time14.nullable().meta({ title: '提交时间' }),
})
