import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { buildInputs } from './inputs/build.ts'

let stage: Stage
let page: Page
const folder = mkdtempSync(join(tmpdir(), 'campus-upload-'))
const film = join(folder, '运动会.mp4')
beforeAll(async () => {
  const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  writeFileSync(film, Buffer.concat([head, randomBytes(31 * 2 ** 20)]))
  stage = await openStage(await buildInputs())
  page = (await stage.visit()).page
  page.setDefaultTimeout(20_000)
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

const choose = () => page.locator('.attachments input[type=file]').setInputFiles(film)
const row = () => page.getByRole('list', { name: '附件' }).getByRole('listitem')

test('a film rests and goes on, also after the page was left: what was sent is not sent again', async () => {
  let chunks = 0
  let arrived = 0
  page.on('response', (response) => {
    if (response.url().includes('uploadchunk')) arrived += 1
  })
  // Stops the network after two chunks, as on a bad day.
  await page.route(/uploadchunk/, async (route) => {
    chunks += 1
    if (chunks <= 2) await route.continue()
  })
  await choose()
  await expect.poll(() => arrived === 2 && chunks > 2).toBe(true)
  await row().getByRole('button', { name: '暂停运动会.mp4' }).click()
  await row().getByText('已暂停').waitFor()
  await page.unroute(/uploadchunk/)
  await page.reload()
  const left = page.getByRole('group', { name: '没传完的文件' })
  await left.getByText('运动会.mp4').waitFor()
  const again: number[] = []
  page.on('request', (request) => request.url().includes('uploadchunk') && again.push(1))
  await choose()
  await expect.poll(() => row().getByRole('progressbar').count(), { timeout: 60_000 }).toBe(0)
  expect(await row().getByRole('alert').count()).toBe(0)
  expect(again.length).toBe(5)
  expect(await left.count()).toBe(0)
  await row().getByRole('button', { name: '移除运动会.mp4' }).click()
  await choose()
  await expect.poll(() => row().getByRole('progressbar').count(), { timeout: 60_000 }).toBe(0)
  // Expects no new upload, for the school has it already.
  expect(again.length).toBe(5)
})
