import { useRef, useState } from 'react'
import type { FormValues } from '#contract/form/column.ts'

/**
 * Holds a form while it is filled in: its values, and its errors, each until its field is changed; `latest` returns the values also
 * to whoever waited.
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
  return { values, latest: () => newest.current, change, begin, errors, setErrors, isTouched }
}
