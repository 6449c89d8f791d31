import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { no } from '#contract/fields.ts'

/** Types of pictures exactly as the specification lists them (section 5). */
export const imageTypes = ['png', 'jpg', 'gif', 'jpeg', 'svg', 'ico'] as const
/** Types of attachments likewise, and pptx as ppt is (domain, 7.15). */
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

/** What a field for files may ask for (specification, section 5). */
export const uploadFilters = {
  pdf: ['pdf'],
  txt: ['txt'],
  ppt: ['ppt', 'pptx'],
  doc: ['doc', 'docx'],
  xls: ['xls', 'xlsx'],
  mp4: ['mp4'],
} as const

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
