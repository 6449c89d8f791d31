import { useEffect, useEffectEvent } from 'react'
import { useTabActive } from '#web/page/tab.ts'
import type { Design } from './useDesign.tsx'

/** Puts the focus on a field of the form, once it is where it belongs. */
export const focusField = (clmnNo: string | undefined) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`.tab-page [data-field="${clmnNo}"]`)?.focus())

const isTyping = (target: Element) => target.closest('input, textarea, select, [contenteditable]') !== null

/** Handles the keys of the designer: arrows, Alt with arrows moves, Ctrl+D, Delete, Ctrl+Z, Ctrl+Shift+Z, Esc. */
export function useDesignerKeys(design: Design) {
  const active = useTabActive()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (isTyping(target) || document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
    const act = stepOf(event, design) ?? (isInForm(target) ? fieldAct(event, design) : undefined)
    if (!act) return
    event.preventDefault()
    // Stops the key here: the notice that undoes changes in lists has the same.
    event.stopPropagation()
    act()
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [active])
}

const isInForm = (target: Element) => target === document.body || target.closest('.designer-canvas') !== null
const nothing = () => {}

function stepOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, { undo, redo }: Design) {
  if (!ctrlKey && !metaKey) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return (shiftKey ? redo : undo) ?? nothing
  return letter === 'y' ? (redo ?? nothing) : undefined
}

function fieldAct(event: KeyboardEvent, design: Design) {
  const { columns, chosen, choose, move, duplicate, remove } = design
  const { key, altKey, ctrlKey, metaKey } = event
  const at = chosen ? columns.indexOf(chosen) : -1
  const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key]
  if (by && altKey && chosen) return () => move(chosen.clmnNo, by < 0 ? at - 1 : at + 2)
  if (by && !ctrlKey && !metaKey) {
    const next = columns[at < 0 ? 0 : Math.min(Math.max(at + by, 0), columns.length - 1)]
    return () => choose(next?.clmnNo)
  }
  if (!chosen) return undefined
  if (key === 'Escape') return () => choose(undefined)
  if (key.toLowerCase() === 'd' && (ctrlKey || metaKey)) return () => duplicate(chosen)
  return key === 'Delete' ? () => remove(chosen) : undefined
}
