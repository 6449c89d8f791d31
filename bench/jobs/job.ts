import type { Hands } from './hands.ts'

/**
 * Describes a job; `user` signs in first, with the demo's password, or nobody does: a guardian opens the link of the notice of this
 * title on a phone.
 */
export type Job = { name: string; aim: number; user?: string; notice?: string; walk: (hands: Hands) => Promise<unknown> }
