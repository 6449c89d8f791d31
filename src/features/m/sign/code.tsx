import { readHashKey } from '#web/stranger/ask.ts'

const key = 'signCode'

/** Keeps what was scanned for the way to the sign-in of the platform and back. */
export const keepCode = (token: string) => sessionStorage.setItem(key, token)

/** Returns the scanned code: from the address, or stored before the way through the sign-in. */
export const readScannedCode = (): string => readHashKey('t') || (sessionStorage.getItem(key) ?? '')
