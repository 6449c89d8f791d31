import { Modal, type ModalProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useReturnFocus } from '#web/focus/useReturnFocus.ts'
import { useTabActive } from '#web/page/tab.ts'

const field = 'input:not([disabled]):not([type=checkbox]):not([type=file]), textarea:not([disabled])'

/**
 * Draws every modal. It is removed while its tab is hidden: an open antd Modal in a hidden Activity crashes when the tab returns.
 * The focus starts in its first field, or at what is marked `first-focus`; where it only asks, at 取消.
 */
export function AppModal({ open, title, children, ...props }: ModalProps) {
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
      <Modal
        open
        title={title && <h2 className="window-title">{title}</h2>}
        mask={{ closable: false }}
        destroyOnHidden={false}
        focusable={{ focusTriggerAfterClose: false }}
        {...props}
      >
        <div ref={content}>{children}</div>
      </Modal>
    )
  )
}

function focusFirst(inside: HTMLElement | null) {
  if (!inside || inside.contains(document.activeElement)) return
  const first = inside.querySelector<HTMLElement>(`.first-focus ${field.replaceAll(', ', ', .first-focus ')}, button.first-focus`)
  // Starts a question at the button that does nothing.
  const footer = inside.closest('.ant-modal')?.querySelector<HTMLElement>('.ant-modal-footer > .ant-btn:not(.ant-btn-primary)')
  const chosen = first ?? inside.querySelector<HTMLElement>(field) ?? footer
  chosen?.focus()
}
