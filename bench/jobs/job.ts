import type { Hands } from './hands.ts'

/** `user` signs in first, with the demo's password. */
export type Job = { name: string; aim: number; user?: string; walk: (hands: Hands) => Promise<unknown> }
