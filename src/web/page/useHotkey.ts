import { useEffect, useEffectEvent } from 'react'
import { useAppearance } from '#web/theme/appearance.ts'
import { isComposing } from './isComposing.ts'
import { useTabActive } from './tab.ts'

// Allows hotkeys in a box that is only ticked, where a letter is no text.
const isBox = (target: HTMLElement) => target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type)

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) && !isBox(target)))

/**
 * Does something at a key without Ctrl or Alt, while its tab is shown, nothing is open over it and nobody is typing; a key that is
 * a single sign can be turned off by the user.
 * `inModal`: it belongs to the modal that is open.
 */
export function useHotkey(key: string | undefined, act: () => void, { inModal = false } = {}) {
  const active = useTabActive()
  const { letterKeys } = useAppearance().look
  const isOff = key !== undefined && [...key].length === 1 && !letterKeys
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.altKey || event.metaKey || isTyping(event) || isComposing(event)) return
    if (!inModal && document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!active || key === undefined || isOff) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active, key, isOff])
}
