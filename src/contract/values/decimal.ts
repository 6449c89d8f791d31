import * as z from 'zod'
import { largestNumber } from './plain.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** Limits the decimals of a number that is not whole. */
    decimals?: number
  }
}

/** Sets the usual number of decimals. */
export const usualDecimals = 2

const words = ['零', '一', '两', '三', '四']

/** Accepts a number of at most so many decimals. */
export const decimal = (places = usualDecimals) =>
  z
    .number()
    .min(-largestNumber)
    .max(largestNumber)
    .refine((value) => Number(value.toFixed(places)) === value, { error: `最多${words[places]}位小数` })
    .meta({ decimals: places })
