import * as z from 'zod'
import { no } from './fields.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** Tells that its files are sent while the form is filled in. */
    files?: boolean
  }
}

/** Numbers the states of a file: failed, waiting, on its way, stored (docs/spec/inputs.md#files). */
export const FileState = { failed: -1, waiting: 0, sending: 1, sent: 2 } as const

/** Describes a file of a form; its number is not valid until it is there. */
const Attachment = z.object({
  fileNo: no.meta({ title: '文件编号' }),
  name: z.string().max(255).meta({ title: '文件名' }),
  size: z.int().min(0).meta({ title: '大小' }),
  success: z.literal([FileState.failed, FileState.waiting, FileState.sending, FileState.sent]).meta({ title: '上传状态' }),
})
export type Attachment = z.output<typeof Attachment>

/** Says why files that are not all stored hold up a form: one failed, or they are still on their way. */
export function unsentWords(files: readonly Pick<Attachment, 'name' | 'success'>[]): string {
  const failed = files.find(({ success }) => success === FileState.failed)
  return failed ? `“${failed.name}”没有传上去，请重试或移除` : '附件正在上传，请稍后再试'
}

/** Accepts at most so many files, none of which is still on its way. */
export const attachments = (most: number) =>
  z
    .array(Attachment)
    .max(most)
    .refine((files) => files.every(({ success }) => success >= FileState.sent), {
      error: ({ input }) => unsentWords(input as Attachment[]),
      params: { whole: true },
    })
    .meta({ files: true })
