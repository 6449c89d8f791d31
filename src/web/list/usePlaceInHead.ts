import { useCallback, useState } from 'react'

/** Returns a slot behind the title of the page, and a function that fills it. */
export function usePlaceInHead() {
  const [place, setPlace] = useState<HTMLElement>()
  const find = useCallback((inside: HTMLElement | null) => {
    const made = document.createElement('span')
    inside?.closest('.page')?.querySelector('.page-head > h1')?.after(made)
    setPlace(made.isConnected ? made : undefined)
    return () => made.remove()
  }, [])
  return [place, find] as const
}
