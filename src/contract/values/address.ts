import * as z from 'zod'

const outside = /^https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%{}-]*$/
const anywhere =
  /^(\/([A-Za-z0-9._~?#%-][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%{}-]*)?|https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%{}-]*)$/

/** Accepts a page of the web (docs/spec/inputs.md#other-texts). */
export const webAddress = z
  .string()
  .trim()
  .max(255)
  .regex(outside, { error: '应为 http:// 或 https:// 开头的网址' })
  .meta({ kind: 'url' })

/**
 * Accepts the target of a link: a page of this product, or of another by http(s). Anything that runs (javascript:) is no address.
 */
export const address = z.string().trim().max(255).regex(anywhere, {
  error: '应为 / 开头的本站地址，或 http://、https:// 开头的网址',
})

/** Tells whether an address leads out of this product. */
export const isOutside = (url: string) => outside.test(url)
