import * as z from 'zod'
import { today } from './values/day.ts'
import { hiddenNumber } from './values/masking.ts'
import type { TextForm } from './values/patterns.ts'
import {
  idNoPattern,
  isDate,
  isMoment,
  manyLines,
  mobilePattern,
  oneLine,
  phonePattern,
  plainPhone,
  plainWidth,
  removeInvisible,
} from './values/plain.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** Tells that it is a password: never kept anywhere in clear, not even in a draft of its form. */
    secret?: boolean
    /** Names the dictionary (type code) whose items are the allowed values. */
    dictionary?: string
    /** Tells that it is sensitive: sent masked, never accepted with a `*`. */
    masked?: boolean
    /** Tells that it is a text that people write freely, in which numbers of people are hidden in lists. */
    free?: boolean
    /** Tells that it is a date `yyyyMMdd`. */
    date?: boolean
    /** Tells that no later day than today is offered. */
    past?: boolean
    /** Names the kind of a text that needs a keyboard of its own or may have remarks. */
    kind?: 'mobile' | 'phone' | 'idNo' | 'email' | 'url' | 'code'
  }
}

/** Accepts what somebody types, without what nobody sees and without blanks around it. */
export const typed = () => z.string().overwrite(removeInvisible).trim()

/** Accepts required text of 1 to `max` characters on one line, trimmed. */
export const text = (max: number) => typed().min(1).max(max).regex(oneLine)

/** Accepts optional text of up to `max` characters, line breaks allowed, nothing hidden in it; null clears it. */
export const note = (max: number) =>
  typed()
    .max(max)
    .regex(manyLines)
    .refine((written) => !written.includes(hiddenNumber), { error: `里的 ${hiddenNumber} 是遮住的号码，请写完整，或删掉它` })
    .nullish()

/** Describes a remark in an answer; numbers of people that stand in it are hidden in lists, and from those who may not edit it. */
export const freeText = z.string().nullable().meta({ free: true })

/** Accepts a number that the code generator made: letters, digits, `-` and `_`, at most 20. */
export const no = z
  .string()
  .max(20)
  .regex(/^[A-Za-z0-9_-]+$/)

/** Accepts a value of the dictionary `typeCode`, always a string on the wire. */
export const code = (typeCode: string) =>
  z
    .string()
    .min(1)
    .max(20)
    .regex(/^[0-9A-Za-z_]+$/)
    .meta({ dictionary: typeCode })

/** Names the states of records: 0 deleted, 1 enabled, 2 disabled (docs/spec/conventions.md#state). */
export const Status = { deleted: '0', enabled: '1', disabled: '2' } as const
export const stt = code('STT').meta({ title: '状态', dictionary: 'STT' })

/**
 * Accepts a state that lists are filtered by and records are set to: deleted ones stay out of sight, and deleting has its own
 * call.
 */
export const liveStt = z.enum([Status.enabled, Status.disabled]).meta({ title: '状态', dictionary: 'STT' })

/** Accepts the version of a record; it rises with every change (optional input of every update). */
export const ver = z.int().min(1).max(2_000_000_000).meta({ title: '版本' })

/** Accepts a flag: 1 yes, 0 no. */
export const flag = z.enum(['0', '1'])

/** Accepts a date `yyyyMMdd` that exists in the calendar. */
export const date8 = z
  .string()
  .regex(/^\d{8}$/)
  .refine(isDate, { error: '不是存在的日期' })
  .meta({ date: true })

/** Accepts a date that is not in the future (docs/spec/inputs.md#dates). */
export const pastDate = date8
  .refine((day) => day <= today().replaceAll('-', ''), { error: '不能晚于今天' })
  .meta({ date: true, past: true })

/** Accepts a date and time `yyyyMMddHHmmss`. */
export const time14 = z.string().regex(/^\d{14}$/)

/** Accepts a date and time that exists. */
export const moment = time14.refine(isMoment, { error: '不是存在的时间' })

/**
 * Accepts a mobile phone: 11 digits starting with 1 (docs/spec/inputs.md#phones); removes spaces, dashes, +86 and full-width
 * digits.
 */
export const mobile = z
  .string()
  .max(30)
  .overwrite(plainPhone)
  .regex(mobilePattern, { error: '应为 1 开头的 11 位数字' })
  .meta({ masked: true, kind: 'mobile' })

/**
 * Accepts a telephone of an office: landline with or without area code and extension, or a mobile (docs/spec/inputs.md#phones).
 */
export const telephone = z
  .string()
  .max(30)
  .overwrite(plainWidth)
  .regex(phonePattern, { error: '应为座机（可带区号、分机）或手机号码' })
  .meta({ kind: 'phone' })

/** Accepts a person's name: Chinese characters, letters, `·` and spaces, at most 30 (docs/spec/inputs.md#other-texts). */
export const personName = typed()
  .min(1)
  .max(30)
  .overwrite((name) => name.replaceAll('•', '·').replace(/\s+/g, ' '))
  .regex(/^[\p{Script=Han}A-Za-z·\s]*$/u, { error: '只能有汉字、字母、· 和空格' })

/** Accepts the name that is shown of an account: as a person's name, with digits; at most 30. */
export const nickName = typed()
  .min(1)
  .max(30)
  .overwrite((name) => name.replaceAll('•', '·').replace(/\s+/g, ' '))
  .regex(/^[\p{Script=Han}A-Za-z0-9·\s]*$/u, { error: '只能有汉字、字母、数字、· 和空格' })

/** Accepts a text of a form that is known (patterns.ts), tidied, of at most `max` characters. */
export const formed = ({ pattern, error, tidy }: TextForm, max: number) =>
  z.string().max(max).overwrite(tidy).regex(pattern, { error })

/** Accepts a number that an enterprise gives to its own people: letters, digits, `-` and `_`, at most 20. */
export const ownNo = typed()
  .min(1)
  .max(20)
  .regex(/^[0-9A-Za-z_-]+$/, { error: '只能有字母、数字、- 和 _' })
  .meta({ kind: 'code' })

/** Accepts the sex as it is sent: M, N (or F, or GB 1 and 2) or U; answers say M, N or U (docs/spec/conventions.md#sex). */
export const sex = z.enum(['M', 'N', 'U', 'F', '1', '2']).meta({ title: '性别', dictionary: 'SEX' })

/** Accepts an ID card number: 15 digits, or 17 digits and a digit or X (docs/spec/inputs.md#id-numbers). */
export const idNo = z
  .string()
  .max(30)
  .overwrite(plainWidth)
  .regex(idNoPattern, { error: '应为 15 位数字，或 17 位数字加一位数字或 X' })
  .meta({ masked: true, kind: 'idNo' })

/** Describes a masked value in an answer; null where there is none. */
export const maskedText = z.string().max(60).nullable().meta({ masked: true })

/** Accepts search words: matched literally, at most 50 characters. */
export const keyWord = typed().max(50).regex(oneLine).optional().meta({ title: '关键字' })

export const pageQuery = z.object({
  pageIndex: z.int().min(1).max(1_000_000).default(1).meta({ title: '页码' }),
  pageSize: z.int().min(1).max(100).default(20).meta({ title: '每页行数' }),
})

/** Describes one page of rows (docs/spec/conventions.md#paging). */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    datas: z.array(row),
    recordCount: z.int(),
    pageCount: z.int(),
    pageSize: z.int(),
    pageIndex: z.int(),
  })

/** Tells whether none is there twice. */
export const isDistinct = (list: readonly unknown[]) => new Set(list).size === list.length

/** Accepts a list of numbers in a body or, comma separated, in a query: 1 to 5,000, none twice. */
export const numbers = z.array(no).min(1).max(5000).refine(isDistinct, { error: '不能有重复的编号' })

/** Accepts one step of an order call: the record's number and its place. */
const orderOf = <Key extends string>(key: Key) =>
  z.strictObject({
    [key]: no.meta({ title: '编号' }),
    showOrd: z.int().min(1).max(999_999).meta({ title: '显示顺序' }),
  } as Record<Key, typeof no> & { showOrd: z.ZodInt })

/** Accepts all siblings with their places, for an order call. */
export const ordersOf = <Key extends string>(key: Key) => z.array(orderOf(key)).min(1).max(5000).meta({ title: '顺序' })

export const none = z.null()
