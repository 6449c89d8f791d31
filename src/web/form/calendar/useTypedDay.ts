import { useState } from 'react'
import { type DayLimits, wrongDay } from '#contract/values/dayLimits.ts'
import { type Clock, explainTyped, formatTyped, readTyped } from './typed.ts'

type Day = { value: string; onChange: (value: string | undefined) => void; clock: Clock | undefined; limits: DayLimits }

/** Returns the text of a day while it is typed: what is no day that can be taken stays, with the reason in `wrong`. */
export function useTypedDay({ value, onChange, clock, limits }: Day) {
  const [typed, type] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [before, setBefore] = useState(value)
  const forget = () => {
    type(undefined)
    setWrong(undefined)
  }
  // Forgets what was typed where another value comes from outside.
  if (before !== value) {
    setBefore(value)
    forget()
  }
  const settle = () => {
    if (typed === undefined) return
    const read = typed.trim() === '' ? '' : readTyped(typed, clock)
    const why = read === undefined ? explainTyped(clock) : read ? wrongDay(read, limits) : undefined
    setWrong(why)
    if (why !== undefined || read === undefined) return
    type(undefined)
    if (read !== value) onChange(read || undefined)
  }
  return { text: typed ?? formatTyped(value), wrong, type, settle, forget }
}
