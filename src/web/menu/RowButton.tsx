import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import './rowButton.css'

type Props = {
  children: ReactNode
  onClick: (event: MouseEvent<HTMLElement>) => void
  /** Gives the address of what it opens, for a new tab or a copy of the link. */
  href?: string | undefined
  /** Says more than its words: of which row it is. */
  label?: string | undefined
  className?: string
  isDanger?: boolean
  isDisabled?: boolean
  isCurrent?: boolean
  title?: string
  autoFocus?: boolean
  ref?: Ref<HTMLButtonElement>
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

// Leaves to the browser what opens a link elsewhere.
const isElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey, button }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey || button !== 0

/** Draws what stands in a row to be pressed, as a plain element; with an address it is a link that the page itself opens. */
export function RowButton(props: Props) {
  const { children, onClick, href, label, className, isDanger = false, isDisabled = false, isCurrent, ref, ...rest } = props
  const given = {
    className: ['row-button', isDanger && 'danger', className].filter(Boolean).join(' '),
    'aria-label': label,
    'aria-current': isCurrent || undefined,
    ...rest,
  }
  if (href === undefined)
    return (
      <button type="button" disabled={isDisabled} ref={ref} onClick={onClick} {...given}>
        {children}
      </button>
    )
  return (
    <a
      href={href}
      draggable={false}
      onClick={(event) => {
        if (isElsewhere(event)) return event.stopPropagation()
        event.preventDefault()
        onClick(event)
      }}
      {...given}
    >
      {children}
    </a>
  )
}
