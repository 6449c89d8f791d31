import type { FormInstance } from 'antd'
import { focusFirstFault } from '#web/focus/focusFirstFault.ts'

type Fault = { field: string; message: string }

/** Shows what the server found wrong at its fields, and leads to the first of them. */
export function showFaults<Values extends object>(form: FormInstance<Values>, faults: readonly Fault[]) {
  const untyped = form as unknown as FormInstance<Record<string, unknown>>
  untyped.setFields(faults.map(({ field, message }) => ({ name: field, errors: [message] })))
  if (faults.length > 0) focusFirstFault()
}
