import type { Hands } from './hands.ts'

/** Describes a job; `user` signs in first, with the demo's password. */
export type Job = { name: string; aim: number; user?: string; walk: (hands: Hands) => Promise<unknown> }
