import * as z from 'zod'
import { isDistinct } from './fields.ts'
import { type Complaint, complaintOf } from './explain.ts'

/** Limits the records that may change in one batch. */
const batchRowLimit = 5000

/**
 * Describes a refused cell of a batch: the place of its row in `datas`, its field (the row's number or `ver`: the row as a
 * whole), and why.
 */
export type RefusedCell = Complaint & { index: number }

/**
 * Declares the input of a call that changes many records: of each its number, its version where it is known, and what changes.
 * All are changed or none; a refusal names every cell (`RefusedCell`).
 */
export const cellRows = <Row extends z.ZodObject>(row: Row, key: keyof Row['shape'] & string, title: string) =>
  z.object({
    datas: z
      .array(z.strictObject(row.shape) as unknown as z.ZodObject<Row['shape'], z.core.$strict>)
      .min(1)
      .max(batchRowLimit)
      .refine((rows) => isDistinct(rows.map((one) => (one as Record<string, unknown>)[key])), {
        error: '不能有重复的编号',
      })
      .meta({ title }),
  })

/** Lists the errors of single cells of such an input; returns undefined where something else is wrong with it. */
export function cellErrors(schema: z.ZodType, error: z.ZodError): RefusedCell[] | undefined {
  const errors = error.issues.map((issue) => {
    const [list, index, field] = issue.path
    const isCell = list === 'datas' && typeof index === 'number' && typeof field === 'string'
    return isCell ? { ...complaintOf(schema, issue), index, field } : undefined
  })
  return errors.every((one) => one !== undefined) ? errors : undefined
}
