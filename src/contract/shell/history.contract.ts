import * as z from 'zod'
import { permissions } from '../access.ts'
import { get, post, resource } from '../call.ts'
import { date8, flag, keyWord, moment, no, none, page, pageQuery, time14, ver } from '../fields.ts'
import { Deed, DeedPart } from '../timeline.ts'

const may = permissions('history')

const op = z.uuid().meta({ title: '操作' })

/** Describes an operation: who did it, when, to what, and whether it can be undone. */
export const Operation = z.object({
  op,
  at: time14.meta({ title: '时间' }),
  nickName: z.string().nullable().meta({ title: '操作人' }),
  /** Names the impersonator. */
  imitName: z.string().nullable().meta({ title: '代为操作的人' }),
  title: z.string().meta({ title: '操作内容' }),
  what: z.string().meta({ title: '对象' }),
  rowCnt: z.int().meta({ title: '记录数' }),
  ownFlag: flag.meta({ title: '自己的' }),
  /** Gives the undo state: 1 can be tried, 2 was undone, 0 cannot be undone. */
  backStt: z.enum(['0', '1', '2']).meta({ title: '可撤销', dictionary: 'BACK_STT' }),
  /** Explains why it cannot be undone; null where it can. */
  why: z.string().nullable().meta({ title: '原因' }),
})

/** Describes the changes of an operation: its first rows, and how many there are in all. */
const Details = z.object({ rsn: z.string().nullable(), parts: z.array(DeedPart), rowCnt: z.int() })

/** Describes what prevents an undo, and what others changed since and keep. */
export const UndoPreview = z.object({
  blocks: z.array(z.string()).meta({ title: '不能撤销的原因' }),
  keeps: z.array(z.string()).meta({ title: '保留的改动' }),
  keepCnt: z.int(),
})

// Names the kinds of records that have a history of their own: the table that holds them.
const kind = z
  .string()
  .regex(/^[a-z]{2,10}$/)
  .meta({ title: '种类' })
const record = z.object({ kind, no: no.meta({ title: '编号' }) })
const field = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,29}$/)
  .meta({ title: '字段' })

/** Describes a field before and now; sensitive values masked. */
const FieldThen = z.object({
  field,
  title: z.string().meta({ title: '名称' }),
  was: z.string().nullable().meta({ title: '当时' }),
  now: z.string().nullable().meta({ title: '现在' }),
  diffFlag: flag.meta({ title: '不同' }),
  backFlag: flag.meta({ title: '可恢复' }),
})

/** Describes a former record: its own row and its archive, each with the present version. */
export const RecordThen = z.object({
  at: time14,
  parts: z.array(z.object({ tbl: z.string(), what: z.string(), ver: ver.nullable(), fields: z.array(FieldThen) })),
})

// Opens it to an agent for the enterprises below; the call behind each record decides on all others.
const managed = { place: 'managed' } as const

const trees = ['org', 'edcunit', 'ent'] as const
export type TreeKind = (typeof trees)[number]

/** Describes a node of a former tree, with its present differences. */
export const NodeThen = z.object({
  no,
  name: z.string().meta({ title: '名称' }),
  prtNo: no.nullable().meta({ title: '上级' }),
  stt: z.string().meta({ title: '状态' }),
  /** Holds the present name, null where it is the same; the state 0: it was deleted since. */
  nowName: z.string().nullable().meta({ title: '现在的名称' }),
  nowPrtName: z.string().nullable().meta({ title: '现在的上级' }),
  nowStt: z.string().nullable().meta({ title: '现在的状态' }),
})

/**
 * Defines the calls that show operations and undo them, calls of our own (docs/spec/history.md#history). Everybody sees the own
 * operations; those of others, and undoing them, need a right. A record's history is open to readers of the record through its
 * own call.
 */
export const history = resource('/ent/history', {
  getpage: get(
    may.view,
    pageQuery.extend({
      mineFlag: flag.optional().meta({ title: '我的' }),
      lookFlag: flag.optional().meta({ title: '只看查看和导出' }),
      mdlCode: no.optional().meta({ title: '模块' }),
      sDt: date8.optional().meta({ title: '开始日期' }),
      eDt: date8.optional().meta({ title: '截止日期' }),
      /** Searches the name of who did it, or of what it was done to. */
      keyWord,
    }),
    page(Operation),
  ),
  get: get(may.view, z.object({ op }), Details, { title: '查询一次操作' }),
  /** Tries it without doing it. */
  getundo: get(may.view, z.object({ op }), UndoPreview, { title: '查询能否撤销', time: 'long' }),
  undo: post('session', z.object({ op }), none, '撤销成功', { time: 'long', undo: false, place: 'caller' }),
  gettimeline: get('session', record.extend(pageQuery.shape), page(Deed), { ...managed, title: '查询历史' }),
  /** Returns the record as it was before or after an operation. */
  getthen: get(
    'session',
    record.extend({ op, side: z.enum(['before', 'after']).default('after').meta({ title: '前后' }) }),
    RecordThen,
    { ...managed, title: '查询当时的内容' },
  ),
  /** Gives fields the values that they had before or after an operation, by the record's own call. */
  restore: post(
    'session',
    record.extend({
      tbl: kind,
      op,
      side: z.enum(['before', 'after']).meta({ title: '前后' }),
      flds: z.array(field).min(1).max(100).meta({ title: '字段' }),
      ver: ver.nullish(),
    }),
    none,
    '恢复成功',
    { ...managed, title: '恢复当时的内容' },
  ),
  gettree: get(
    'session',
    z.object({ tree: z.enum(trees).meta({ title: '种类' }), tm: moment.meta({ title: '时间' }) }),
    z.array(NodeThen),
    { title: '查询当时的树' },
  ),
})
