import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTabActive } from '#web/page/tab.ts'

const field = 'input:not([disabled]):not([type=checkbox]), textarea:not([disabled])'

/**
 * The one modal. It is away while its tab is hidden: an open antd Modal in a hidden Activity crashes when the tab returns.
 * The cursor starts in its first field, or in the one inside `first-focus`.
 */
export function AppModal({ open, children, ...props }: ModalProps) {
  const active = useTabActive()
  const content = useRef<HTMLDivElement>(null)
  // Where the focus was before the window came, there it goes when the window is gone.
  useLayoutEffect(() => {
    if (!open || !active) return
    const opener = document.activeElement
    return () => void (opener instanceof HTMLElement && opener.isConnected && opener.focus({ preventScroll: true }))
  }, [open, active])
  // antd puts the focus on the window itself first, and only then is it ours to set: typing need not wait for the motion.
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

/** The one drawer, for the same reason; what is in it is there while it is closed where it says `forceRender`. */
export function AppDrawer({ open = false, ...props }: DrawerProps) {
  const active = useTabActive()
  return (open || props.forceRender) && active && <Drawer open={open} {...props} />
}
