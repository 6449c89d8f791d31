import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { download, get, post, resource } from '#contract/call.ts'
import { code, date8, flag, freeText, keyWord, no, none, page, pageQuery, text, time14, ver } from '#contract/fields.ts'
import { leaveKinds, lveNo } from '#domain/leaves/leaves.contract.ts'

const may = permissions('lve')

const lveStt = code('LVE_STT').meta({ title: '状态', dictionary: 'LVE_STT' })
const kind = code(leaveKinds).meta({ title: '类型', dictionary: leaveKinds })
/** Names whose leaves are meant: of pupils or of employees. */
const who = z.enum(['stu', 'emp']).meta({ title: '人员' })
/** Names what the chips above the list count: of today, of this week, and pupils who may leave by the gate now. */
const span = z.enum(['today', 'week', 'gate']).meta({ title: '范围' })

/** Describes a leave in a list. */
export const Leave = z.object({
  lveNo,
  who,
  name: z.string().meta({ title: '姓名' }),
  /** Names the class of a pupil, or the main department of an employee; null for none. */
  place: z.string().nullable().meta({ title: '班级或部门' }),
  kind,
  sTm: time14.meta({ title: '开始' }),
  /** Gives the end, which is not included. */
  eTm: time14.meta({ title: '结束' }),
  /** Tells whether it is of whole days (1). */
  dayFlag: flag,
  /** Gives when it is over in fact: earlier where it was cut short or the pupil came back. */
  endTm: time14,
  leftTm: time14.nullable().meta({ title: '离校' }),
  backTm: time14.nullable().meta({ title: '返校' }),
  stt: lveStt,
  ver,
})

/** Describes it in full. */
export const LeaveInFull = Leave.extend({
  prcNo: no.meta({ title: '申请编号' }),
  title: z.string().meta({ title: '申请' }),
  /** Holds the reason; null for none, and for who decided without seeing it. */
  rsn: freeText.meta({ title: '事由' }),
  ftchName: z.string().nullable().meta({ title: '接走的人' }),
  ftchRelt: z.string().nullable().meta({ title: '与学生的关系' }),
  /** Names who let the pupil out, who wrote down the return, and who ended the leave. */
  leftBy: z.string().nullable(),
  backBy: z.string().nullable(),
  cutTm: time14.nullable().meta({ title: '销假' }),
  cutBy: z.string().nullable(),
})

const filter = z.object({
  span: span.optional(),
  sDt: date8.optional().meta({ title: '开始日期' }),
  eDt: date8.optional().meta({ title: '截止日期' }),
  who: who.optional(),
  unitNo: no.optional().meta({ title: '年级班级' }),
  orgNo: no.optional().meta({ title: '部门' }),
  kind: kind.optional(),
  stt: lveStt.optional(),
  keyWord,
})

/** Describes how many are on leave on a day, and who: at most twenty names. */
export const LeaveDay = z.object({ day: date8, stuCnt: z.int(), empCnt: z.int(), names: z.array(z.string()) })

const key = z.object({ lveNo })
const guarded = key.extend({ ver: ver.optional() })

/** Defines the calls for leaves of pupils and employees (docs/spec/leaves.md). */
export const lve = resource('/ent/lve', {
  getpage: get(may.view, filter.extend(pageQuery.shape), page(Leave)),
  getcalendar: get(
    may.view,
    filter.pick({ who: true, unitNo: true, orgNo: true, kind: true }).extend({
      month: z
        .string()
        .regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: '应为年月，如 202611' })
        .meta({ title: '月份' }),
    }),
    z.array(LeaveDay),
    { title: '查询请假日历' },
  ),
  get: get(may.view, key, LeaveInFull),
  export: download(may.export, filter),
  leave: post(
    may.set,
    guarded.extend({
      ftchName: text(30).nullish().meta({ title: '接走的人' }),
      ftchRelt: text(10).nullish().meta({ title: '与学生的关系' }),
    }),
    none,
    '已登记离校',
    { title: '登记离校' },
  ),
  back: post(may.set, guarded, none, '已登记返校', { title: '登记返校' }),
  cut: post(may.edit, guarded, none, '已销假', { title: '销假' }),
})
