import * as z from 'zod'
import { flag, time14 } from '#contract/fields.ts'

/** Describes the answer to signing in. */
export const MeetingSignedIn = z.object({
  manName: z.string(),
  mtgName: z.string(),
  schdName: z.string().nullable(),
  signTm: time14,
  outTm: time14.nullable(),
  stt: z.string(),
  lateMin: z.int().nullable(),
  /** Lists what the meeting goes through, in order. */
  agenda: z.array(z.object({ title: z.string(), speaker: z.string().nullable(), mins: z.int().nullable() })),
  /** Tells whether this signed them in; 0: it had been done before. */
  newFlag: flag,
})
