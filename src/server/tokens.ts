import { hash, randomBytes } from 'node:crypto'

/** Of a token only this is kept. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer')

export const newToken = () => randomBytes(32).toString('base64url')
