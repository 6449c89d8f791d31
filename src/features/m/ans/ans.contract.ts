import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { none } from '#contract/fields.ts'
import { file } from '#contract/shell/upload.contract.ts'
import { clmnNo, FormValues } from '#contract/form/column.ts'
import { AskedForm, keptClmns, largestFile, SentFile } from '#domain/collections/collections.contract.ts'

const apart = { place: 'caller', undo: false } as const
const token = z.string().min(1).max(300).meta({ title: '通知链接' })

/** Defines the calls with which a guardian fills in a form by the link of its notice (docs/spec/collections.md#answering). */
export const mAns = resource('/m/ans', {
  open: post('open', z.object({ token }), AskedForm, '', { ...apart, title: '家长打开表单' }),
  save: post('open', z.object({ token, vals: FormValues }), none, '已存为草稿', { ...apart, title: '家长保存没填完的表单' }),
  send: post('open', z.object({ token, vals: FormValues, kept: keptClmns }), none, '已提交', { ...apart, title: '家长提交表单' }),
  upload: post('open', z.object({ token, clmnNo, file }), SentFile, '', {
    ...apart,
    title: '家长上传文件',
    body: 'multipart',
    largest: largestFile,
  }),
})
