import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { flag, none } from '#contract/fields.ts'
import { email } from '#contract/values/contact.ts'
import { channelKinds } from '#domain/channels/channels.contract.ts'
import { eventCodes } from '#domain/messages/messages.contract.ts'

const evt = z.enum(eventCodes).meta({ title: '事件' })
const chnKind = z.enum(channelKinds).meta({ title: '渠道' })
const mail = email.nullable().meta({ title: '接收邮箱' })
const digestFlag = flag.meta({ title: '不急的每天 18:00 合成一条' })

const offEvts = z.array(evt).max(eventCodes.length).meta({ title: '不提醒的事件' })
const offChns = z.array(chnKind).max(channelKinds.length).meta({ title: '不用的渠道' })

/** Describes how somebody wants to be told. */
export const Wishes = z.object({
  /** Lists the events that concern the caller; `useFlag`: told (1); `fixFlag`: urgent, which they cannot switch off (1). */
  evts: z.array(z.object({ evt, name: z.string().meta({ title: '事件' }), useFlag: flag, fixFlag: flag })),
  /** Lists the channels that the enterprise uses; `useFlag`: used for the caller (1). */
  chns: z.array(z.object({ chnKind, name: z.string().meta({ title: '渠道' }), useFlag: flag })),
  offEvts,
  offChns,
  mail,
  digestFlag,
})

/** Defines the calls for how the caller wants to be told, in the enterprise they work in (docs/spec/inbox.md#wishes). */
export const pref = resource('/user/pref', {
  get: get('session', z.object({}), Wishes, { title: '查询我的提醒' }),
  /** Sets what it names, and leaves the rest. */
  set: post('session', z.object({ offEvts, offChns, mail, digestFlag }).partial(), none, '已保存', {
    title: '设置我的提醒',
    undo: false,
  }),
})
