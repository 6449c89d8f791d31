import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useEffect, useEffectEvent } from 'react'
import { inside } from '#web/focus/controls.ts'
import './menu.css'
import { usePopup } from './usePopup.ts'

type TriggerProps = {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
}

type Props = {
  /** Names the box to those who do not see it; `isTitled` writes it on top as well. */
  label: string
  isTitled?: boolean
  side?: 'start' | 'end'
  /** Hears that it was closed, in whatever way. */
  onClosed?: () => void
  /** Draws the button that opens it. */
  trigger: (props: TriggerProps) => ReactNode
  /** Draws what is in it; `close` returns to the button. */
  children: (close: () => void) => ReactNode
}

/** Draws a button and the box it opens beside it: the focus goes in, Tab stays near, Esc returns to the button. */
export function AppPopover({ label, isTitled = false, side = 'start', onClosed, trigger: draw, children }: Props) {
  const { isOpen, setOpen, close, trigger, box, isWithin } = usePopup<HTMLDivElement>(side, (popup) =>
    (inside(popup)[0] ?? popup).focus({ preventScroll: true }),
  )
  const tell = useEffectEvent(() => onClosed?.())
  useEffect(() => (isOpen ? () => tell() : undefined), [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    close()
  }
  return (
    <span className="menu-place">
      {draw({
        ref: trigger,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <div
          className="popup"
          role="dialog"
          aria-label={label}
          popover="manual"
          ref={box}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget && !isWithin(relatedTarget)) setOpen(false)
          }}
        >
          {isTitled && <p className="popup-title">{label}</p>}
          {children(close)}
        </div>
      )}
    </span>
  )
}
