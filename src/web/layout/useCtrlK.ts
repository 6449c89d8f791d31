import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/** Does something at Ctrl+K (⌘K) from anywhere, at once: the keys that follow are already meant for what it opens. */
export function useCtrlK(act: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    flushSync(act)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
