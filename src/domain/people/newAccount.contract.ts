import * as z from 'zod'
import { no } from '#contract/fields.ts'

/** Describes an account that was just made; its initial password is answered only this once. */
export const NewAccount = z.object({
  userNo: no.meta({ title: '用户编号' }),
  name: z.string().meta({ title: '登录账号' }),
  pwd: z.string().meta({ title: '初始密码' }),
})
