import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSampled } from '../test/support/sample.ts'
import { openStage, signedIn, type Stage } from './browser.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { idle } from './idle.ts'

// Opens every figure that stands on a page and compares it with the list behind it; by default a fixed part of them, all with WHOLE=1.
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const people = ['school', 'teacher', 'bureau', 'platform'] as const
type Person = (typeof people)[number]

const numberOf = (text: string) => Number(/([\d,]+)\D*$/.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)

/** Describes a figure: the number it says, all that the link says, and the page that it leads to. */
type Figure = { count: number; text: string; href: string }

/** Reads the figures of a page: links of nothing but a number, and those of the home page, which name what they count. */
const figuresOn = (page: Page) =>
  page.evaluate((): Figure[] => {
    const told = (text: string) => Number(text.replaceAll(',', ''))
    return [...document.querySelectorAll('a[href]')].flatMap((link) => {
      const text = (link.querySelector('strong') ?? link).textContent ?? ''
      const of = { text: link.textContent ?? '', href: link.getAttribute('href') ?? '' }
      return /^[\d,]+$/.test(text) ? [{ count: told(text), ...of }] : []
    })
  })

/** Reads how many lines the list of a page has, once it has been read. */
async function linesOn(page: Page): Promise<number> {
  const { pathname, searchParams } = new URL(page.url())
  if (searchParams.get('tab') === 'classes') return numberOf(await page.getByRole('tab', { name: /^班级 [\d,]+$/ }).innerText())
  const told = pathname === '/ent/duplicate' ? /^共 [\d,]+ 对/ : /^共 [\d,]+ (条|个部门|个员工组)$/
  return numberOf(await page.getByText(told).filter({ visible: true }).first().innerText())
}

// Asks until the list says so: another filter may still be read.
const expectLines = (page: Page, what: string, count: number) =>
  expect.poll(async () => `${what} ${await linesOn(page)}`, { timeout: 15_000 }).toBe(`${what} ${count}`)

/** Waits until the chips of a page are there with their words and counts. */
async function awaitChips(page: Page) {
  const chips = page.locator('.state-tabs > button')
  await chips.first().waitFor()
  await expect.poll(async () => (await chips.allInnerTexts()).join(' ')).not.toContain('…')
  return chips
}

/** Opens each of these figures, and compares. */
async function followAll(page: Page, where: string, figures: Figure[]) {
  const known = new Map(figures.map((figure) => [figure.href, figure]))
  for (const { href, count } of known.values()) {
    if (!isSampled(`${where} ${href}`, 25)) continue
    await page.goto(stage.server.url + href)
    await expectLines(page, href, count)
  }
  return known.size
}

// Lists whose home page has charts; the others have lists there.
const withCharts: Person[] = ['school', 'platform']

/** Shows every chart of the home page as a table, where each figure is a link. */
async function openCharts(page: Page) {
  await page
    .getByRole('button', { name: /查看数据/ })
    .first()
    .waitFor()
  const closed = page.getByRole('button', { name: /查看数据/ })
  while ((await closed.count()) > 0) await closed.first().click()
}

for (const name of people)
  test(`each figure of the home page of ${name} is as many as its list has lines`, async () => {
    const { page, calm } = await stage.arrive('/dashboard', name)
    await page.locator('.home-figure').first().waitFor()
    if (withCharts.includes(name)) await openCharts(page)
    else await idle(page)
    // Leaves out the sum over enterprises, which another test adds up.
    const figures = (await figuresOn(page)).filter(({ text }) => !text.startsWith('全部企业的员工'))
    expect(await followAll(page, `${name} home`, figures)).toBeGreaterThan(0)
    calm()
  })

const lists: Partial<Record<Person, string[]>> = {
  school: ['/ent/stu', '/ent/emp', '/ent/ptr'],
  teacher: ['/ent/stu', '/ent/ptr'],
  platform: ['/ecb/ent', '/ent/emp'],
  bureau: ['/ecb/ent'],
}

for (const name of people)
  test(`each chip, and each number in the tree, is as many as the list shows after a click: ${name}`, async () => {
    const { page, calm } = await stage.arrive('/dashboard', name)
    for (const path of lists[name] ?? []) {
      await page.goto(stage.server.url + path)
      const chips = await awaitChips(page)
      for (let at = 0; at < (await chips.count()); at++) {
        const chip = chips.nth(at)
        const text = (await chip.innerText()).trim()
        if (!isSampled(`${name} ${path} ${text.replace(/[\d,\s]+$/, '')}`, 9)) continue
        await chip.click()
        await expectLines(page, `${path} ${text}`, numberOf(text))
        await page.goto(stage.server.url + path)
        await awaitChips(page)
      }
      const nodes = page.locator('.ant-tree-treenode:visible').filter({ has: page.locator('.node-count') })
      for (let at = 0; at < (await nodes.count()); at++) {
        const node = nodes.nth(at)
        const text = (await node.innerText()).replaceAll(/\s+/g, ' ').trim()
        if (!isSampled(`${name} ${path} ${text.replace(/ [\d,]+$/, '')}`, 40)) continue
        await node.locator('.node-count').click()
        await expectLines(page, `${path} ${text}`, numberOf(text))
      }
    }
    calm()
  })

test('each figure of a unit and of the classes in it is as many as its list has lines', async () => {
  const { page, calm } = await stage.arrive('/ent/edcunit', 'school')
  await page.getByRole('list', { name: '统计' }).getByRole('link').first().waitFor()
  expect(await followAll(page, 'unit', await figuresOn(page))).toBeGreaterThan(5)
  await page.goto(`${stage.server.url}/ent/edcunit?tab=classes`)
  await page.getByRole('row', { name: /一年级（1）班/ }).waitFor()
  expect(await followAll(page, 'classes', await figuresOn(page))).toBeGreaterThan(10)
  calm()
})

test('each figure of the data check is as many as its list has lines, for a school, a head teacher and a bureau', async () => {
  for (const name of ['school', 'teacher'] as const) {
    const { page, calm } = await stage.arrive('/ent/datacheck', name)
    await page.getByText(/名在籍学生/).waitFor()
    expect(await followAll(page, `${name} check`, await figuresOn(page))).toBeGreaterThan(0)
    await page.goto(`${stage.server.url}/ent/datacheck?tab=head`)
    await page.getByText(/名在籍学生/).waitFor()
    await followAll(page, `${name} heads`, await figuresOn(page))
    // Finds the others one by one, in a window of their own.
    await page.goto(`${stage.server.url}/ent/datacheck`)
    await page.getByText(/名在籍学生/).waitFor()
    for (const figure of await page.getByRole('button', { name: /^[\d,]+：/ }).all()) {
      const count = await figure.innerText()
      await figure.click()
      await page
        .getByRole('dialog')
        .getByText(new RegExp(` · ${count} (人|个)$`))
        .waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    calm()
  }
  const { page, calm } = await stage.arrive('/ent/datacheck', 'bureau')
  await page.getByRole('row', { name: /启明区启明小学/ }).waitFor()
  expect(await followAll(page, 'bureau check', await figuresOn(page))).toBeGreaterThan(2)
  calm()
})

test('each figure of the page of an enterprise is as many as its list has lines', async () => {
  const own = await stage.arrive('/ent/ent', 'school')
  await own.page.getByRole('link', { name: /^学生数 / }).waitFor()
  expect(await followAll(own.page, 'own', await figuresOn(own.page))).toBe(2)
  own.calm()
  for (const name of ['bureau', 'platform'] as const) {
    const { client } = await signedIn(stage.server, name)
    const { datas } = await client.call(ent.getpage, { idntNo: '030', stt: '1' })
    const { page, calm } = await stage.arrive('/dashboard', name)
    for (const { entNo } of datas.slice(0, process.env.WHOLE ? datas.length : 1)) {
      await page.goto(`${stage.server.url}/ecb/ent/${entNo}`)
      await page.getByRole('link', { name: /^学生数 / }).waitFor()
      const figures = await figuresOn(page)
      expect(figures.length).toBe(2)
      for (const { href, count } of figures) {
        await page.goto(stage.server.url + href)
        await expectLines(page, href, count)
      }
    }
    calm()
  }
})

test('the sums above the list of enterprises are those of its lines', async () => {
  for (const name of ['bureau', 'platform'] as const) {
    const { client } = await signedIn(stage.server, name)
    const counts = await client.call(ent.getstatis, { deepFlag: '1' })
    let [emp, pupils] = [0, 0]
    for (let pageIndex = 1; ; pageIndex++) {
      const { datas, pageCount } = await client.call(ent.getpage, { deepFlag: '1', pageIndex, pageSize: 100 })
      emp += datas.reduce((sum, { empCnt }) => sum + empCnt, 0)
      pupils += datas.reduce((sum, { stuCnt }) => sum + stuCnt, 0)
      if (pageIndex >= pageCount) break
    }
    expect([counts.empCnt, counts.stuCnt]).toEqual([emp, pupils])
    const { page, calm } = await stage.arrive('/ecb/ent', name)
    const grouped = (count: number) => count.toLocaleString('zh-CN')
    await page.getByText(`员工 ${grouped(emp)} · 学生 ${grouped(pupils)}`).waitFor()
    calm()
  }
})

test('what a school is told of is the sum of its classes', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { stuCnt, classes } = await client.call(datacheck.get)
  expect(classes.reduce((sum, one) => sum + one.stuCnt, 0)).toBe(stuCnt)
})
