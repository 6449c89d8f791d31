import { Drawer, type DrawerProps } from 'antd'
import { type ReactNode, useCallback } from 'react'
import { useReturnFocus } from '#web/focus/useReturnFocus.ts'
import { useTabActive } from '#web/page/tab.ts'
import { useHotkey } from '#web/page/useHotkey.ts'
import { PaperLine } from '#web/print/PaperLine.tsx'
import './drawer.css'
import { usePlaceBeside } from './usePlaceBeside.ts'

type Props = Omit<DrawerProps, 'mask' | 'size'> & {
  /** Gives its width in pixels, or its height. */
  size: number | '100%' | 'auto'
  /** Says that what it lies beside stays in use: where there is room the page makes place for it, else it lies over the page. */
  isBeside?: boolean
  /** Draws what ends the work of a form, in a foot that stays in sight. */
  acts?: ReactNode
  onClose: () => void
}

/**
 * Draws every drawer, removed while its tab is hidden, as windows are; keeps the content of a closed one with `forceRender`. Over
 * the page it keeps the focus until it is closed; beside it, it is one more part of the page.
 */
export function AppDrawer({ open = false, isBeside = false, size, title, acts, children, ...props }: Props) {
  const active = useTabActive()
  const isShown = open && active
  const top = usePlaceBeside(isShown && isBeside, size)
  const hasPlace = top !== undefined
  useReturnFocus(isShown)
  useHotkey(isShown && hasPlace ? 'Escape' : undefined, props.onClose)
  // Says what it is: antd calls every drawer a window that keeps others out.
  const sayWhat = useCallback(
    (content: HTMLElement | null) => {
      const panel = content?.closest('.ant-drawer-section')
      if (!panel) return
      panel.role = hasPlace ? 'complementary' : 'dialog'
      panel.ariaModal = hasPlace ? null : 'true'
    },
    [hasPlace],
  )
  if (!active || !(open || props.forceRender)) return null
  return (
    <Drawer
      open={open}
      size={size}
      title={title && <h2 className="window-title">{title}</h2>}
      mask={!hasPlace}
      closable={{ placement: 'end' }}
      focusable={{ trap: !hasPlace, focusTriggerAfterClose: false }}
      {...(acts && { footer: <div className="drawer-acts">{acts}</div> })}
      {...props}
      {...(hasPlace && { rootClassName: 'drawer-beside', rootStyle: { insetBlockStart: top } })}
    >
      <div ref={sayWhat} className="drawer-content">
        <PaperLine />
        {children}
      </div>
    </Drawer>
  )
}
