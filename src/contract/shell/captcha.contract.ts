import * as z from 'zod'
import { get, post, resource } from '../call.ts'

export const codeId = z.string().min(1).max(64).meta({ title: '验证码标识' })

const at = z.int().min(-2000).max(2000)
const Point = z.strictObject({
  x: at.meta({ title: '横向位置' }),
  y: at.meta({ title: '纵向位置' }),
  t: z.int().min(0).max(600_000).meta({ title: '毫秒' }),
})

/** Defines the calls that prove a person is at the other end (docs/spec/sign-in.md#captcha); pictures come as data addresses. */
export const captcha = resource('/common/user', {
  getcode: get('open', z.object({}), z.object({ codeId: z.string(), image: z.string() }), { title: '取图片验证码' }),
  /** Returns a slide, whose piece belongs `y` pixels below the upper edge; the user finds how far to the right. */
  getslide: get(
    'open',
    z.object({}),
    z.object({
      codeId: z.string(),
      background: z.string(),
      piece: z.string(),
      y: z.int(),
      width: z.int(),
      height: z.int(),
    }),
    { title: '取滑块验证码' },
  ),
  checkslide: post(
    'open',
    z.object({
      codeId,
      x: at.meta({ title: '滑块位置' }),
      track: z.array(Point).min(1).max(1000).meta({ title: '滑动轨迹' }),
    }),
    z.object({ codeToken: z.string() }),
    '',
    { title: '核对滑块', undo: false },
  ),
})
