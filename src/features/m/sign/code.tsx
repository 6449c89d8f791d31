import { keyOf } from '#web/stranger/ask.ts'

const key = 'signCode'

/** Keeps what was scanned for the way to the sign-in of the platform and back. */
export const keepCode = (token: string) => sessionStorage.setItem(key, token)

/** What was scanned: it stands in the address, or comes back from that way. */
export const readCode = (): string => keyOf('t') || (sessionStorage.getItem(key) ?? '')
