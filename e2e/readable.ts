import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { desktop, phone, type Stage } from './browser.ts'
import { watchRequests } from './idle.ts'

type Look = {
  /** Compares colours too, or alone. */
  colours?: boolean | 'alone'
  /** Names what to look at, as a selector; the whole page otherwise. */
  within?: string | undefined
}

/** Lists the accessibility faults of a page, as `rule: element`. */
export async function stumbles(page: Page, { colours = true, within }: Look = {}): Promise<string[]> {
  await quiet(page)
  await settled(page)
  // Excludes the table's hidden measuring row, which repeats the tick box of the header; there are no frames, so one run covers
  // everything. Pages that were left stay in hidden tabs.
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(colours === 'alone' && { runOnly: ['color-contrast'] }),
      ...(!colours && { rules: { 'color-contrast': { enabled: false } } }),
    })
    // Excludes the indicator: the next page of a long list may begin to load at any moment.
    .exclude('.frame-progress')
    .exclude('.tab-page[style*="display: none"]')
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`),
  )
}

/** Waits until nothing is asked for any more and everything is drawn: also after a page was opened within the app. */
export async function quiet(page: Page) {
  const asked = watchRequests(page)
  for (let still = 0; still < 4; still++) {
    if (asked.size || (await page.locator('.ant-spin-spinning:visible, .frame-progress').count()) > 0) still = -1
    await page.waitForTimeout(40)
  }
}

// Waits until colours that change have arrived: in between they are neither those of the day nor of the night. Whatever turns for
// ever is left alone.
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map((one) => one.finished))
  })

/** Lists the faults of a page in both widths; draws it once, and narrows its window. */
export async function stumblesAtBoth(page: Page): Promise<string[]> {
  await page.setViewportSize(desktop)
  const wide = await stumbles(page)
  await page.setViewportSize(phone)
  // Colours do not depend on the width, and take longest to be compared.
  const narrow = await stumbles(page, { colours: false })
  await page.setViewportSize(desktop)
  return [...wide, ...narrow]
}

/** Opens a page whose requests are noted. */
export async function arriveWatched(stage: Stage, name: string, path = '/dashboard'): Promise<Page> {
  const { page } = await stage.arrive(path, name)
  watchRequests(page)
  await page.getByRole('button', { name: /当前用户/ }).waitFor()
  return page
}
