import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { code, flag, isDistinct, keyWord, moment, no, none, note, page, pageQuery, text, time14, ver } from '#contract/fields.ts'
import { channelKinds } from '#domain/channels/channels.contract.ts'
import { eventCodes, mostParts, ScopePart } from '#domain/messages/messages.contract.ts'

const may = permissions('msg')

export const msgNo = no.meta({ title: '消息编号' })
export const msgCls = z.enum(['1', '2', '3']).meta({ title: '类别', dictionary: 'MSG_CLS' })
/** Names what people may ask of their readers; to fill in a form is asked by collections alone. */
export const msgNeed = z.enum(['1', '2', '3', '4']).meta({ title: '回应方式', dictionary: 'MSG_NEED' })
const anyNeed = z.enum([...msgNeed.options, '5', '6', '7']).meta({ title: '回应方式', dictionary: 'MSG_NEED' })
const msgStt = code('MSG_STT').meta({ title: '状态', dictionary: 'MSG_STT' })
const count = z.int().min(0)

/** Describes what is written of a message, whether it is sent or kept as a draft. */
const fields = {
  title: text(80).meta({ title: '标题' }),
  body: note(20_000).meta({ title: '内容' }),
  msgCls: msgCls.default('1'),
  need: msgNeed.default('1'),
  choices: z.array(text(20)).max(8).refine(isDistinct, { error: '不能有相同的选项' }).default([]).meta({ title: '回执选项' }),
  dueTm: moment.nullish().meta({ title: '回应期限' }),
  scope: z.array(ScopePart).max(mostParts).meta({ title: '接收人' }),
  /** Gives when it is to leave; at once without it. */
  sendTm: moment.nullish().meta({ title: '发送时间' }),
}

/** Describes a part of a scope with its name. */
export const NamedScopePart = z.object({ ...ScopePart.shape, name: z.string() })

/** Describes a message in the list of its sender. */
export const SentMessage = z.object({
  msgNo,
  title: z.string().meta({ title: '标题' }),
  msgCls,
  need: anyNeed,
  stt: msgStt,
  /** Names the sender; null for an event of the product. */
  sndName: z.string().nullable().meta({ title: '发送人' }),
  evtName: z.string().nullable().meta({ title: '来源' }),
  sentTm: time14.nullable().meta({ title: '发送时间' }),
  /** Gives when it is to leave, or was; null where that was at once. */
  sendTm: time14.nullable().meta({ title: '定时' }),
  /** Says why it did not leave at its time, and is a draft again. */
  failWhy: z.string().nullable().meta({ title: '没有发出的原因' }),
  dueTm: time14.nullable().meta({ title: '回应期限' }),
  updTm: time14.meta({ title: '更新时间' }),
  toCnt: count.meta({ title: '接收人' }),
  readCnt: count.meta({ title: '已读' }),
  doneCnt: count.meta({ title: '已回应' }),
  /** Tells whether the caller sent it (1), and may recall, remind and add to it. */
  mineFlag: flag,
  ver,
})

/** Describes a message in full, as its sender sees it. */
export const MessageInFull = SentMessage.extend({
  body: z.string().meta({ title: '内容' }),
  choices: z.array(z.string()),
  scope: z.array(NamedScopePart),
  /** Counts the receivers by what they chose. */
  choiceCnts: z.array(z.object({ choice: z.string(), cnt: count })),
})

/** Describes a receiver; `readTm` and `doneTm` are null until it was opened, and answered or confirmed. */
export const Reader = z.object({
  rcvNo: no,
  name: z.string().meta({ title: '接收人' }),
  kind: z.enum(['emp', 'ptr']),
  stuName: z.string().nullable().meta({ title: '学生' }),
  /** Names the main department, or the child's class. */
  place: z.string().nullable().meta({ title: '部门或班级' }),
  why: z.string().meta({ title: '通过' }),
  /** Tells whether the person has an account to read it with (1). */
  authFlag: flag.meta({ title: '账号' }),
  readTm: time14.nullable().meta({ title: '阅读时间' }),
  doneTm: time14.nullable().meta({ title: '回应时间' }),
  rcpt: z.string().nullable().meta({ title: '回执' }),
  rcptNote: z.string().nullable().meta({ title: '留言' }),
  sign: z.string().nullable().meta({ title: '签名' }),
  /** Tells through which channel it last left for them, and what became of it; null where it did not leave. */
  chnKind: z.enum(channelKinds).nullable().meta({ title: '渠道' }),
  dlvStt: code('DLV_STT').nullable().meta({ title: '送达情况', dictionary: 'DLV_STT' }),
  dlvWhy: z.string().nullable().meta({ title: '原因' }),
  remindCnt: count.meta({ title: '提醒' }),
})

/** Names which receivers are meant: `wait` those of whom something is still expected. */
export const readerStates = ['all', 'unread', 'read', 'wait', 'done'] as const

const evt = z.enum(eventCodes).meta({ title: '事件' })
/** Describes an event that sends a message, and whether the enterprise tells of it (1). */
export const EventSwitch = z.object({
  evt,
  name: z.string().meta({ title: '事件' }),
  cls: msgCls,
  useFlag: flag.meta({ title: '提醒' }),
})

const key = z.object({ msgNo })
const guarded = key.extend({ ver: ver.optional() })
const readers = key.extend({ state: z.enum(readerStates).default('all').meta({ title: '回应情况' }), keyWord })

/** Defines the calls for messages that people send, and what became of them (docs/spec/inbox.md). */
export const msg = resource('/ent/msg', {
  getpage: get(
    may.view,
    pageQuery.extend({
      stt: msgStt.optional(),
      /** Limits them to those that the caller sent (1); others see those of all (0) with the right to review. */
      mineFlag: flag.default('1').meta({ title: '只看我发的' }),
      keyWord,
    }),
    page(SentMessage),
    { title: '分页查询发出的消息' },
  ),
  get: get(may.view, key, MessageInFull, { title: '查询一条消息' }),
  getreaders: get(may.view, pageQuery.extend(readers.shape), page(Reader), { title: '分页查询接收人' }),
  /** Tells whom a scope reaches before anything is sent. */
  preview: post(
    may.add,
    z.object({ scope: fields.scope, title: text(80).optional().meta({ title: '标题' }), msgCls: msgCls.default('1') }),
    z.object({
      scope: z.array(NamedScopePart),
      toCnt: count,
      empCnt: count,
      ptrCnt: count,
      stuCnt: count,
      /** Counts members of staff, and guardians, whom neither the product nor a channel reaches. */
      offEmpCnt: count,
      offPtrCnt: count,
      weekCnt: count,
      /** Counts whom each channel outside would reach. */
      chnCnts: z.array(z.object({ chnKind: z.enum(channelKinds), cnt: count })),
      /** Counts messages of this title that the caller sent within a day. */
      sameCnt: count,
      /** Lists the first pupils for whom nobody receives messages. */
      unreached: z.array(z.object({ stuNo: no, stuName: z.string(), unitName: z.string() })),
    }),
    '',
    { title: '查看会发给谁', undo: false, quiet: true },
  ),
  save: post(
    may.add,
    guarded.partial().extend({ ...fields, scope: fields.scope.default([]) }),
    key.extend({ ver }),
    '已存为草稿',
    { title: '保存消息草稿' },
  ),
  /** Sends it, or lets it leave at its time; `stt` tells which. */
  send: post(may.add, guarded.partial().extend(fields), key.extend({ toCnt: count, stt: msgStt }), '', {
    title: '发送消息',
    undo: false,
  }),
  /** Makes a draft again of a message that has not left yet. */
  cancel: post(may.add, guarded, none, '已取消定时，消息仍在草稿里', { title: '取消定时发送', undo: false }),
  recall: post(may.delete, guarded, none, '已撤回', { title: '撤回消息', undo: false }),
  addto: post(may.add, key.extend({ scope: fields.scope.min(1) }), z.object({ addCnt: count }), '已补发', {
    title: '补发给其他人',
    undo: false,
  }),
  remind: post(may.add, key, z.object({ remindCnt: count }), '已提醒', { title: '提醒未回应的人', undo: false }),
  delete: post(may.delete, guarded, none, '草稿已删除', { title: '删除消息草稿' }),
  getevents: get(may.view, z.object({}), z.array(EventSwitch), { title: '查询事件提醒' }),
  /** Lets the enterprise tell of an event, or not; those who see to the messages of all may. */
  setevent: post(may.review, z.object({ evt, useFlag: EventSwitch.shape.useFlag }), none, '已保存', { title: '设置事件提醒' }),
  export: download(may.export, readers, { title: '导出消息的接收人' }),
})
