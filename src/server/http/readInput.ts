import type { Call } from '#contract/call.ts'
import { type RefusedCell, cellErrors } from '#contract/cells.ts'
import { explain } from '#contract/explain.ts'
import { Fault } from '#server/base/fault.ts'

/** Describes the validated input of a call; `errors`: refused cells of its rows, which are no longer in it. */
export type Read = { input: Record<string, unknown>; errors: RefusedCell[] }

/**
 * Validates the input of a call by its contract, or throws what is wrong with it. Cells of a batch that are wrong are left
 * out instead, so that whoever sent them hears of all that is wrong with the others, too.
 */
export function readInput(call: Call, given: Record<string, unknown>): Read {
  const parsed = call.input.safeParse(given, { reportInput: true })
  if (parsed.success) return { input: parsed.data, errors: [] }
  const errors = call.cells ? cellErrors(call.input, parsed.error) : undefined
  if (!errors) throw invalid(explain(call.input, parsed.error))
  const rows = (given.datas as Record<string, unknown>[]).map((row) => ({ ...row }))
  for (const { index, field } of errors) delete rows[index]?.[field]
  const rest = call.input.safeParse({ ...given, datas: rows }, { reportInput: true })
  // Refuses the input where the invalid value is the number of a row, which cannot be left out.
  if (!rest.success) throw invalid(explain(call.input, parsed.error))
  return { input: rest.data, errors }
}

function invalid(errors: { field: string; message: string }[]): Fault {
  return new Fault(
    'invalid',
    errors
      .map(({ message }) => message)
      .slice(0, 3)
      .join('；'),
    { errors },
  )
}
