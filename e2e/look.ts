import type { Page } from 'playwright-core'

/**
 * Lists what does not follow the pattern of pages in the page that is shown: more than one main act, one that does not stand in the
 * head, parts that differ in the one colour, links that do not stand on the line of their neighbours, dates and phones that are cut.
 */
export const looksOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    const shown = [...document.querySelectorAll('.tab-page')].find((one) => one.checkVisibility())
    if (!shown) return faults
    const seen = (selector: string) =>
      [...shown.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const wordsOf = (one: Element) => (one.textContent ?? '').trim().slice(0, 20)

    // A list keeps its main act in the head; a form, a wizard and an empty list have theirs where they end.
    if (seen('.list').length > 0) {
      const apart = '.page-title, .record-acts, .empty, form, [role=tabpanel], .list-line, .split-side, .undo'
      for (const act of seen('.ant-btn-primary')) if (!act.closest(apart)) faults.push(`${wordsOf(act)} is not in the head`)
    }
    const heads = seen('.page-title .ant-btn-primary')
    if (heads.length > 1) faults.push(`${heads.length} main acts in the head: ${heads.map(wordsOf)}`)

    // One colour: buttons, ticks, switches and pages take the same.
    const primary = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()
    const probe = document.createElement('span')
    probe.style.color = primary
    document.body.append(probe)
    const wanted = getComputedStyle(probe).color
    probe.remove()
    for (const [what, selector] of [
      ['button', '.ant-btn-primary:not(:disabled, .ant-btn-dangerous)'],
      ['switch', '.ant-switch-checked:not(.ant-switch-disabled)'],
    ] as const)
      for (const one of seen(selector)) {
        const ground = getComputedStyle(one).backgroundColor
        if (!one.matches(':hover') && ground !== wanted) faults.push(`the ${what} ${wordsOf(one)} is ${ground}, not ${wanted}`)
      }

    // A link stands on the line of the words in the next cell.
    const bottomOf = (one: Element) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (!text.textContent?.trim() || (text.parentElement?.closest('.unseen, .avatar, .tag, small') ?? null)) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const box = range.getClientRects()[0]
        const size = Number.parseFloat(getComputedStyle(text.parentElement as Element).fontSize)
        return box && { at: box.bottom, size, lines: range.getClientRects().length }
      }
      return undefined
    }
    for (const row of seen('.table-row').slice(0, 5)) {
      const lines = [...row.querySelectorAll('.cell:not(.over, .ticks, [rowspan], :has(li))')].flatMap(
        (cell) => bottomOf(cell) ?? [],
      )
      const alike = lines.filter(({ size, lines: count }) => size === 14 && count === 1).map(({ at }) => at)
      const spread = Math.max(...alike) - Math.min(...alike)
      if (alike.length > 1 && spread > 0.5) faults.push(`words of the row ${wordsOf(row)} stand ${spread.toFixed(1)} px apart`)
    }
    // What is only understood as a whole is never cut: dates, times and phones.
    for (const cell of seen('.table-row .cell')) {
      const words = (cell.textContent ?? '').trim()
      const isWhole = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$|^1\d\d\*{4}\d{4}$/.test(words)
      const range = document.createRange()
      range.selectNodeContents(cell)
      if (isWhole && range.getBoundingClientRect().right > cell.getBoundingClientRect().right) faults.push(`${words} is cut`)
    }
    return faults
  })

/**
 * Tells where the first row of a list begins on a phone, in pixels, without the tabs, choosers and words that a page has of its own above
 * it; undefined where the page has no list.
 */
export const firstRowOnPhone = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('.tab-page')].find((one) => one.checkVisibility())
    const card = shown?.querySelector('.page > .list .card, .page > .split-through .list .card')
    const parts = '.page > .ant-tabs, .page > .one-enterprise, .page-title:has(> :not(h1, :empty)), .work-head, .group-note'
    const own = [...(shown?.querySelectorAll(parts) ?? [])].filter((one) => one.checkVisibility())
    const above = own.reduce((sum, one) => sum + one.getBoundingClientRect().height + 8, 0)
    return card ? Math.round(card.getBoundingClientRect().top - above) : undefined
  })
