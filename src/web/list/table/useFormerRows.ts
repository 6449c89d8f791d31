import { type RefObject, useEffect, useRef } from 'react'

/** Lets the body of a table start at the top when something else is shown, and keeps its rows out of use while they are former ones. */
export function useFormerRows(box: RefObject<HTMLElement | null>, from: string | undefined, isFormer: boolean) {
  const seen = useRef(from)
  useEffect(() => {
    if (!box.current) return
    box.current.toggleAttribute('inert', isFormer)
    box.current.setAttribute('aria-busy', String(isFormer))
    if (seen.current !== from) box.current.scrollTo({ top: 0 })
    seen.current = from
  }, [box, from, isFormer])
}
