import * as z from 'zod'

// Takes points within the field of 1000 by 400 that signatures are drawn in.
const path = /^M\d{1,4} \d{1,4}( [ML]\d{1,4} \d{1,4})*$/
const typed = /^[^\p{C}<>"'\d]{2,40}$/u

/** Describes a signature: strokes as the path of a picture, or a name that was typed. */
export const signature = z
  .string()
  .trim()
  .max(20_100)
  .refine((value) => path.test(value) || typed.test(value), { error: '请先签名' })
  .meta({ title: '签名' })

/** Returns the strokes of a signature, each as x, y, x, y…; undefined for a name that was typed. */
export const strokesOf = (value: string): number[][] | undefined =>
  path.test(value)
    ? value
        .slice(1)
        .split(' M')
        .map((stroke) => stroke.replaceAll('L', '').split(' ').map(Number))
    : undefined

/** Returns the path of strokes. */
export const pathOf = (strokes: readonly (readonly number[])[]): string =>
  strokes
    .flatMap((points) => points.flatMap((x, i) => (i % 2 === 0 ? [`${i === 0 ? 'M' : 'L'}${x} ${points[i + 1]}`] : [])))
    .join(' ')
