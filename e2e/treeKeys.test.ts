import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const tree = (page: Page, name: string) => page.getByRole('tree', { name })
/** Returns the name of the node that the keys of a tree are at, as a screen reader says it. */
const nodeAt = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement?.getAttribute('aria-activedescendant')
    return at ? document.getElementById(at)?.ariaLabel : document.activeElement?.tagName
  })
const nodeIs = (page: Page, name: string | RegExp) => expect.poll(() => nodeAt(page)).toMatch(name)
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('a screen reader is told of every node its name alone, its level and its place; the tree has a name', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'school')
  await tree(page, '年级班级').waitFor()
  const spoken = await tree(page, '年级班级')
    .getByRole('treeitem')
    .evaluateAll((nodes) =>
      nodes.map(({ ariaLabel, ariaLevel, ariaPosInSet, ariaSetSize }) => [ariaLabel, ariaLevel, ariaPosInSet, ariaSetSize]),
    )
  expect(spoken[0]).toEqual(['全部学生', '1', '1', expect.any(String)])
  expect(spoken.find(([name]) => name?.startsWith('小学部'))?.[1]).toBe('2')
  expect(spoken.find(([name]) => name?.startsWith('一年级（1）班'))).toEqual([expect.any(String), '4', '1', '2'])
  const said = await tree(page, '年级班级').ariaSnapshot()
  for (const word of ['caret', 'img']) expect(said).not.toContain(word)
  calm()
})

test('in a tree letters jump to the next name, Chinese, pinyin initial or number; other keys keep what they do', async () => {
  const { page, calm } = await stage.arrive('/ent/org', 'school')
  await tree(page, '组织架构').getByRole('treeitem').nth(3).waitFor()
  await press(page, '/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('在树中查找')
  await press(page, 'ArrowDown')
  await nodeIs(page, /./)
  await page.keyboard.type('jwc')
  await nodeIs(page, /^教务处/)
  await press(page, 'Enter')
  await expect.poll(() => page.url()).toContain('/ent/org')
  await page.waitForTimeout(800)
  await page.keyboard.type('c')
  await nodeIs(page, /^财务室/)
  await press(page, '/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('在树中查找')
  calm()
})

test('from the search of a tree ArrowDown goes to the hits, and Enter chooses the first one', async () => {
  const { page, calm } = await stage.arrive('/ent/emp', 'school')
  const box = page.getByLabel('在树中查找')
  await tree(page, '部门').getByRole('treeitem').nth(3).waitFor()
  await box.focus()
  await page.keyboard.type('财务')
  await press(page, 'ArrowDown')
  await nodeIs(page, /^财务室/)
  await press(page, 'Shift+Tab')
  await expect
    .poll(() => box.evaluate((one) => one === document.activeElement || one.parentElement?.contains(document.activeElement)))
    .toBe(true)
  await box.focus()
  await press(page, 'Control+a')
  await page.keyboard.type('教务')
  await page.getByRole('treeitem', { name: /^教务处/ }).waitFor()
  await press(page, 'Enter')
  await expect.poll(() => page.url()).toContain('orgNo=')
  await expect.poll(() => page.getByRole('treeitem', { name: /^教务处/ }).getAttribute('aria-selected')).toBe('true')
  calm()
})

test('the menu of a node closes by Esc, back on the node, and by Tab, which goes on from the tree', async () => {
  const { page, calm } = await stage.arrive('/ent/org', 'school')
  await tree(page, '组织架构').getByRole('treeitem').nth(3).waitFor()
  await tree(page, '组织架构').focus()
  await page.keyboard.type('jwc')
  await nodeIs(page, /^教务处/)
  const item = page.getByRole('menuitem', { name: '新建下级部门' })
  const leaveBy = async (key: string) => {
    await press(page, 'Shift+F10')
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menuitem')
    await press(page, key)
    await expect.poll(() => item.isVisible()).toBe(false)
  }
  await leaveBy('Escape')
  await nodeIs(page, /^教务处/)
  await leaveBy('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('separator')
  await press(page, 'Shift+Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('tree')
  calm()
})

test('with the spacing that some people read with, names in trees and in the menu are whole', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'school')
  await tree(page, '年级班级').waitFor()
  await page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  })
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.node-name, .ant-tree-title, .menu-name, .menu-entry')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent),
  )
  expect(cut).toEqual([])
  calm()
})
