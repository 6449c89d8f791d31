import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { inside, isTyping } from '#web/focus/controls.ts'

const rowClass = '.table-row'

const rowOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>(rowClass) : null)

/** Lists what can be pressed in a row, and in its details. */
function controlsOf(row: HTMLElement) {
  const details = row.nextElementSibling
  return [...inside(row), ...(details?.matches('.row-details') ? inside(details) : [])]
}

/** Presses what a row is opened by: its first link or button, or the row itself. */
function open(row: HTMLElement) {
  const first = row.querySelector<HTMLElement>('.row-button')
  if (first) first.click()
  else row.click()
}

const tick = (row: HTMLElement, shiftKey: boolean) =>
  row
    .querySelector('.tick-box input:enabled')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))

type Rows = {
  count: number
  /** Says that a box in the head ticks all rows: Tab comes by it before the rows. */
  hasHeadBox: boolean
  /** Gives the height of each row in pixels, where only those in sight are drawn. */
  height: number | undefined
}

/**
 * Makes the rows of a table one stop of Tab: arrows, Home and End move between them, Enter opens one, Space ticks it, the menu key
 * opens its further actions, → and ← move among what can be pressed in it.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, { count, hasHeadBox, height }: Rows) {
  const [before, after] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)]
  // Holds the place of the row where the focus was last, and whether it is in the rows now.
  const last = useRef(0)
  const isInside = useRef(false)
  const isLeaving = useRef(false)
  const rowAt = (at: number) => box.current?.querySelector<HTMLElement>(`${rowClass}[data-at="${at}"]`)

  const goTo = (wanted: number) => {
    const at = Math.max(0, Math.min(wanted, count - 1))
    const row = rowAt(at)
    if (row) row.focus()
    if (row || height === undefined || !box.current) return
    // Scrolls to a row that is not drawn yet, and goes there when it is.
    box.current.scrollTo({ top: at * height })
    requestAnimationFrame(() => requestAnimationFrame(() => rowAt(at)?.focus()))
  }
  const leave = (stop: HTMLElement | null) => {
    isLeaving.current = true
    stop?.focus({ preventScroll: true })
    isLeaving.current = false
  }
  const headBox = () => box.current?.querySelector<HTMLElement>('.table-head input:enabled')

  // Goes to the row that took the place of one that is gone with the focus.
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body && count > 0) goTo(last.current)
  })

  const onTab = (event: KeyboardEvent<HTMLElement>) => {
    const { target, shiftKey } = event
    const head = headBox()
    const isInHead = target === head
    if (!rowOf(target) && !(isInHead && !shiftKey)) return
    if (isInHead || (shiftKey && head)) event.preventDefault()
    if (isInHead) goTo(last.current)
    else if (!shiftKey) leave(after.current)
    else if (head) head.focus()
    else leave(before.current)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, shiftKey } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return
    if (!box.current?.contains(target)) return
    if (key === 'Tab') return onTab(event)
    const row = rowOf(target)
    if (!row || isTyping(target)) return
    const at = Number(row.dataset['at'])
    const controls = controlsOf(row)
    const nth = controls.indexOf(target)
    const acts: Record<string, () => unknown> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => (event.altKey ? toTools(box.current) : goTo(at - 1)),
      Home: () => goTo(0),
      End: () => goTo(count - 1),
      ArrowRight: () => controls[nth + 1]?.focus(),
      ArrowLeft: () => (nth > 0 ? controls[nth - 1] : row)?.focus(),
      ...(nth >= 0 && { Escape: () => row.focus() }),
      ...(target === row && {
        Enter: () => open(row),
        ' ': () => tick(row, shiftKey),
        ContextMenu: () => row.querySelector<HTMLElement>('.row-more')?.click(),
        ...(shiftKey && { F10: () => row.querySelector<HTMLElement>('.row-more')?.click() }),
      }),
    }
    const act = acts[key]
    if (!act || (event.altKey && key !== 'ArrowUp')) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const isStop = target === before.current || target === after.current
    if (isStop && !isLeaving.current) return goTo(last.current)
    const row = rowOf(target)
    isInside.current = row !== null
    if (row) last.current = Number(row.dataset['at'])
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget) isInside.current = box.current?.contains(relatedTarget) === true
    // Waits to tell a row that is gone from a press beside the rows.
    else queueMicrotask(() => target.isConnected && (isInside.current = false))
  }

  return {
    /** Stands before and behind the rows: what Tab meets, which leads to the row where one was. */
    stop: {
      before: { ref: before, className: 'row-stop', tabIndex: hasHeadBox ? -1 : 0 },
      after: { ref: after, className: 'row-stop', tabIndex: 0 },
    },
    boxProps: { onKeyDown, onFocus, onBlur },
  }
}

/** Goes to the first action on the ticked rows, past what only ticks more of them. */
const toTools = (box: HTMLElement | null) =>
  box
    ?.closest('.list, .ant-modal, .ant-drawer, .page')
    ?.querySelector<HTMLElement>('.ticked-tools button:not(.tick-all)')
    ?.focus()
