import { ListFilter } from 'lucide-react'
import { Button } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { inside } from '#web/focus/controls.ts'

// Finds what a field of the panel opens elsewhere in the page.
const opened = '.ant-select-dropdown, .ant-picker-dropdown, .ant-cascader-dropdown'

/**
 * Draws the filters of a list in a box below their button. They are there also while it is closed, for they say what is set; Esc, or
 * a press anywhere else, closes it.
 */
export function FilterPanel({ count, children }: { count: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const panel = box.current
    if (panel) (inside(panel)[0] ?? panel).focus({ preventScroll: true })
    const leave = ({ target }: Event) => {
      const isNear = target instanceof Element && (panel?.parentElement?.contains(target) || target.closest(opened))
      if (!isNear) setOpen(false)
    }
    document.addEventListener('pointerdown', leave, { capture: true })
    return () => document.removeEventListener('pointerdown', leave, { capture: true })
  }, [open])
  return (
    <span
      className="filter-place"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open || event.defaultPrevented) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.parentElement?.contains(relatedTarget) && !relatedTarget.closest(opened))
          setOpen(false)
      }}
    >
      <Button ref={button} icon={<ListFilter />} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        筛选{count > 0 && ` ${count}`}
      </Button>
      <div ref={box} id={id} className="filter-panel" role="group" aria-label="筛选" hidden={!open} tabIndex={-1}>
        {children}
      </div>
    </span>
  )
}
