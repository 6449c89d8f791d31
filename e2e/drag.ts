import type { Locator } from 'playwright-core'

type Spot = { x: number; y: number }

const middle = async (place: Locator, at?: Spot): Promise<Spot> => {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error('nothing to drag is seen')
  return at ? { x: box.x + at.x, y: box.y + at.y } : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

type Way = { from?: Spot; to?: Spot }

/** Drags something onto a place by the mouse. */
export async function dragByMouse(what: Locator, place: Locator, { from, to }: Way = {}) {
  const { mouse } = what.page()
  const start = await middle(what, from)
  await mouse.move(start.x, start.y)
  await mouse.down()
  // Moves on until what carries out a drag has come.
  const chip = what.page().locator('.drag-chip')
  for (let step = 1; (await chip.count()) === 0; step++) await mouse.move(start.x + 6 + (step % 5), start.y + 6)
  const end = await middle(place, to)
  await mouse.move(end.x, end.y, { steps: 4 })
  await mouse.up()
  // Waits a moment: a click that follows at once belongs to the drag.
  await what.page().waitForTimeout(60)
}

/** Drags something onto a place by a finger that first rests on it. */
export async function dragByTouch(what: Locator, place: Locator, { from, to }: Way = {}) {
  const page = what.page()
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Spot[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const start = await middle(what, from)
  await touch('touchStart', [start])
  await page.locator('.drag-chip').waitFor()
  const end = await middle(place, to)
  for (const part of [0.5, 1])
    await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }])
  await touch('touchEnd', [])
  await finger.detach()
}

/** Takes up what has the focus, walks with the keys, and lets it go, unless Escape ends it. */
export async function dragByKeys(what: Locator, keys: readonly string[], takeUp = 'Alt+m') {
  const page = what.page()
  await what.press(takeUp)
  await page.locator('.drag-chip').waitFor()
  // Waits as a hand does between two keys: the drag listens to keys from the next turn on.
  await page.waitForTimeout(60)
  for (const key of keys) await page.keyboard.press(key)
  if (keys.at(-1) !== 'Escape') await page.keyboard.press('Space')
}
