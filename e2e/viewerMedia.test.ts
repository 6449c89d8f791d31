import { afterAll, beforeAll, expect, test } from 'vitest'
import { noise, own } from '../test/support/uploads.ts'
import { openStage, type Stage } from './browser.ts'
import { arriveAt, closeFile, expectReadable, meetingWith, openFile, sizes } from './fileWindow.ts'

let stage: Stage
let path: string
beforeAll(async () => {
  stage = await openStage()
  path = await meetingWith(stage, [
    ['操场.png', own(await noise(1600, 1200).png().toBuffer())],
    ['运动会.mp4', own(Buffer.from(await film(), 'base64'))],
    ['校歌.mp3', own(Buffer.alloc(417 * 400, silence))],
  ])
})
afterAll(() => stage.close())

// Makes one silent frame of an mp3.
const silence = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])

/** Records four seconds in the browser, in letters. */
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

test.for(sizes)('a picture fits %s and grows by buttons, keys, wheel and a double click', async ([, size]) => {
  const { page, calm } = await arriveAt(stage, path, size)
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
  const { page, calm } = await arriveAt(stage, path, size)
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
