import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docx, noise, own } from '../test/support/uploads.ts'
import { desktop, openStage, type Stage } from './browser.ts'
import { arriveAt, closeFile, expectReadable, meetingWith, openFile, sizes } from './fileWindow.ts'

let stage: Stage
let path: string
beforeAll(async () => {
  stage = await openStage()
  path = await meetingWith(stage, [
    ['安全手册.pdf', own(readFileSync(new URL('../test/fixtures/handbook.pdf', import.meta.url)))],
    ['操场.png', own(await noise(1600, 1200).png().toBuffer())],
    ['通知.docx', docx()],
  ])
})
afterAll(() => stage.close())

test.for(sizes)(
  'a PDF is read in the page %s: drawn where it is looked at, its text can be found and taken along',
  async ([, size]) => {
    const { page, calm } = await arriveAt(stage, path, size)
    const document = await openFile(page, '安全手册.pdf')
    await document.getByText('第 1 章 校园安全').waitFor()
    const drawnPages = () => document.locator('canvas').count()
    await expect.poll(drawnPages).toBeGreaterThan(0)
    expect(await drawnPages()).toBeLessThan(6)
    expect(await inkOf(document.getByRole('region', { name: '第 1 页' }).locator('canvas'))).toBeGreaterThan(100)
    await expectReadable(page)
    const number = document.getByRole('textbox', { name: '页码' })
    await number.fill('9')
    await number.press('Enter')
    await document.getByText('第 9 章 校园安全').waitFor()
    await expect.poll(() => number.inputValue()).toBe('9')
    expect(await drawnPages()).toBeLessThan(8)
    const paper = document.getByRole('region', { name: '第 9 页' })
    const before = (await paper.boundingBox())?.width ?? 0
    await document.getByRole('button', { name: '放大' }).press('Enter')
    await expect.poll(async () => (await paper.boundingBox())?.width).toBeGreaterThan(before * 1.2)
    await expect.poll(() => number.inputValue()).toBe('9')
    await document.getByRole('group', { name: '安全手册.pdf' }).press('0')
    await expect.poll(async () => (await paper.boundingBox())?.width).toBeCloseTo(before, 0)
    await closeFile(page, '安全手册.pdf')
    calm()
  },
)

/** Counts the points of a drawing that are not white. */
const inkOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const brush = element.getContext('2d') as CanvasRenderingContext2D
    const points = new Uint32Array(brush.getImageData(0, 0, element.width, element.height).data.buffer)
    return points.filter((point) => point !== 0xffffffff).length
  })

test.for(sizes)('what no browser shows says what it is, and can be had %s', async ([, size]) => {
  const { page, calm } = await arriveAt(stage, path, size)
  const window = await openFile(page, '通知.docx')
  await window.getByRole('img', { name: '文档' }).waitFor()
  const saved = page.waitForEvent('download')
  await window.getByRole('link', { name: '下载' }).first().press('Enter')
  expect((await saved).suggestedFilename()).toBe('通知.docx')
  await expectReadable(page)
  calm()
})

test('a link whose time is over says so instead of an empty window', async () => {
  const { page } = await arriveAt(stage, path, desktop)
  await page.route('**/files/**', (route) => route.fulfill({ status: 404, body: '{}' }))
  for (const name of ['安全手册.pdf', '操场.png']) {
    const window = await openFile(page, name)
    await window
      .getByRole('alert')
      .getByText(/刷新页面后再试/)
      .waitFor()
    await closeFile(page, name)
  }
})
