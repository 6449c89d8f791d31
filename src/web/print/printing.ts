import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { controlWords } from './controlWords.ts'

const paper = window.matchMedia('print')
const listeners = new Set<() => void>()
let isPrinting = false

/** Tells whether the browser is putting the page on paper: what stands there alone is drawn as long as this holds. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isPrinting)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(is: boolean) {
  if (is === isPrinting) return
  isPrinting = is
  // Draws at once: the browser takes the page as it stands when this returns.
  flushSync(() => {
    for (const listener of listeners) listener()
  })
  for (const name of ['data-print', 'data-words'])
    for (const one of document.querySelectorAll(`[${name}]`)) one.removeAttribute(name)
  if (is) mark(printedPart())
}

window.addEventListener('beforeprint', () => change(true))
window.addEventListener('afterprint', () => change(false))
// Hears of it also where only the medium changes.
paper.addEventListener('change', ({ matches }) => change(matches))

const isShown = (one: Element | null | undefined) => one?.checkVisibility() === true

/** Returns the window that lies on top, or else the page in the shown tab. */
export function topPart(): HTMLElement | undefined {
  const windows = [...document.querySelectorAll<HTMLElement>('.drawer-content, .ant-modal')]
  const top = windows.findLast(isShown)
  return top?.closest<HTMLElement>('.ant-drawer-section') ?? top ?? document.getElementById('main') ?? undefined
}

// Finds what is to be printed: paper or a document in the part on top, else all of that part.
function printedPart() {
  const top = topPart()
  const papers = [...(top?.querySelectorAll<HTMLElement>('.paper, .printed') ?? [])]
  // Asks of paper whether its place is shown: it is not shown itself on a screen.
  return papers.find((one) => isShown(one.matches('.paper') ? one.parentElement : one)) ?? top
}

// Marks it and what it stands in, for everything else stays off the paper (print.css).
function mark(part: HTMLElement | undefined) {
  part?.setAttribute('data-print', 'part')
  for (let one = part?.parentElement; one && one !== document.documentElement; one = one.parentElement)
    one.setAttribute('data-print', 'around')
  // Prints what is filled in as words, in place of boxes.
  for (const place of part?.querySelectorAll<HTMLElement>('.ant-form-item-control-input-content') ?? []) {
    const words = controlWords(place)
    if (words !== undefined) place.setAttribute('data-words', words)
  }
}
