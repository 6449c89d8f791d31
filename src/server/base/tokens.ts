import { hash, randomBytes, randomInt } from 'node:crypto'

/** Hashes a token; only the hash is stored. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer')

export const newToken = () => randomBytes(32).toString('base64url')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a random number of a record, as long as numbers may be. */
export const newSecretNo = () => Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
