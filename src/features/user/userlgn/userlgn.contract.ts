import * as z from 'zod'
import { get, resource } from '#contract/call.ts'
import { code, date8, flag, keyWord, no, page, pageQuery, time14 } from '#contract/fields.ts'

/** Describes one try to sign in: who, when, how, from where, and with what result (docs/spec/sign-in.md#sign-in-log). */
export const SignInRecord = z.object({
  lgnNo: z.int().meta({ title: '序号' }),
  lgnTm: time14.meta({ title: '时间' }),
  name: z.string().meta({ title: '账号' }),
  nickName: z.string().nullable().meta({ title: '姓名' }),
  idntNo: z.string().nullable().meta({ title: '身份', dictionary: 'IDNT' }),
  entNo: no.nullable().meta({ title: '单位编号' }),
  entName: z.string().nullable().meta({ title: '单位' }),
  way: z.string().meta({ title: '方式', dictionary: 'LGN_WAY' }),
  address: z.string().nullable().meta({ title: 'IP' }),
  region: z.string().meta({ title: '地区' }),
  client: z.string().meta({ title: '客户端' }),
  rslt: z.string().meta({ title: '结果', dictionary: 'LGN_RSLT' }),
  /** Names the impersonator, and the reason; null where there was none. */
  imitName: z.string().nullable().meta({ title: '模拟用户' }),
  reason: z.string().nullable().meta({ title: '原因' }),
})

/**
 * Defines the calls for the sign-in log: one's own, or with the right to it that of the enterprise
 * (docs/spec/sign-in.md#sign-in-log).
 */
export const userLgn = resource('/user/userlgn', {
  getlogpage: get(
    'session',
    z.object({
      sDt: date8.optional().meta({ title: '开始日期' }),
      eDt: date8.optional().meta({ title: '截止日期' }),
      rslt: code('LGN_RSLT').optional().meta({ title: '结果', dictionary: 'LGN_RSLT' }),
      idntNo: code('IDNT').optional().meta({ title: '身份', dictionary: 'IDNT' }),
      way: code('LGN_WAY').optional().meta({ title: '方式', dictionary: 'LGN_WAY' }),
      /** Limits it to the caller's own (1). */
      ownFlag: flag.optional().meta({ title: '只看自己' }),
      keyWord,
      ...pageQuery.shape,
    }),
    page(SignInRecord),
  ),
})
