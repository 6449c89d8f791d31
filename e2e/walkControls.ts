import type { Page } from 'playwright-core'
import { goTo, shownPage } from './walk.ts'

/** Describes a control of a page: its place among those of the page, and what it says. */
export type Control = { at: number; name: string }

// Finds what can be pressed; of rows, cards, and the nodes of a tree only the first is tried.
const pressed = 'button:enabled, a[href], [role=tab]:not([aria-disabled=true]), [role=switch]'
const further = [
  '.table-row ~ .table-row *',
  '.card ~ .card *',
  '.ant-tree-treenode ~ .ant-tree-treenode *',
  'li ~ li *',
  // Is there already: the page of the pager that is shown, and the tab that is open.
  '.ant-pagination-item-active *',
  '[aria-selected=true]',
  '.row-chosen *',
  // Shows itself to screen readers alone, or once there is something to clear.
  '.unseen *, .ant-select-clear',
]

/** Lists the controls of the page that is shown. */
export const controlsOn = (page: Page): Promise<Control[]> =>
  shownPage(page)
    .locator(pressed)
    .evaluateAll(
      (all, others) =>
        all.flatMap((one, at) => {
          if (!one.checkVisibility({ visibilityProperty: true }) || others.some((other) => one.matches(other))) return []
          const name =
            one.getAttribute('aria-label') || (one.textContent ?? '').trim() || one.getAttribute('title') || one.className
          return [{ at, name: name.replaceAll(/\d[\d,.:-]*/g, '#').slice(0, 40) }]
        }),
      further,
    )

/** Refuses whatever a page would write, so that everything on it can be pressed. */
export const refuseWrites = (page: Page) =>
  page.route('**/api/services/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { code: 10001, result: null, message: '走查时不写入' } })
      : route.fallback(),
  )

type Watched = Window & { watch?: MutationObserver; changed?: boolean }

/** Presses a control; tells whether anything came of it: a request, a file, a window, another address, or a change of the page. */
export async function livesOn(page: Page, { at }: Control): Promise<boolean> {
  const control = shownPage(page).locator(pressed).nth(at)
  await control.hover({ timeout: 5000 })
  // Waits for what the mouse brings by itself, as a hint.
  await page.waitForTimeout(150)
  let happened = false
  const note = () => (happened = true)
  const events = ['request', 'download', 'popup'] as const
  for (const event of events) page.on(event as 'request', note)
  const before = page.url()
  await control.evaluate((pressed) => {
    const page = window as Watched
    page.watch?.disconnect()
    page.changed = false
    page.print = () => void (page.changed = true)
    // Notes that a file is asked for, which only a later event of the browser tells.
    const note = ({ target }: Event) => target instanceof HTMLInputElement && target.type === 'file' && (page.changed = true)
    document.addEventListener('click', note, { capture: true })
    page.watch = new MutationObserver((seen) => {
      // Leaves out how the control itself looks while it is pressed.
      page.changed ||= seen.some(({ target, attributeName }) => attributeName?.startsWith('aria-') || !pressed.contains(target))
    })
    page.watch.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  // Is true also where another page has been loaded.
  const isChanged = () => page.evaluate(() => (window as Watched).changed ?? true).catch(() => true)
  await control.click({ timeout: 5000 })
  for (let waited = 0; waited < 1500 && !happened; waited += 50) {
    happened ||= page.url() !== before || (await isChanged())
    if (!happened) await page.waitForTimeout(50)
  }
  for (const event of events) page.off(event as 'request', note)
  return happened
}

/** Brings the page back to how it was found, also where a control has left the product. */
export async function bringBack(page: Page, path: string) {
  for (const opened of page.context().pages()) if (opened !== page && (await opened.opener()) === page) await opened.close()
  const isInside = await page.evaluate(() => document.querySelector('#root') !== null)
  if (!isInside) await page.goto(new URL('/dashboard', page.url()).href)
  await goTo(page, path)
}
