import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileState } from '#contract/attachment.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { sampled } from '../test/hostile/corpus.ts'
import { listen } from '../test/hostile/home.ts'
import { pageOf } from '../test/hostile/hostile.ts'
import { openStage, signedIn, type Stage } from './browser.ts'

let stage: Stage
let home: Awaited<ReturnType<typeof listen>>
/** Lists links to the hostile files that were accepted. */
let taken: { what: string; name: string; fileNo: string; url: string }[]
beforeAll(async () => {
  stage = await openStage()
  home = await listen()
  const { client } = await signedIn(stage.server, 'school')
  taken = []
  for (const { what, name, content } of await sampled(home.url)) {
    const { code, result } = await client.answer(upload.upload, { file: new File([content], name) })
    // Casts the result, which is that of the call where it was accepted.
    if (code === 0) taken.push({ what, ...(result as { name: string; fileNo: string; url: string }) })
  }
}, 600_000)
afterAll(async () => {
  await stage.close()
  await home.close()
})

/** Watches everything that a script in a file would cause: dialogs, pages that open, a mark on the page around it. */
async function watched(): Promise<{ page: Page; seen: string[] }> {
  const { page, context } = await stage.arrive('/dashboard', 'school')
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  const seen: string[] = []
  page.on('dialog', (dialog) => void seen.push(`dialog ${dialog.message()}`))
  context.on('page', (opened) => void seen.push(`page ${opened.url()}`))
  context.on('request', (request) => request.url().startsWith(home.url) && seen.push(request.url()))
  return { page, seen }
}

test('a test that looks for scripts that run does see one', async () => {
  const own = await listen((url) => pageOf(url, 'control'))
  const { page } = await stage.visit('/healthz')
  const dialog = page.waitForEvent('dialog')
  await page.goto(own.url)
  await dialog
  await expect.poll(() => own.calls).toEqual(expect.arrayContaining(['/control', '/picture', '/img']))
  await own.close()
})

test('a hostile file that was taken runs nothing where its link is opened', { timeout: 600_000 }, async () => {
  const { page, seen } = await watched()
  const ran: string[] = []
  for (const { what, url } of taken) {
    const before = seen.length
    // Ignores the error of a download, which opens no page.
    await page.goto(stage.server.url + url).catch(() => {})
    await page.waitForTimeout(30)
    const title = await page.title().catch(() => '')
    if (seen.length > before || title === 'ran') ran.push(what)
  }
  await page.waitForTimeout(1500)
  expect(ran).toEqual([])
  expect(seen).toEqual([])
  expect(home.calls).toEqual([])
})

test('a hostile file that was taken runs nothing inside a page of the product, however it is put there', {
  timeout: 600_000,
}, async () => {
  const { page, seen } = await watched()
  const title = await page.title()
  for (let at = 0; at < taken.length; at += 10) {
    const urls = taken.slice(at, at + 10).map(({ url }) => url)
    await page.evaluate(putIn, urls)
    await page.waitForTimeout(400)
  }
  await page.waitForTimeout(1500)
  expect(await page.title()).toBe(title)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(seen).toEqual([])
  expect(home.calls).toEqual([])
})

/** Puts files into the page in every way that there is, in place of those before. */
function putIn(urls: string[]) {
  const place = document.querySelector('#hostile') ?? document.body.appendChild(document.createElement('div'))
  place.id = 'hostile'
  const made = urls.flatMap((url) =>
    (['img', 'iframe', 'object', 'embed', 'video', 'audio', 'script', 'link'] as const).map((tag) => {
      const element = document.createElement(tag)
      if (element instanceof HTMLObjectElement) element.data = url
      else if (element instanceof HTMLLinkElement) Object.assign(element, { rel: 'stylesheet', href: url })
      else element.src = url
      return element
    }),
  )
  place.replaceChildren(...made)
}

test('a hostile PDF runs nothing in the viewer, which shows it or says why not', { timeout: 600_000 }, async () => {
  const { page, seen } = await watched()
  const { client } = await signedIn(stage.server, 'school')
  const documents = taken.filter(({ name }) => name.endsWith('.pdf'))
  for (let at = 0; at < documents.length; at += 20) {
    const atchs = documents.slice(at, at + 20).map(({ fileNo, name }) => ({ fileNo, name, size: 1, success: FileState.sent }))
    const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '安全会', atchs })
    await page.goto(`${stage.server.url}/ent/mtg/${mtgNo}`)
    const names = page.locator('.meeting-files button')
    await names.first().waitFor()
    for (let file = 0; file < atchs.length; file++) {
      await names.nth(file).press('Enter')
      await page.locator('.pdf-text, .file-card [role=alert]').first().waitFor()
      await page.waitForTimeout(200)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  expect(seen).toEqual([])
  expect(home.calls).toEqual([])
})
