import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../test/support/photoZip.ts'
import { zipOf } from '../test/support/uploads.ts'
import { openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('photos of a ZIP are checked beside the old ones, one of several is chosen, written, seen, and taken back', async () => {
  const { page, told, calm } = await stage.arrive('/ent/emp', 'school')
  await page.getByRole('button', { name: '导入' }).click()
  await page.getByRole('menuitem', { name: '照片', exact: true }).click()
  await page.getByRole('heading', { name: '导入照片' }).waitFor()
  const [red, blue] = await Promise.all([picture('#c00'), picture('#00c')])
  const buffer = zipOf([
    { name: '照片/1001_曹静.jpg', data: red },
    { name: '照片/1002.jpg', data: red },
    { name: '照片/1002-2.jpg', data: blue },
    { name: '照片/1003.jpg', data: red },
    { name: '照片/春游.jpg', data: red },
    { name: '照片/名单.txt', data: Buffer.from('字') },
  ])
  await page.locator('input[type=file]').setInputFiles({ name: '照片.zip', mimeType: 'application/zip', buffer })
  await page.getByText('照片.zip，证件照，文件名是工号').waitFor()
  const tabs = page.locator('.page-tools .ant-segmented-item')
  await expect.poll(() => tabs.allTextContents()).toEqual(['全部 6', '替换 2', '多张 2', '未匹配 1', '不能用 1'])
  const shown = (image: Element) => (image as HTMLImageElement).naturalWidth
  await expect.poll(() => page.getByAltText('曹静新的照片').evaluate(shown)).toBe(358)

  await page.getByRole('button', { name: '去选' }).click()
  await expect.poll(() => page.locator('.photo-card').count()).toBe(2)
  await page.getByRole('button', { name: '用这张：1002-2.jpg' }).click()
  await page.getByRole('button', { name: '写入 3 张' }).waitFor()
  await page.getByRole('button', { name: '排除：1003.jpg' }).click()
  // Checks that a reload finds it as it was.
  await page.reload()
  await expect.poll(() => tabs.allTextContents()).toEqual(['全部 6', '替换 2', '未匹配 1', '不能用 1', '已排除 2'])
  await page.getByRole('button', { name: '写入 2 张' }).click()
  await page.getByText('共 6 个文件：2 个替换了原来的，1 个没有找到员工，1 个不能用，2 个已排除。').waitFor()
  await page.getByRole('button', { name: '查看员工' }).click()
  await page.getByRole('link', { name: '曹静', exact: true }).click()
  await expect.poll(() => page.getByAltText('曹静的证件照').evaluate(shown)).toBe(358)
  // Tells photos apart by the number of their file, which stands in the link.
  const fileOf = async () => (await page.getByAltText('曹静的证件照').getAttribute('src'))?.split('.')[2]
  const imported = await fileOf()
  await page.getByRole('button', { name: '撤销' }).click()
  await told('撤销成功')
  await expect.poll(fileOf).not.toBe(imported)
  await expect.poll(() => page.getByAltText('曹静的证件照').evaluate(shown)).toBe(358)
  calm()
})

test('on a phone nothing of it is wider than the screen, and a file that is no ZIP says so', async () => {
  const { page, calm } = await stage.arrive('/ent/emp/pictures', 'company', phone)
  await page.getByText('点这里选择 ZIP 压缩包，或把它拖进来').waitFor()
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await choose('照片.zip', Buffer.from('Rar!'))
  await page.getByText('这不是 ZIP 压缩包，或者没有传完整').waitFor()
  await choose('照片.zip', zipOf([{ name: `${'很长的名字'.repeat(30)}.jpg`, data: await picture('#0c0') }]))
  await page.getByText('没有工号、身份证号或员工编号是它的员工').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.getByRole('button', { name: '重新选择' }).click()
  await page.getByRole('dialog', { name: '放弃这批照片' }).getByRole('button', { name: '放弃' }).click()
  await page.getByText('点这里选择 ZIP 压缩包，或把它拖进来').waitFor()
  calm()
})
