import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, keyWord, no, none, page, pageQuery, time14, ver } from '#contract/fields.ts'
import { channelKinds } from '#domain/channels/channels.contract.ts'

const may = permissions('chn')

export const chnKind = z.enum(channelKinds).meta({ title: '渠道' })
const dlvStt = code('DLV_STT').meta({ title: '送达情况', dictionary: 'DLV_STT' })
const dlvNo = no.meta({ title: '送达序号' })
const count = z.int().min(0)
/** Holds settings by their keys (`channels` in src/domain/channels/channels.contract.ts). */
const settings = z.record(z.string().max(40), z.string().trim().max(500))

/** Describes a channel as it is set; one that was never set is listed too, unused. */
export const Channel = z.object({
  chnKind,
  useFlag: flag.meta({ title: '启用' }),
  showOrd: z.int().meta({ title: '顺序' }),
  /** Holds the settings that are no secrets. */
  conf: settings.meta({ title: '设置' }),
  /** Lists the secrets that are kept; they are never shown. */
  kept: z.array(z.string()),
  /** Gives since when it refuses everything, and why; null while it works. */
  brkTm: time14.nullable().meta({ title: '停用时间' }),
  brkWhy: z.string().nullable().meta({ title: '停用原因' }),
  /** Counts what waits, and what was taken within a week. */
  waitCnt: count.meta({ title: '待发' }),
  sentCnt: count.meta({ title: '近 7 天发出' }),
  /** Counts what failed, or is unknown, within a week. */
  wrongCnt: count.meta({ title: '近 7 天未送达' }),
  ver: ver.nullable(),
})

/** Describes how many people a channel knows under a name of its own. */
export const Matching = z.object({
  /** Counts those in office, or the guardians who receive messages; whom the channel knows, and whom not; who was not looked up yet. */
  allCnt: count,
  knownCnt: count,
  missCnt: count,
  leftCnt: count,
  /** Lists the first of those whom the channel does not know. */
  missing: z.array(z.object({ name: z.string(), place: z.string().nullable() })),
})

/** Describes a delivery. */
export const Delivery = z.object({
  dlvNo,
  chnKind,
  msgNo: no.meta({ title: '消息编号' }),
  title: z.string().meta({ title: '标题' }),
  name: z.string().meta({ title: '接收人' }),
  stuName: z.string().nullable().meta({ title: '学生' }),
  rnd: count.meta({ title: '提醒' }),
  stt: dlvStt,
  why: z.string().nullable().meta({ title: '原因' }),
  tries: count.meta({ title: '次数' }),
  updTm: time14.meta({ title: '时间' }),
})

const given = z.object({ chnKind, conf: settings.meta({ title: '设置' }), secrets: settings.default({}).meta({ title: '密钥' }) })

/** Names whose names in a channel are looked at: members of staff, or guardians who receive messages about a pupil on the roll. */
const matched = z.object({ chnKind, who: z.enum(['emp', 'ptr']).default('emp').meta({ title: '员工或家长' }) })

/** Defines the calls for the channels of an enterprise, and what went through them (docs/spec/channels.md). */
export const chn = resource('/ent/chn', {
  getlist: get(may.view, z.object({}), z.array(Channel), { title: '查询消息渠道' }),
  /** Keeps the settings; secrets that are not named stay. */
  set: post(
    may.set,
    given.extend({ useFlag: flag.meta({ title: '启用' }), ver: ver.nullish() }),
    Channel.pick({ chnKind: true, ver: true }),
    '已保存',
    {
      title: '设置消息渠道',
    },
  ),
  setchnord: post(may.set, z.object({ chnKinds: z.array(chnKind).min(1).max(10).meta({ title: '渠道' }) }), none, '已保存', {
    title: '设置渠道的先后',
  }),
  /** Tries settings, kept or not, without reaching anybody; what is wrong is said. */
  test: post(may.set, given, none, '可以连接', { title: '测试消息渠道', undo: false }),
  getmatch: get(may.view, matched, Matching, { title: '查询渠道的匹配情况' }),
  /** Looks up the next people by their phones, and says how many are left. */
  match: post(may.set, matched, Matching, '', { title: '按手机号匹配', undo: false }),
  getdead: get(
    may.view,
    pageQuery.extend({
      stt: dlvStt.optional(),
      chnKind: chnKind.optional(),
      msgNo: no.optional().meta({ title: '消息编号' }),
      keyWord,
    }),
    page(Delivery),
    { title: '分页查询对外送达' },
  ),
  retry: post(
    may.set,
    z.object({ dlvNos: z.array(dlvNo).min(1).max(1000).meta({ title: '送达序号' }) }),
    z.object({ cnt: count }),
    '已重新发送',
    { title: '重新发送', undo: false },
  ),
})
