import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { no } from '#contract/fields.ts'

/** Attachment types exactly as the specification lists them (section 5), and pptx as ppt is (domain, 7.15). */
const imageTypes = ['png', 'jpg', 'gif', 'jpeg', 'svg', 'ico'] as const
export const attachmentTypes = [
  ...imageTypes,
  'txt',
  'doc',
  'pdf',
  'xls',
  'xlsx',
  'docx',
  'mp3',
  'mp4',
  'flv',
  'ppt',
  'pptx',
] as const

const UploadedFile = z.object({
  fileNo: no,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  // Good for some minutes; whoever shows a file later asks for a new one.
  url: z.string().meta({ title: '地址' }),
})

/** In the browser a File; on the server what arrived. */
export const file = z
  .custom<object>((value) => typeof value === 'object' && value !== null, { error: '不能为空' })
  .meta({ title: '文件' })

/** The file host (specification, section 7). */
export const upload = resource('/file/upload', {
  upload: post('session', z.object({ file }), UploadedFile, '', { body: 'multipart', undo: false }),
})
