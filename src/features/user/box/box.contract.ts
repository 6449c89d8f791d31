import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { signature } from '#contract/values/signature.ts'
import { flag, keyWord, no, none, note, page, pageQuery, text, time14 } from '#contract/fields.ts'

const msgNo = no.meta({ title: '消息编号' })
/** Numbers what came into an inbox: whoever has two children gets a message about each. */
const rcvNo = no.meta({ title: '接收序号' })
const count = z.int().min(0)

/** Names what the inbox is divided into: what asks for an act, and what is to be read. */
export const boxTabs = ['todo', 'notice'] as const

/** Describes a message in an inbox. */
export const BoxMessage = z.object({
  msgNo,
  rcvNo,
  title: z.string().meta({ title: '标题' }),
  msgCls: z.enum(['1', '2', '3']).meta({ title: '类别', dictionary: 'MSG_CLS' }),
  need: z.enum(['1', '2', '3', '4', '5', '6', '7']).meta({ title: '回应方式', dictionary: 'MSG_NEED' }),
  /** Names who sent it: a person, or the event of the product. */
  sndName: z.string().meta({ title: '来自' }),
  stuName: z.string().nullable().meta({ title: '学生' }),
  cameTm: time14.meta({ title: '时间' }),
  dueTm: time14.nullable().meta({ title: '回应期限' }),
  /** Tells that it can no longer be answered (1). */
  lateFlag: flag,
  readTm: time14.nullable().meta({ title: '阅读时间' }),
  doneTm: time14.nullable().meta({ title: '回应时间' }),
  rcpt: z.string().nullable().meta({ title: '回执' }),
  remindCnt: count.meta({ title: '提醒' }),
  /** Gives the page that shows what it is about; null where it is about nothing, or the reader may not open it. */
  path: z.string().nullable(),
})

export const BoxMessageInFull = BoxMessage.extend({
  body: z.string().meta({ title: '内容' }),
  choices: z.array(z.string()),
  rcptNote: z.string().nullable().meta({ title: '留言' }),
  sign: z.string().nullable().meta({ title: '签名' }),
})

const key = z.object({ rcvNo })

/** Defines the calls for the caller's own inbox, in the enterprise they work in (docs/spec/inbox.md). */
export const box = resource('/user/box', {
  getpage: get(
    'session',
    pageQuery.extend({
      tab: z.enum(boxTabs).default('notice').meta({ title: '分类' }),
      /** Limits them to those not read, or not answered yet (1). */
      openFlag: flag.default('0').meta({ title: '只看未处理' }),
      /** Limits them to what came of one message, of whichever kind. */
      msgNo: msgNo.optional(),
      keyWord,
    }),
    page(BoxMessage),
    { title: '分页查询我的消息' },
  ),
  /** Counts what is unread and what still asks for an act; made without the loading indicator, since the page asks by itself. */
  getunread: get('session', z.object({}), z.object({ unreadCnt: count, todoCnt: count }), {
    title: '查询未读消息数',
    quiet: true,
    passive: true,
  }),
  /** Answers a message and notes that it was opened. */
  open: post('session', key, BoxMessageInFull, '', { title: '打开我的消息', undo: false }),
  /** Confirms having read a message, or answers it with one of its choices; until it is due the answer may be changed. */
  receipt: post(
    'session',
    key.extend({
      rcpt: text(20).nullish().meta({ title: '回执' }),
      rcptNote: note(200).meta({ title: '留言' }),
      sign: signature.nullish(),
    }),
    none,
    '已回应',
    { title: '回应我的消息', undo: false },
  ),
  /** Notes as read whatever asks for nothing. */
  readall: post('session', z.object({}), z.object({ cnt: count }), '已全部标为已读', {
    title: '全部标为已读',
    undo: false,
  }),
})
