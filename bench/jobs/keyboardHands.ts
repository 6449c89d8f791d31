import type { Locator, Page } from 'playwright-core'
import { Hands } from './hands.ts'

const most = 250

/**
 * Hands without a mouse: what is to be clicked is gone to by Tab and arrows as the page lets one, and pressed by Enter or Space.
 * What no key leads to ends the job with an error.
 */
export class KeyboardHands extends Hands {
  override async click(what: Locator) {
    const kind = await this.#goTo(what)
    if (kind !== 'text') await this.press(kind)
  }

  /** Presses keys until the target has the focus; returns the key that then does what a click would, or `text` for a box to write in. */
  async #goTo(what: Locator): Promise<string> {
    for (let at = 0; at < most; at++) {
      await letSettle(this.page)
      const step = await what.evaluate(nextStep)
      if (step.done) return step.key
      await this.press(step.key)
    }
    const focused = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))
    throw new Error(`没有键能走到 ${what}；焦点在 ${focused}`)
  }
}

// Waits for the next picture, after which the focus is where the last key led.
const letSettle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Says which key leads nearer to an element, or, once it has the focus, which key presses it; runs in the page. */
function nextStep(element: HTMLElement | SVGElement): { done: boolean; key: string } {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
  const isAfter = (other: Element) => (active.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const done = (key: string) => ({ done: true, key })
  const go = (key: string) => ({ done: false, key })

  // Chooses in the list of a box that keeps the focus itself.
  const option = element.closest('.ant-select-item-option, .ant-select-tree-treenode, [role=option]')
  const choose = (of: Element) => {
    const isChosen =
      of.matches('.ant-select-item-option-active, .ant-select-tree-treenode-active') ||
      (of.id !== '' && active.getAttribute('aria-activedescendant') === of.id)
    return isChosen ? done('Enter') : go('ArrowDown')
  }

  const press = () => {
    if (element.matches('.ant-tree-switcher')) return done('ArrowRight')
    if (active.matches('[type=checkbox], [type=radio], [role=checkbox], [role=radio], [role=switch]')) return done(' ')
    if (active.matches('[role=combobox]')) return done(active.getAttribute('aria-expanded') === 'true' ? 'text' : 'ArrowDown')
    return done(active.matches('input:not([type=file]), textarea') ? 'text' : 'Enter')
  }

  const focusable = 'a[href], button, input, textarea, select, [tabindex]:not(.table-row), [role=menuitem], [role=gridcell]'
  const own =
    element.closest<HTMLElement>('[role=treeitem]') ??
    element.closest('label')?.control ??
    element.closest<HTMLElement>(focusable) ??
    element

  const rowOf = (of: Element) => of.getBoundingClientRect().top
  const isSameRow = (one: Element, other: Element) => Math.abs(rowOf(one) - rowOf(other)) < 8

  // Moves in two directions.
  const moveInGrid = () => {
    if (!own.closest('.matrix, [role=grid]')?.contains(active)) return undefined
    if (isSameRow(own, active))
      return go(own.getBoundingClientRect().left > active.getBoundingClientRect().left ? 'ArrowRight' : 'ArrowLeft')
    return go(rowOf(own) > rowOf(active) ? 'ArrowDown' : 'ArrowUp')
  }

  // Moves by arrows within what is one stop of Tab.
  const moveWithin = () => {
    const row = own.closest('.table-row')
    if (row?.contains(active)) return go('ArrowRight')
    if (row?.parentElement?.contains(active)) return go(isAfter(row) ? 'ArrowDown' : 'ArrowUp')
    const sideways = own.closest('[role=tablist], [role=radiogroup], [role=toolbar]')
    if (sideways?.contains(active)) return go(isAfter(own) ? 'ArrowRight' : 'ArrowLeft')
    const upright = own.closest('nav[aria-label=主菜单], [role=tree], [role=menu], [role=listbox]')
    return upright?.contains(active) ? go(isAfter(own) ? 'ArrowDown' : 'ArrowUp') : undefined
  }

  const isChosenRadio = own instanceof HTMLInputElement && own.type === 'radio' && own.checked
  // Finds what a tree marks while it keeps the focus itself.
  const isMarked = active.getAttribute('aria-activedescendant') === own.id && own.id !== ''

  if (isChosenRadio) return done('text')
  if (isMarked) return press()
  if (option && active.matches('[role=combobox]')) return choose(option)
  if (own === active || (own.contains(active) && !own.matches('body, .table-row'))) return press()
  return moveInGrid() ?? moveWithin() ?? go(active === document.body || isAfter(own) ? 'Tab' : 'Shift+Tab')
}
