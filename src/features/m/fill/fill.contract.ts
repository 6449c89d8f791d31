import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { flag, none } from '#contract/fields.ts'
import { clmnNo, FormValues } from '#contract/form/column.ts'
import { file } from '#contract/shell/upload.contract.ts'
import { AskedForm, largestFile, SentFile } from '#domain/collections/collections.contract.ts'

const apart = { place: 'caller', undo: false } as const

/** Describes who comes by a link: `once` is the page's own, so that one page answers once, and finds what it answered. */
const visitor = z.object({
  key: z.string().min(1).max(300).meta({ title: '填写链接' }),
  once: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .meta({ title: '页面凭据' }),
  word: z.string().max(20).optional().meta({ title: '口令' }),
})

/** Defines the calls with which anybody fills in a form by the link of its collection (docs/spec/collections.md#links). */
export const mFill = resource('/m/fill', {
  /** Opens the form; null where its word is wanted first (`wordFlag` 1). */
  open: post(
    'open',
    visitor,
    z.object({ wordFlag: flag, title: z.string(), entName: z.string(), form: AskedForm.nullable() }),
    '',
    { ...apart, title: '打开公开填写的表单' },
  ),
  send: post('open', visitor.extend({ vals: FormValues }), none, '已提交', { ...apart, title: '提交公开填写的表单' }),
  upload: post('open', visitor.extend({ clmnNo, file }), SentFile, '', {
    ...apart,
    title: '公开填写时上传文件',
    body: 'multipart',
    largest: largestFile,
  }),
})
