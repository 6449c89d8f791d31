import { mobilePattern } from './plain.ts'

/** Masks a phone as 138****5678 (docs/spec/personal-data.md#masks); of a landline no more than its last third stays. */
export const maskPhone = (phone: string) =>
  mobilePattern.test(phone) ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(phone.length - lastThird(phone))}`
const lastThird = ({ length }: string) => Math.min(4, Math.floor(length / 3))

/** Masks the contact phone of an institution where it is somebody's mobile; a landline is public. */
export const maskContact = (tel: string) => (mobilePattern.test(tel) ? maskPhone(tel) : tel)

/**
 * Stands for an ID number, or a national pupil number made of one: nothing of it is left, for the birth date beside it and the check
 * digit would give the rest away (docs/spec/personal-data.md#masks).
 */
export const hiddenNumber = '••••'

/** Tells whether a value is shown in part only (138****0001) or not at all. */
export const isMaskedValue = (value: unknown) => typeof value === 'string' && /[*•]/.test(value)

/** Masks an account as ***5678: only the last four stay, of a short one fewer. */
export const maskAccount = (no: string) => `****${no.slice(-Math.min(4, Math.max(1, no.length >> 1)))}`

/** Masks a text as 晨光路****: its beginning stays. */
export const maskText = (text: string) => `${text.slice(0, Math.min(3, text.length >> 1))}****`

/** Masks an e-mail address as z****@school.cn: the name goes, the server stays. */
export const maskEmail = (email: string) => `${email.slice(0, 1)}****${email.slice(email.lastIndexOf('@'))}`
