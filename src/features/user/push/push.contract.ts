import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { none } from '#contract/fields.ts'

const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .meta({ title: '推送地址' })
const key = z
  .string()
  .regex(/^[\w-]{16,200}$/, { error: '格式不对' })
  .meta({ title: '推送密钥' })

/** Defines the calls by which a browser takes pushed messages for the caller (docs/spec/channels.md#browsers). */
export const push = resource('/user/push', {
  /** Answers the key under which a browser subscribes; null where the enterprise does not push. */
  get: get('session', z.object({}), z.object({ key: z.string().nullable() }), { title: '查询浏览器推送' }),
  subscribe: post('session', z.object({ endpoint, p256dh: key, auth: key }), none, '以后会在这里弹出提醒', {
    title: '开启浏览器推送',
    undo: false,
  }),
  unsubscribe: post('session', z.object({ endpoint }), none, '不再在这里弹出提醒', {
    title: '关闭浏览器推送',
    undo: false,
  }),
})
