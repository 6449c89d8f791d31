import * as z from 'zod'
import { get, post, resource } from '#contract/call.ts'
import { flag, time14, typed } from '#contract/fields.ts'
import { shortCodePattern } from '#domain/meetings/meetings.contract.ts'
import { MeetingSignedIn } from '#domain/meetings/signedIn.contract.ts'

const apart = { place: 'caller', undo: false } as const
const token = z.string().min(1).max(200).meta({ title: '签到码' })

/** Describes the session that a code on a screen is for; `token` replaces that code while the form is filled in. */
const Found = z.object({
  token,
  entName: z.string(),
  mtgName: z.string(),
  schdName: z.string().nullable(),
  place: z.string().nullable(),
  sDt: time14,
  eDt: time14,
  /** Tells that a second scan after the beginning signs out (1). */
  outFlag: flag,
  /** Tells that employees, too, may sign in without an account (1; setting MTG_SIGN_NAME). */
  nameFlag: flag,
})

/** Defines the calls to sign in to a meeting by the code on its screen, without an account (docs/spec/meetings.md#sign-in). */
export const mSign = resource('/m/sign', {
  get: get('open', z.object({ token }), Found, { ...apart, title: '扫码查看会议' }),
  /** Finds the session by the six digits beside the code, for a phone without a camera. */
  find: post(
    'open',
    z.object({ code: z.string().regex(shortCodePattern, { error: '应为 6 位数字' }).meta({ title: '数字码' }) }),
    Found,
    '',
    { ...apart, title: '凭数字码查看会议' },
  ),
  sign: post(
    'open',
    z.object({
      token,
      name: typed().min(1).max(30).meta({ title: '姓名' }),
      tel4: z
        .string()
        .regex(/^\d{4}$/, { error: '应为 4 位数字' })
        .meta({ title: '手机后四位' }),
    }),
    MeetingSignedIn,
    '签到成功',
    { ...apart, title: '来宾扫码签到' },
  ),
})
