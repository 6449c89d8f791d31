import { inside } from './controls.ts'

// Finds fields with a fault: of antd, of our own, and days whose text is none.
const faults = '.ant-form-item-has-error, .with-fault, [aria-invalid=true]:not(.ant-form-item-has-error *, .with-fault *)'
const wrongDay = '.day-wrong'
// Bounds how many frames it waits until the faults are drawn.
const patience = 40

const windows = '[role=dialog], [role=complementary]'

const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
const lastShown = (found: string) => [...document.querySelectorAll(found)].filter(isShown).at(-1)

/** Returns the form, the window or the page that is worked in. */
function place(): Element {
  const at = document.activeElement
  const around = at?.closest('form') ?? at?.closest(windows) ?? at?.closest('main')
  return around ?? lastShown(windows) ?? lastShown('main') ?? document.body
}

/** Moves the focus to the first field with a fault, in sight, and says how many there are; waits until they are drawn. */
export function focusFirstFault() {
  const among = place()
  let left = patience
  let before = 0
  const look = () => {
    const all = [...among.querySelectorAll(faults)].filter(isShown)
    const [first] = all
    // Goes on once their number stays: they are drawn one after the other.
    if (first && all.length === before) return lead(among, first, before)
    before = all.length
    if (left-- > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Leads to the first day whose text is none; tells whether there is one, so that nothing is sent. */
export function stopAtWrongDay(): boolean {
  const isWrong = [...place().querySelectorAll(wrongDay)].some(isShown)
  if (isWrong) focusFirstFault()
  return isWrong
}

function lead(among: Element, fault: Element, count: number) {
  fault.scrollIntoView({ block: 'center' })
  controlOf(fault)?.focus({ preventScroll: true })
  say(among, `有 ${count} 处需要修改`)
}

function controlOf(fault: Element): HTMLElement | undefined {
  if (fault instanceof HTMLElement && fault.tabIndex >= 0) return fault
  const controls = inside(fault)
  return controls.find((control) => control.matches('[aria-invalid=true]')) ?? controls[0]
}

/** Says something in a window itself: what stands outside of it is not heard while it is open. */
function say(among: Element, text: string) {
  const said = among.querySelector(':scope > .fault-count') ?? document.createElement('div')
  said.className = 'unseen fault-count'
  said.role = 'alert'
  said.textContent = ''
  among.append(said)
  // Changes the text after the region is there, so that the same one is said again.
  requestAnimationFrame(() => {
    said.textContent = text
  })
}
