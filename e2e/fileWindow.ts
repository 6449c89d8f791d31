import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { FileState } from '#contract/attachment.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { minutes } from '../test/support/meetings.ts'
import { desktop, phone, signedIn, type Size, type Stage, type Visitor } from './browser.ts'

/** Drafts a meeting that has these files, and returns its address. */
export async function meetingWith(stage: Stage, contents: [name: string, content: Buffer<ArrayBuffer>][]): Promise<string> {
  const { client } = await signedIn(stage.server, 'school')
  const atchs = []
  for (const [name, content] of contents) {
    const { fileNo, size } = await client.call(upload.upload, { file: new File([content], name) })
    atchs.push({ fileNo, name, size, success: FileState.sent })
  }
  const schds = [{ rdx: 1, sDt: minutes(60), eDt: minutes(120), place: '报告厅' }]
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '安全会', atchs, schds })
  return `/ent/mtg/${mtgNo}`
}

/** Opens the meeting. */
export async function arriveAt(stage: Stage, path: string, size: Size): Promise<Visitor> {
  const visitor = await stage.arrive(path, 'school', size)
  await visitor.page.getByRole('heading', { name: '安全会' }).waitFor()
  return visitor
}

/** Opens a file of the meeting by keyboard alone; its window. */
export async function openFile(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name }).press('Enter')
  const window = page.getByRole('dialog', { name })
  await window.waitFor()
  return window
}

/** Closes the window of a file; whoever opened it by keyboard is where they were. */
export async function closeFile(page: Page, name: string) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
}

export async function expectReadable(page: Page) {
  await page.locator('.ant-zoom-appear').waitFor({ state: 'detached' })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.file-window').analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

export const sizes: [string, Size][] = [
  ['at a desk', desktop],
  ['on a phone', phone],
]
