import * as z from 'zod'

/** Gives the size of the paper that a signature is written on, in the units of its strokes. */
export const signatureBox = { width: 360, height: 140 }

const strokes = /^M\d{1,3} \d{1,3}( [ML]\d{1,3} \d{1,3})*$/
const typed = /^[^\p{C}<>"'\d]{2,40}$/u

/** Tells whether a signature was drawn, not typed. */
export const isDrawn = (value: string) => strokes.test(value)

/** Describes a signature: strokes as the path of a picture, or a name that was typed. */
export const signature = z
  .string()
  .trim()
  .max(20_100)
  .refine((value) => isDrawn(value) || typed.test(value), { error: '请先签名' })
  .meta({ title: '签名' })
