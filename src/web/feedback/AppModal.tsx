import { Modal, type ModalProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useReturnFocus } from '#web/focus/useReturnFocus.ts'
import { useTabActive } from '#web/page/tab.ts'

const field = 'input:not([disabled]):not([type=checkbox]), textarea:not([disabled])'

/**
 * Draws every modal. It is removed while its tab is hidden: an open antd Modal in a hidden Activity crashes when the tab returns.
 * The cursor starts in its first field, or in the one inside `first-focus`.
 */
export function AppModal({ open, children, ...props }: ModalProps) {
  const active = useTabActive()
  const content = useRef<HTMLDivElement>(null)
  useReturnFocus(open === true && active)
  // Sets the focus after antd has put it on the window itself, so that typing need not wait for the motion.
  useEffect(() => {
    if (!open || !active) return
    const frame = requestAnimationFrame(() => focusFirst(content.current))
    return () => cancelAnimationFrame(frame)
  }, [open, active])
  return (
    open &&
    active && (
      <Modal open mask={{ closable: false }} destroyOnHidden={false} focusable={{ focusTriggerAfterClose: false }} {...props}>
        <div ref={content}>{children}</div>
      </Modal>
    )
  )
}

function focusFirst(inside: HTMLElement | null) {
  if (!inside || inside.contains(document.activeElement)) return
  const first = inside.querySelector('.first-focus')?.querySelector<HTMLElement>(field)
  const chosen = first ?? inside.querySelector<HTMLElement>(field)
  chosen?.focus()
}
