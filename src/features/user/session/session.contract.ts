import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { code, flag, isDistinct, keyWord, no, none, page, pageQuery, time14 } from '#contract/fields.ts'

const may = permissions('session')

/** Describes a session that is open now; its token is never answered. */
export const OnlineSession = z.object({
  sessionNo: z.int().meta({ title: '会话编号' }),
  userNo: no.meta({ title: '用户编号' }),
  name: z.string().meta({ title: '账号' }),
  nickName: z.string().meta({ title: '姓名' }),
  idntNo: z.string().meta({ title: '身份', dictionary: 'IDNT' }),
  entNo: no.meta({ title: '单位编号' }),
  entName: z.string().nullable().meta({ title: '单位' }),
  way: z.string().meta({ title: '方式', dictionary: 'LGN_WAY' }),
  crtTm: time14.meta({ title: '登录时间' }),
  seenTm: time14.meta({ title: '最近活动' }),
  address: z.string().nullable().meta({ title: 'IP' }),
  client: z.string().meta({ title: '客户端' }),
  imitName: z.string().nullable().meta({ title: '模拟用户' }),
  /** Marks the session of the caller (1). */
  ownFlag: flag.meta({ title: '本机' }),
})

const sessionNos = z
  .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
  .min(1)
  .max(5000)
  .refine(isDistinct, { error: '不能有重复的编号' })
  .meta({ title: '会话' })

/** Defines the calls for the open sessions of an enterprise, and to end them. */
export const session = resource('/user/session', {
  getpage: get(
    may.view,
    z.object({
      idntNo: code('IDNT').optional().meta({ title: '身份', dictionary: 'IDNT' }),
      keyWord,
      ...pageQuery.shape,
    }),
    page(OnlineSession),
  ),
  end: post(may.set, z.object({ sessionNos }), none, '移除成功', { title: '结束会话', undo: false }),
  /** Lists the caller's own sessions, under whichever identity, with impersonations by and of them. */
  getown: get('session', z.object({}), z.array(OnlineSession), { title: '查询自己的会话', place: 'caller' }),
  /** Ends these sessions, all but the caller's present one without numbers. */
  endown: post('session', z.object({ sessionNos: sessionNos.optional() }), none, '移除成功', {
    title: '结束自己的会话',
    undo: false,
  }),
})
