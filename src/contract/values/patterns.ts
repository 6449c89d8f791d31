import { plainWidth } from './plain.ts'

/**
 * Describes the form of a text: its pattern, what is said of one that lacks it, and how it is tidied before (docs/spec/inputs.md).
 * Needs no zod, so that forms on a phone can use it.
 */
export type TextForm = { pattern: RegExp; error: string; tidy: (text: string) => string }

const trimmed = (text: string) => text.trim()

/** Describes a landline: 6 to 8 digits, before them an optional area code of 3 or 4. */
export const landline: TextForm = {
  pattern: /^(\d{3,4}-?)?\d{6,8}$/,
  error: '应为 6 到 8 位数字，前面可加 3 到 4 位区号，如 0592-1234567',
  tidy: plainWidth,
}

/** Describes a landline that may have an extension of 1 to 6 digits. */
export const landlineWithExtension: TextForm = {
  pattern: /^(\d{3,4}-?)?\d{6,8}(-\d{1,6})?$/,
  error: '应为 6 到 8 位数字，可加区号和 1 到 6 位分机，如 0592-1234567-801',
  tidy: plainWidth,
}

/** Describes the hardware address of a device: six hex pairs with colons or hyphens between them. */
export const hardwareAddress: TextForm = {
  pattern: /^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$/,
  error: '应为六组两位十六进制数，用 : 或 - 隔开，如 00:1A:2B:3C:4D:5E',
  tidy: (text) => plainWidth(text).toUpperCase(),
}

/** Describes letters and digits. */
export const alphanumeric: TextForm = { pattern: /^[0-9A-Za-z]*$/, error: '只能有字母和数字', tidy: trimmed }

/** Describes an e-mail address; its domain may be a Chinese one. */
export const emailAddress: TextForm = {
  pattern: /^[\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u,
  error: '应为邮箱地址，如 name@example.com',
  tidy: trimmed,
}

/** Describes a page of the web; its domain may be a Chinese one. */
export const webAddress: TextForm = {
  pattern: /^https?:\/\/[\p{L}\p{N}][\p{L}\p{N}._~:/?#[\]@!$&'()*+,;=%{}-]*$/u,
  error: '应为 http:// 或 https:// 开头的网址',
  tidy: trimmed,
}
