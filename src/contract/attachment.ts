import * as z from 'zod'
import { no } from './fields.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** Tells that its files are sent while the form is filled in. */
    files?: boolean
  }
}

/** Numbers the states of a file: waiting (or failed), on its way, stored (docs/spec/inputs.md#files). */
export const FileState = { waiting: 0, sending: 1, sent: 2 } as const

/** Describes a file of a form; its number is not valid until it is there. */
const Attachment = z.object({
  fileNo: no.meta({ title: '文件编号' }),
  name: z.string().max(255).meta({ title: '文件名' }),
  size: z.int().min(0).meta({ title: '大小' }),
  success: z.literal([FileState.waiting, FileState.sending, FileState.sent]).meta({ title: '上传状态' }),
})
export type Attachment = z.output<typeof Attachment>

/** Accepts at most so many files, none of which is still on its way. */
export const attachments = (most: number) =>
  z
    .array(Attachment)
    .max(most)
    .refine((files) => files.every(({ success }) => success >= FileState.sent), {
      error: '附件正在上传，请稍后再试',
      params: { whole: true },
    })
    .meta({ files: true })
