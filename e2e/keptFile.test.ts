import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
const folder = mkdtempSync(join(tmpdir(), 'campus-kept-'))
const film = join(folder, '运动会.mp4')
const other = join(folder, '春游.mp4')
beforeAll(async () => {
  const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  writeFileSync(film, Buffer.concat([head, randomBytes(23 * 2 ** 20)]))
  writeFileSync(other, Buffer.concat([head, randomBytes(2 ** 20)]))
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a form that was left while a film was on its way asks for the same film, and goes on where it stopped', async () => {
  const { page, told } = await stage.arrive('/ent/mtg', 'school')
  const openForm = async () => {
    await page.getByRole('button', { name: '起草会议' }).first().click()
    return page.getByRole('dialog', { name: '起草会议' })
  }
  const row = page.getByRole('list', { name: '附件' }).getByRole('listitem')
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
  const form = await openForm()
  await form.getByLabel('会议名称').fill('放电影')
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/draft/set') && /运动会/.test(response.request().postData() ?? ''),
  )
  await form.locator('.attachments input[type=file]').first().setInputFiles(film)
  await Promise.all([kept, expect.poll(() => arrived === 2 && chunks > 2).toBe(true)])
  // Holds it until the page is gone: released before, the third might still arrive.
  await page.reload()
  await page.unroute(/uploadchunk/)

  await openForm()
  await row.getByText('上次没有传完').waitFor()
  const choose = async (path: string) => {
    const chooser = page.waitForEvent('filechooser')
    await row.getByRole('button', { name: '继续运动会.mp4' }).press('Enter')
    await (await chooser).setFiles(path)
  }
  await choose(other)
  await told('“春游.mp4”不是同一个文件，请选择“运动会.mp4”（23 MB）')
  const again: number[] = []
  page.on('request', (request) => request.url().includes('uploadchunk') && again.push(1))
  await choose(film)
  await expect.poll(() => row.getByRole('progressbar').count(), { timeout: 60_000 }).toBe(0)
  await expect.poll(() => row.getByRole('alert').count()).toBe(0)
  expect(await row.count()).toBe(1)
  // Checks that two of five chunks were there.
  expect(again.length).toBe(3)
  await form.getByRole('button', { name: '起草', exact: true }).click()
  await told('起草会议成功')
})
