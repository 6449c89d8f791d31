import * as z from 'zod'
import { webAddress } from './patterns.ts'

const inside = /^\/([A-Za-z0-9._~?#%-][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%{}-]*)?$/

/**
 * Accepts the target of a link: a page of this product, or of another by http(s). Anything that runs (javascript:) is no address.
 */
export const address = z
  .string()
  .trim()
  .max(255)
  .refine((url) => inside.test(url) || isOutside(url), { error: '应为 / 开头的本站地址，或 http://、https:// 开头的网址' })
  .meta({ kind: 'url' })

/** Tells whether an address leads out of this product. */
export const isOutside = (url: string) => webAddress.pattern.test(url)
