import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { addressState } from '#web/page/addressState.ts'
import { keepSearch } from '#web/page/tabs.ts'
import { useLeaving } from './useLeaving.tsx'

/**
 * Returns which record is open beside a list. Its number stands in the address under `name`, so that a link leads to it, a reload
 * keeps it open, and Back closes it; what is not saved in it is asked about first. `dialog` is rendered once by the caller.
 */
export function useOpenedRecord(name: string) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const { leave, isUnsaved, dialog } = useLeaving()
  const wanted = params.get(name) ?? undefined
  const [seen, setSeen] = useState(wanted)
  // Holds the record that the address left while something in it was not saved.
  const [held, setHeld] = useState<string>()
  if (seen !== wanted) {
    setSeen(wanted)
    setHeld(seen !== undefined && wanted !== held && isUnsaved() ? seen : undefined)
  }
  const searchWith = (no: string | undefined) => {
    const next = new URLSearchParams(params)
    if (no === undefined) next.delete(name)
    else next.set(name, no)
    return next
  }
  const go = (no: string | undefined) => {
    const next = searchWith(no)
    keepSearch(pathname, next.size > 0 ? `?${next}` : '')
    if (location.pathname !== pathname) return
    const without = searchWith(undefined).toString()
    // Goes back over the step that opened it, where nothing else changed meanwhile.
    if (no === undefined && addressState().openedFrom === without) return history.back()
    const isStep = no !== undefined && wanted === undefined
    setParams(next, { replace: !isStep, state: { ...addressState(), ...(isStep && { openedFrom: without }) } })
  }
  const askAboutHeld = useEffectEvent((no: string) => {
    setParams(searchWith(no), { state: addressState() })
    leave(() => go(undefined))
  })
  useEffect(() => {
    if (held !== undefined) askAboutHeld(held)
  }, [held])
  return {
    opened: held ?? wanted,
    open: (no: string) => leave(() => go(no)),
    close: () => go(undefined),
    /** Returns the address of a record beside this list. */
    hrefOf: (no: string) => `${pathname}?${searchWith(no)}`,
    leave,
    dialog,
  }
}
