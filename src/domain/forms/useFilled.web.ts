import { useRef, useState } from 'react'
import type { FormValues } from '#contract/form/column.ts'
import { focusFirstFault } from '#web/focus/focusFirstFault.ts'
import { errorsOf } from './FormFill.tsx'

type Refusal = { message: string; fields: { field: string; message: string }[] }

/**
 * Holds a form while it is filled in: its values, and its errors, each until its field is changed; `latest` returns the values also
 * to whoever waited. `refuse` shows what was refused beside its fields and goes to the first, or as `errors.form`.
 */
export function useFilled(start: () => FormValues) {
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isTouched, setTouched] = useState(false)
  const newest = useRef(values)
  const change = (next: FormValues) => {
    newest.current = next
    const isSame = (field: string) => next[field.split('.')[0] ?? ''] === values[field.split('.')[0] ?? '']
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => isSame(field))))
    setValues(next)
    setTouched(true)
  }
  const begin = (anew: FormValues) => {
    newest.current = anew
    setValues(anew)
    setErrors({})
    setTouched(false)
  }
  const refuse = ({ fields, message }: Refusal) => {
    setErrors(fields.length > 0 ? errorsOf(fields) : { form: message })
    if (fields.length > 0) focusFirstFault()
  }
  return { values, latest: () => newest.current, change, begin, errors, setErrors, refuse, isTouched }
}
