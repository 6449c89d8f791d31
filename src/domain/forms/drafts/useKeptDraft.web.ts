import { useEffect, useRef, useState } from 'react'
import type { FormValues } from '#contract/form/column.ts'

// Waits until nobody has typed for this many milliseconds.
const pause = 1500

type Keep = (vals: FormValues) => Promise<unknown>

const nothingKept: Keep = async () => {}

/**
 * Keeps a draft while somebody writes, and says so (`said`); what is not kept yet when they leave is kept then. `settled` waits for
 * what is on its way, so that it does not come after what is sent.
 */
export function useKeptDraft(values: FormValues, isOpen: boolean, onKeep: Keep | undefined = nothingKept) {
  const [said, setSaid] = useState('')
  const keep = useRef(onKeep)
  const pending = useRef<FormValues>(undefined)
  const onItsWay = useRef<Promise<void>>(undefined)
  useEffect(() => {
    keep.current = onKeep
  })
  useEffect(() => {
    pending.current = isOpen ? values : undefined
    if (!isOpen) return undefined
    const timer = setTimeout(() => {
      pending.current = undefined
      onItsWay.current = keep.current(values).then(
        () => setSaid('写的内容已保存，可以稍后再填。'),
        (error: Error) => setSaid(`写的内容没有保存：${error.message}`),
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [values, isOpen])
  useEffect(
    () => () => {
      if (pending.current) void keep.current(pending.current).catch(() => {})
    },
    [],
  )
  return { said, settled: () => onItsWay.current }
}
