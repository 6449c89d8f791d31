import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

// Keeps popups this many pixels away from what they belong to, and from the edge of the window.
const gap = 4

type Side = 'start' | 'end'

/** Puts a popup below its trigger, or above it where there is more room, within the window. */
function put(popup: HTMLElement, trigger: HTMLElement, side: Side) {
  const at = trigger.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popup
  const below = innerHeight - at.bottom - gap
  const isBelow = below >= height || below >= at.top
  const left = side === 'start' ? at.left : at.right - width
  popup.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`
  popup.style.top = `${isBelow ? at.bottom + gap : Math.max(gap, at.top - height - gap)}px`
  popup.style.maxHeight = `${isBelow ? below - gap : at.top - 2 * gap}px`
}

export type Popup<Box extends HTMLElement> = {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** Closes it, and returns the focus to its trigger. */
  close: () => void
  trigger: RefObject<HTMLButtonElement | null>
  box: RefObject<Box | null>
  /** Tells whether something is in it, its trigger, or what it opened. */
  isWithin: (target: Node) => boolean
}

/**
 * Opens a box over everything else, beside its trigger in the page, so that Tab goes from one into the other; a press anywhere
 * else closes it.
 */
export function usePopup<Box extends HTMLElement = HTMLDivElement>(
  side: Side = 'start',
  onFocusFirst?: (box: Box) => void,
): Popup<Box> {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const box = useRef<Box>(null)
  const isWithin = useCallback(
    (target: Node) => [box.current, trigger.current].some((one) => one?.contains(target)) || isOver(target),
    [],
  )
  const focusFirst = useEffectEvent((inside: Box) => onFocusFirst?.(inside))
  useLayoutEffect(() => {
    const [popup, from] = [box.current, trigger.current]
    if (!isOpen || !popup || !from) return
    popup.showPopover()
    const place = () => put(popup, from, side)
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !isWithin(target)) setOpen(false)
    }
    place()
    focusFirst(popup)
    const sizes = new ResizeObserver(place)
    sizes.observe(popup)
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    document.addEventListener('pointerdown', leave, { capture: true })
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
      document.removeEventListener('pointerdown', leave, { capture: true })
    }
  }, [isOpen, side, isWithin])
  const close = () => {
    setOpen(false)
    trigger.current?.focus({ preventScroll: true })
  }
  return { isOpen, setOpen, close, trigger, box, isWithin }
}

// Leaves a popup open while a window, or the choices of a field of it, are used that stand elsewhere in the page.
const isOver = (target: Node) =>
  target instanceof Element && target.closest('.ant-select-dropdown, .ant-modal-root, .drag-layer') !== null
