import * as z from 'zod'
import { no } from '#contract/fields.ts'

/** Names the states of a message (docs/spec/inbox.md#states). */
export const MessageState = { deleted: '0', draft: '1', waiting: '2', sent: '3', recalled: '4' } as const
/** Names what kind of message it is: to know, to act on, urgent. */
export const MessageClass = { info: '1', action: '2', urgent: '3' } as const

/** Names what a part of a scope chooses from; of units and pupils those of their guardians who receive messages are meant. */
export const scopeKinds = ['all', 'org', 'unit', 'grp', 'role', 'mtg', 'act', 'emp', 'stu', 'ptr'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** Limits the parts of a scope to the numbers that a call takes. */
export const mostParts = 5000

/** Describes a part of whom a message is written to; `outFlag` 1 leaves the person, or the pupil's guardians, out. */
export const ScopePart = z.strictObject({
  kind: z.enum(scopeKinds).meta({ title: '对象类型' }),
  no: no.meta({ title: '对象编号' }),
  outFlag: z.enum(['0', '1']).default('0').meta({ title: '除外' }),
})
export type ScopePart = z.output<typeof ScopePart>
/** Describes a part as it is chosen. */
export type ChosenPart = z.input<typeof ScopePart>

/** Lists the events that send a message, each with its name and kind. */
export const messageEvents = {
  mtgpub: { name: '会议通知', cls: MessageClass.info },
  mtgchange: { name: '会议变动', cls: MessageClass.urgent },
  mtgask: { name: '会议待我确认', cls: MessageClass.action },
  mtgappl: { name: '参会申请结果', cls: MessageClass.info },
  mtgleave: { name: '请假结果', cls: MessageClass.info },
  mtgwait: { name: '参会和请假待我审批', cls: MessageClass.action },
  vstwait: { name: '访客待我确认', cls: MessageClass.action },
  vstcome: { name: '访客预约', cls: MessageClass.info },
  vstin: { name: '我的访客已到', cls: MessageClass.info },
  vstover: { name: '访客超时未离开', cls: MessageClass.action },
  photowait: { name: '照片待我审核', cls: MessageClass.action },
  photodone: { name: '我的照片审核结果', cls: MessageClass.info },
  reswait: { name: '资源待我审核', cls: MessageClass.action },
  resdone: { name: '资源共享结果', cls: MessageClass.info },
  actwait: { name: '活动待我发布', cls: MessageClass.action },
  actdone: { name: '活动发布结果', cls: MessageClass.info },
  wrkwait: { name: '作品待我审核', cls: MessageClass.action },
  wrkdone: { name: '作品审核结果', cls: MessageClass.info },
  regup: { name: '候补到了名额', cls: MessageClass.info },
  yearend: { name: '该升级了', cls: MessageClass.action },
  datatask: { name: '数据体检任务', cls: MessageClass.action },
  prcdone: { name: '我的申请有结果', cls: MessageClass.info },
  decdone: { name: '会议决定的进展', cls: MessageClass.info },
  prccc: { name: '抄送给我的申请', cls: MessageClass.info },
  inscope: { name: '接收消息的范围里的事', cls: MessageClass.info },
  idntnew: { name: '账号有了新的身份', cls: MessageClass.info },
  pwdreset: { name: '密码被重置', cls: MessageClass.info },
  newclient: { name: '在新的设备上登录', cls: MessageClass.info },
} as const satisfies Record<string, { name: string; cls: string }>
export type MessageEvent = keyof typeof messageEvents
export const eventCodes = Object.keys(messageEvents) as [MessageEvent, ...MessageEvent[]]

/** Names an event; null for none, and for one that this release does not know. */
export const eventName = (evt: string | null) =>
  evt !== null && Object.hasOwn(messageEvents, evt) ? messageEvents[evt as MessageEvent].name : null
