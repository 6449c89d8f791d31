import { actions } from '#contract/access.ts'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { importPages } from '#features/ent/stu/imports/importPages.contract.ts'
import { leavesOf } from '#web/page/links.ts'
import { isStream, watchRequests } from './idle.ts'
import { quiet } from './readable.ts'
import { signedIn, type Size, type Stage, type Visitor } from './browser.ts'

/** Names the tables in which the pages of one record find theirs. */
const tables: Record<string, string> = { hndNo: 'hnd', flowNo: 'flow', mtgNo: 'mtg', actNo: 'act', tmplNo: 'tmpl' }

/** Returns the address of a page, for one of a record with the first of an enterprise; nothing where that has none. */
async function addressOf({ server }: Stage, path: string, entNo: string): Promise<string[]> {
  const [, name] = /:(\w+)/.exec(path) ?? []
  if (!name) return [path]
  // Opens the page of another enterprise, as those above it do.
  if (name === 'entNo') return [path.replace(':entNo', '0300000001')]
  const column = name.replace('No', '_no')
  const { rows } = await server.owner.query(`select min(${column}) as no from ${tables[name]} where ent_no = $1 and stt <> '0'`, [
    entNo,
  ])
  return rows[0].no ? [path.replace(`:${name}`, rows[0].no)] : []
}

/** Lists the addresses of all pages that somebody may open: of the frame, of the menu, and the work pages of its modules. */
export async function pagesFor(stage: Stage, name: string): Promise<string[]> {
  const { client, user } = await signedIn(stage.server, name)
  const leaves = leavesOf(await client.call(userMdl.get)).filter(({ urlType }) => urlType === '1')
  const held = new Set(['dashboard', 'look', ...leaves.map(({ mdlCode }) => mdlCode)])
  const imports = new Set(
    user.mdllist.filter(({ func }) => func.split(',').includes(actions.import)).map(({ mdlCode }) => mdlCode),
  )
  const besides = [...pagesInSource(), ...importPages.map((page) => ({ ...page, needs: 'import' }))]
  const beside = besides.filter(({ module, needs }) => held.has(module) && (!needs || imports.has(module)))
  const paths = [...leaves.flatMap(({ url }) => url ?? []), ...beside.map(({ path }) => path)]
  return (await Promise.all([...new Set(paths)].map((path) => addressOf(stage, path, user.entNo)))).flat()
}

/** Reads the pages that have no module of their own where they are declared: the page's source can be read only by a browser. */
function pagesInSource() {
  const source = ['screens', 'workPages'].map((list) => readFileSync(`src/app/web/${list}.ts`, 'utf8')).join('\n')
  const pages = source.matchAll(/path: '([^']+)',\s+module: '(\w+)'(?:,\s+title: '[^']+',\s+needs: '(\w+)')?/g)
  return [...pages].map(([, path = '', module = '', needs]) => ({ path, module, needs }))
}

/** Describes somebody who walks over pages: what went wrong on the way is collected until it is taken. */
export type Walker = Visitor & { wrong(): string[] }

export async function arriveToWalk(stage: Stage, name: string, size: Size): Promise<Walker> {
  const visitor = await stage.arrive('/dashboard', name, size)
  const { page, complaints } = visitor
  watchRequests(page)
  page.on('response', (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`))
  // Leaves out the stream of signals, which ends where a page has no bell.
  page.on('requestfailed', (asked) => isStream(asked) || complaints.push(`${asked.failure()?.errorText} ${asked.url()}`))
  await page.getByRole('button', { name: /当前用户/ }).waitFor()
  await quiet(page)
  return { ...visitor, wrong: () => complaints.splice(0) }
}

export const shownPage = (page: Page): Locator => page.locator('.tab-page:visible')

/** Goes to a page as a link would, drawn anew where it was open before, and waits until it has been read. */
export async function goTo(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', `/redirect${to}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction((to) => location.pathname + location.search === to, path)
  await shownPage(page).locator(':scope > *').first().waitFor()
  await quiet(page)
}

/** Looks at the page that is shown; with `isWhole` at each of its tabs, which it opens one after another. */
export async function onEachTab(page: Page, isWhole: boolean, look: (tab: string) => Promise<void>) {
  const tabs = shownPage(page).locator('[role=tab][aria-disabled=false]:visible, [role=tab]:not([aria-disabled]):visible')
  const count = await tabs.count()
  if (count === 0 || !isWhole) return look('')
  for (let at = 0; at < count && at < (await tabs.count()); at++) {
    const name = (await tabs.nth(at).innerText()).trim()
    await tabs.nth(at).click()
    await quiet(page)
    await look(name)
  }
}

/** Lists what does not stand in its window, runs over its cell, or is cut. */
export const cutOn = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const textOf = (one: Element) => (one.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
    const overflow = (one: Element) => one.scrollWidth - one.clientWidth
    const faults: string[] = []
    const whole = document.scrollingElement
    if (whole && overflow(whole) > 0) faults.push(`the document scrolls sideways by ${overflow(whole)}`)
    // Leaves out what is as wide as its content by its nature: sheets, strips of tabs and of a list's acts on a phone, trees, and text boxes.
    const wide = '.sheet, .sheet *, .list-line > *, .ant-tabs-nav *, .ant-segmented, textarea, .ant-tree *'
    for (const shown of document.querySelectorAll('.tab-page'))
      for (const one of isSeen(shown) ? [shown, ...shown.querySelectorAll('*')] : []) {
        if (overflow(one) < 2 || one.matches(wide) || !isSeen(one)) continue
        if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
          faults.push(`<${one.className}> scrolls sideways by ${overflow(one)}: ${textOf(one)}`)
      }
    for (const head of document.querySelectorAll('.tab-page .table-head th')) {
      if (!isSeen(head) || textOf(head) === '' || head.querySelector('.unseen')) continue
      const words = document.createRange()
      words.selectNodeContents(head)
      const [box, said] = [head.getBoundingClientRect(), words.getBoundingClientRect()]
      if (said.right > box.right || said.left < box.left || box.right > innerWidth)
        faults.push(`the heading ${textOf(head)} is cut`)
    }
    return faults
  })

/** Lists the titles of the columns of the tables that are shown. */
export const columnsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.tab-page .rows')]
      .filter((table) => table.checkVisibility())
      .map((table) => [...table.querySelectorAll('th')].map((head) => (head.textContent ?? '').trim()).filter(Boolean)),
  )

/** Returns the line with the first word that a school never reads: of other enterprises and of the platform, or a code with braces. */
export const foreignWord = (text: string) => /.*(?:企业(?!微信)|单据|教育单元|\{[a-z]+\}).*/.exec(text)?.[0] ?? ''
