import * as z from 'zod'
import { largest } from './plain.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** So many decimal places, of a number that is not whole. */
    decimals?: number
  }
}

/** Decimal places where nothing else is said. */
export const usualDecimals = 2

const words = ['零', '一', '两', '三', '四']

/** A number of at most so many decimal places. */
export const decimal = (places = usualDecimals) =>
  z
    .number()
    .min(-largest)
    .max(largest)
    .refine((value) => Number(value.toFixed(places)) === value, { error: `最多${words[places]}位小数` })
    .meta({ decimals: places })
