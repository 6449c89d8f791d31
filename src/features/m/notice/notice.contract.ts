import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { flag, none, note, text, time14 } from '#contract/fields.ts'

const apart = { place: 'caller', undo: false } as const
const token = z.string().min(1).max(300).meta({ title: '通知链接' })

/** Describes a notice before it is opened: from whom, about which child. */
export const NoticeHead = z.object({
  entName: z.string(),
  /** Names who sent it: a person, or the event of the product. */
  sndName: z.string(),
  stuName: z.string().nullable(),
  title: z.string(),
  cameTm: time14,
})

/** Describes a notice that was opened, with what it asks and what was answered. */
export const OpenedNotice = NoticeHead.extend({
  body: z.string(),
  need: z.enum(['1', '2', '3', '4', '5', '6', '7']),
  choices: z.array(z.string()),
  dueTm: time14.nullable(),
  /** Tells that it can no longer be answered (1). */
  lateFlag: flag,
  doneTm: time14.nullable(),
  rcpt: z.string().nullable(),
  rcptNote: z.string().nullable(),
  /** Tells that it is about something that was handed in for the child (1). */
  prcFlag: flag,
  /** Tells that the guardian can hand in something for the child (1): 请假 and the like. */
  applyFlag: flag,
})

/** Defines the calls to read and answer one notice by the link that was sent to a guardian (docs/spec/inbox.md#guardians). */
export const mNotice = resource('/m/notice', {
  /** Changes nothing, so that whatever looks at a link before its receiver does has read nothing. */
  get: get('open', z.object({ token }), NoticeHead, { ...apart, title: '查看通知链接' }),
  open: post('open', z.object({ token }), OpenedNotice, '', { ...apart, title: '家长打开通知' }),
  answer: post(
    'open',
    z.object({ token, rcpt: text(20).nullish().meta({ title: '回执' }), rcptNote: note(200).meta({ title: '留言' }) }),
    none,
    '已回应',
    { ...apart, title: '家长回应通知' },
  ),
})
