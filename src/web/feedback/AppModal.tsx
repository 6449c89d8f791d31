import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTabActive } from '#web/page/tab.ts'

const field = 'input:not([disabled]):not([type=checkbox]), textarea:not([disabled])'

/**
 * Draws every modal. It is removed while its tab is hidden: an open antd Modal in a hidden Activity crashes when the tab returns.
 * The cursor starts in its first field, or in the one inside `first-focus`.
 */
export function AppModal({ open, children, ...props }: ModalProps) {
  const active = useTabActive()
  const content = useRef<HTMLDivElement>(null)
  // Returns the focus to where it was before the window opened.
  useLayoutEffect(() => {
    if (!open || !active) return
    const opener = document.activeElement
    return () => void (opener instanceof HTMLElement && opener.isConnected && opener.focus({ preventScroll: true }))
  }, [open, active])
  // Sets the focus after antd has put it on the window itself, so that typing need not wait for the motion.
  useEffect(() => {
    if (!open || !active) return
    const frame = requestAnimationFrame(() => focusFirst(content.current))
    return () => cancelAnimationFrame(frame)
  }, [open, active])
  return (
    open &&
    active && (
      <Modal open mask={{ closable: false }} destroyOnHidden={false} {...props}>
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

/** Draws every drawer, removed for the same reason; keeps the content of a closed one with `forceRender`. */
export function AppDrawer({ open = false, ...props }: DrawerProps) {
  const active = useTabActive()
  return (open || props.forceRender) && active && <Drawer open={open} {...props} />
}
