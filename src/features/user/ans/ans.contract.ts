import * as z from 'zod'
import { post, resource } from '#contract/call.ts'
import { no, none } from '#contract/fields.ts'
import { file } from '#contract/shell/upload.contract.ts'
import { clmnNo, FormValues } from '#contract/form/column.ts'
import { AskedForm, keptClmns, hndNo, largestFile, SentFile } from '#domain/collections/collections.contract.ts'

/** Names a form that the caller is asked to fill in; a guardian says for which child. */
const key = z.object({ hndNo, chdNo: no.optional().meta({ title: '孩子' }) })
const own = { undo: false } as const

/** Defines the calls with which people answer what they are asked (docs/spec/collections.md#answering). */
export const ans = resource('/user/ans', {
  open: post('session', key, AskedForm, '', { ...own, title: '打开要填写的表单', quiet: true }),
  save: post('session', key.extend({ vals: FormValues }), none, '已存为草稿', { ...own, title: '保存没填完的表单', quiet: true }),
  send: post('session', key.extend({ vals: FormValues, kept: keptClmns }), none, '已提交', { ...own, title: '提交填写的表单' }),
  upload: post('session', key.extend({ clmnNo, file }), SentFile, '', {
    ...own,
    title: '上传表单的文件',
    quiet: true,
    body: 'multipart',
    largest: largestFile,
  }),
})
