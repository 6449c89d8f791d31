import { useEffect } from 'react'

// Lists the parts of the frame that F6 goes through, in the order of the page.
const regions = '.frame-side, .frame-bar, main.tab-page, [role=complementary]'
const stops =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]'
const overPage = '[aria-modal=true], dialog[open]'

// Remembers what had the focus last in every part.
const lastIn = new WeakMap<Element, HTMLElement>()

const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
const canBeReached = (one: HTMLElement) => one.tabIndex >= 0 && isShown(one)

/** Returns where a part begins: the page at itself, the menu at its one stop, others at their first. */
function beginOf(region: HTMLElement): HTMLElement | undefined {
  if (region.tagName === 'MAIN') return region
  const all = [...region.querySelectorAll<HTMLElement>(stops)].filter(canBeReached)
  return all.find((one) => one.matches('.menu-entry')) ?? all[0]
}

/** Focuses a part where it had the focus last, else at its beginning. */
function focusRegion(region: HTMLElement) {
  const last = lastIn.get(region)
  const to = last?.isConnected && isShown(last) ? last : beginOf(region)
  to?.focus({ preventScroll: true })
}

const shownPage = () => [...document.querySelectorAll<HTMLElement>('main.tab-page')].find(isShown)

/** Focuses the beginning of the page that is shown. */
export const skipToPage = () => shownPage()?.focus()

/** Focuses the page that is shown, where it had the focus last. */
export function focusPage() {
  const shown = shownPage()
  if (shown) focusRegion(shown)
}

/** Focuses a page that has just been shown, unless something in it or over it has the focus already, or somebody walks over the tabs. */
export function enterPage(page: HTMLElement) {
  const at = document.activeElement
  if (page.contains(at) || at?.closest(`.frame-tabs, ${overPage}`)) return
  focusRegion(page)
}

function goOn(by: 1 | -1) {
  const shown = [...document.querySelectorAll<HTMLElement>(regions)].filter(isShown)
  const at = document.activeElement ?? document.body
  const isBefore = (one: Element) => Boolean(one.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING)
  const current = shown.findLastIndex((one) => one.contains(at) || isBefore(one))
  // Goes back to the part before also from between two of them, which is the one found.
  const isInside = shown[current]?.contains(at) === true
  const next = by > 0 || isInside ? current + by : current
  const region = shown.at(((next % shown.length) + shown.length) % shown.length)
  if (region) focusRegion(region)
}

/** Lets F6 go on to the next part of the frame, Shift+F6 to the one before, while nothing lies over the page. */
export function useRegionKeys() {
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const region = target instanceof HTMLElement && target.closest(regions)
      if (region) lastIn.set(region, target)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return
      if ([...document.querySelectorAll(overPage)].some(isShown)) return
      event.preventDefault()
      goOn(event.shiftKey ? -1 : 1)
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('keydown', press)
    }
  }, [])
}
