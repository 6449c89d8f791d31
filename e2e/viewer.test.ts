import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileState } from '#contract/attachment.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { minutes } from '../test/meetings.ts'
import { docx, noise, own } from '../test/uploads.ts'
import { desktop, openStage, phone, signedIn, type Size, type Stage, type Visitor } from './browser.ts'

let stage: Stage
let path: string
beforeAll(async () => {
  stage = await openStage()
  path = await meetingWithFiles()
})
afterAll(() => stage.close())

/** A meeting that has a document, a picture, a film, a sound, and what no browser shows. */
async function meetingWithFiles(): Promise<string> {
  const { client } = await signedIn(stage.server, 'school')
  const contents: [name: string, content: Buffer<ArrayBuffer>][] = [
    ['安全手册.pdf', own(readFileSync(new URL('../test/fixtures/handbook.pdf', import.meta.url)))],
    ['操场.png', own(await noise(1600, 1200).png().toBuffer())],
    ['运动会.mp4', own(Buffer.from(await film(), 'base64'))],
    ['校歌.mp3', own(Buffer.alloc(417 * 400, silence))],
    ['通知.docx', docx()],
  ]
  const atchs = []
  for (const [name, content] of contents) {
    const { fileNo, size } = await client.call(upload.upload, { file: new File([content], name) })
    atchs.push({ fileNo, name, size, success: FileState.sent })
  }
  const schds = [{ rdx: 1, sDt: minutes(60), eDt: minutes(120), place: '报告厅' }]
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '安全会', atchs, schds })
  return `/ent/mtg/${mtgNo}`
}

// One frame of an mp3 in which nothing is heard.
const silence = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])

/** Four seconds that a browser records, in letters. */
async function film(): Promise<string> {
  const { page } = await stage.visit('/login')
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D
    const drawing = setInterval(() => brush.fillRect(Math.random() * 200, Math.random() * 100, 30, 30), 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    recorder.start()
    await new Promise((resolve) => setTimeout(resolve, 4000))
    recorder.stop()
    await new Promise((resolve) => recorder.addEventListener('stop', resolve))
    clearInterval(drawing)
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  await page.close()
  return recorded
}

/** Opens a file of the meeting by keyboard alone; its window. */
async function openFile(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name }).press('Enter')
  const window = page.getByRole('dialog', { name })
  await window.waitFor()
  return window
}

/** Closes the window of a file; whoever opened it by keyboard is where they were. */
async function closeFile(page: Page, name: string) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
}

async function expectReadable(page: Page) {
  await page.locator('.ant-zoom-appear').waitFor({ state: 'detached' })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.file-window').analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

const sizes: [string, Size][] = [
  ['at a desk', desktop],
  ['on a phone', phone],
]

async function arrive(size: Size): Promise<Visitor> {
  const visitor = await stage.arrive(path, 'school', size)
  await visitor.page.getByRole('heading', { name: '安全会' }).waitFor()
  return visitor
}

test.for(sizes)(
  'a PDF is read in the page %s: drawn where it is looked at, its text can be found and taken along',
  async ([, size]) => {
    const { page, calm } = await arrive(size)
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

/** How many points of a drawing are not white. */
const inkOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const brush = element.getContext('2d') as CanvasRenderingContext2D
    const points = new Uint32Array(brush.getImageData(0, 0, element.width, element.height).data.buffer)
    return points.filter((point) => point !== 0xffffffff).length
  })

test.for(sizes)('a picture fits %s and grows by buttons, keys, wheel and a double click', async ([, size]) => {
  const { page, calm } = await arrive(size)
  const window = await openFile(page, '操场.png')
  const picture = window.getByRole('img', { name: '操场.png' })
  const pane = window.getByRole('group', { name: '操场.png' })
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const room = (await pane.boundingBox())?.width ?? 0
  await expect.poll(async () => (await width()) > 100 && (await width()) <= room).toBe(true)
  const fitting = await width()
  await window.getByRole('button', { name: '放大' }).press('Enter')
  await expect.poll(width).toBeCloseTo(fitting * 1.25, 0)
  await pane.press('-')
  await expect.poll(width).toBeCloseTo(fitting, 0)
  await pane.hover()
  await page.mouse.wheel(0, -100)
  await expect.poll(width).toBeCloseTo(fitting * 1.25, 0)
  await window.getByRole('button', { name: '适应' }).click()
  await expect.poll(width).toBeCloseTo(fitting, 0)
  await picture.dblclick()
  await expect.poll(width).toBeGreaterThan(fitting * 1.9)
  await expectReadable(page)
  await closeFile(page, '操场.png')
  calm()
})

test.for(sizes)('a film and a sound play in the page %s, from wherever one likes', async ([, size]) => {
  const { page, calm } = await arrive(size)
  const ranges: number[] = []
  page.on('response', (response) => response.url().includes('/files/') && ranges.push(response.status()))
  for (const [name, tag] of [
    ['运动会.mp4', 'video'],
    ['校歌.mp3', 'audio'],
  ] as const) {
    const window = await openFile(page, name)
    const at = await window.locator(tag).evaluate(async (player: HTMLMediaElement) => {
      if (player.readyState < 1) await new Promise((resolve) => player.addEventListener('loadedmetadata', resolve))
      player.currentTime = 2.5
      await new Promise((resolve) => player.addEventListener('seeked', resolve))
      return player.currentTime
    })
    expect(at).toBeCloseTo(2.5, 1)
    await expectReadable(page)
    await closeFile(page, name)
  }
  expect(new Set(ranges)).toEqual(new Set([206]))
  calm()
})

test.for(sizes)('what no browser shows says what it is, and can be had %s', async ([, size]) => {
  const { page, calm } = await arrive(size)
  const window = await openFile(page, '通知.docx')
  await window.getByRole('img', { name: '文档' }).waitFor()
  const saved = page.waitForEvent('download')
  await window.getByRole('link', { name: '下载' }).first().press('Enter')
  expect((await saved).suggestedFilename()).toBe('通知.docx')
  await expectReadable(page)
  calm()
})

test('a link whose time is over says so instead of an empty window', async () => {
  const { page } = await arrive(desktop)
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
