import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/access.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { asOwner } from '../test/support/harness.ts'
import { picture } from '../test/support/photoZip.ts'
import { portrait, zipOf } from '../test/support/uploads.ts'
import { openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const size = (image: Element) => (image as HTMLImageElement).naturalWidth

/** Chooses a face photo of whoever is open, which cannot be saved before its consent; returns the window. */
async function chooseFace(page: Page, name: string | null) {
  await page.getByRole('tab', { name: '照片' }).click()
  await page.getByRole('button', { name: '提交人脸照' }).click()
  const dialog = page.getByRole('dialog', { name: `${name}的人脸照` })
  const buffer = Buffer.from(await (await portrait()).arrayBuffer())
  await dialog.locator('input[type=file]').setInputFiles({ name: '照片.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('dialog', { name: '裁剪照片' }).getByRole('button', { name: '裁剪' }).click()
  await expect.poll(() => dialog.getByAltText('新照片').evaluate(size)).toBe(600)
  expect(await dialog.getByRole('button', { name: '保存' }).isEnabled()).toBe(false)
  return dialog
}

test('a face is saved once a guardian has consented, is seen with who it was, and goes for good when the consent is withdrawn', async () => {
  const { page, told, calm } = await stage.arrive('/ent/stu', 'school')
  const name = await page.locator('.table-row .row-button').first().textContent()
  await page.locator('.table-row .row-button').first().click()
  const dialog = await chooseFace(page, name)
  await dialog.getByText('监护人已同意采集人脸，并知道可以改用卡片').click()
  await dialog.getByLabel('同意的监护人').click()
  await page.locator('.ant-select-item-option').first().click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await told('保存成功')
  await expect.poll(() => page.getByAltText(`${name}的人脸照`).evaluate(size)).toBe(600)
  await page.getByText(/（.+）已同意采集人脸。/).waitFor()
  await page.getByRole('button', { name: '撤回同意并删除' }).click()
  await page
    .getByRole('dialog', { name: `删除“${name}”的人脸照` })
    .getByRole('button', { name: '删除' })
    .click()
  await told('人脸照已删除')
  await expect.poll(() => page.getByAltText(`${name}的人脸照`).count()).toBe(0)
  calm()
})

test('a photo that is handed in for a child is reviewed beside those of employees, and is then in use', async () => {
  const { client, user } = await signedIn(stage.server, 'teacher')
  const { entNo, idntVal: empNo } = user
  // Removes the right of a head teacher to set photos at once.
  await asOwner(stage.server, entNo, (db) =>
    db.insertInto('emppwr').values({ entNo, empNo, mdlCode: 'stu', pwrNo: actions.set, addDelFlag: '2' }).execute(),
  )
  const [child] = await client.call(stu.getrolelist)
  const { stuNo, stuName, unitName } = child as NonNullable<typeof child>
  const { fileNo } = await client.call(upload.upload, { file: await portrait() })
  await client.call(stu.applyforstucardpht, { stuNo, cardPht: fileNo, rem: '新拍的' })

  const { page, calm } = await stage.arrive('/ent/photo?owner=stu', 'school')
  const card = page.locator('.photo-card', { hasText: stuName })
  await card.getByText(unitName).waitFor()
  await card.getByText('说明：新拍的').waitFor()
  await page.getByRole('button', { name: `通过${stuName}的照片` }).click()
  await page.getByText('没有符合条件的记录').waitFor()
  const [photo] = await client.call(stu.getphotos, { stuNo })
  expect(photo).toMatchObject({ phtType: 'card', stt: '2', url: expect.any(String) })
  calm()
})

test('photos of a ZIP are checked beside the classes of the children, written, and taken back', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { datas } = await client.call(stu.getpage, { pageSize: 100, pageIndex: 4, stt: '1' })
  const unseen = datas.filter(({ cardPht }) => cardPht === null)
  const [one, two] = unseen as [(typeof datas)[number], (typeof datas)[number]]
  const { page, calm, told } = await stage.arrive('/ent/stu/pictures', 'school', phone)
  await page.getByRole('heading', { name: '导入学生照片' }).waitFor()
  const red = await picture('#c00')
  const buffer = zipOf([one, two].map(({ stdyNo }) => ({ name: `${stdyNo}.jpg`, data: red })))
  await page.locator('input[type=file]').setInputFiles({ name: '照片.zip', mimeType: 'application/zip', buffer })
  await page.getByText('照片.zip，证件照，文件名是学号').waitFor()
  await expect.poll(() => page.getByAltText(`${two.stuName}新的照片`).evaluate(size)).toBe(358)
  expect(await page.locator('.photo-card', { hasText: one.stuName }).first().textContent()).toContain(one.unitName)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.getByRole('button', { name: '写入 2 张' }).click()
  await page.getByText('共 2 个文件：2 个新增。').waitFor()
  await page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()
  await told('撤销成功')
  expect((await client.call(stu.getex, { stuNo: one.stuNo })).cardPht).toBe(null)
  calm()
})

test('a guardian’s face is saved once they have consented, and photos of many come in a ZIP', async () => {
  const { page, told, calm } = await stage.arrive('/ent/ptr', 'school')
  const opened = page.locator('.table-row .row-button').first()
  const name = await opened.textContent()
  await opened.click()
  const dialog = await chooseFace(page, name)
  await dialog.getByText('本人已同意采集人脸，并知道可以改用卡片').click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await told('保存成功')
  await expect.poll(() => page.getByAltText(`${name}的人脸照`).evaluate(size)).toBe(600)
  await page.getByRole('tab', { name: '资料' }).click()
  const facts = page.getByRole('complementary').filter({ hasText: '家长编号' })
  const ptrNo = /P\d+/.exec(await facts.innerText())?.[0] ?? ''
  await page.getByRole('button', { name: '关闭', exact: true }).first().click()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '导入照片' }).click()
  await page.getByText('照片用手机号、身份证号或家长编号做文件名').waitFor()
  const zip = {
    name: '照片.zip',
    mimeType: 'application/zip',
    buffer: zipOf([{ name: `${ptrNo}.jpg`, data: await picture('#369') }]),
  }
  await page.locator('input[type=file]').setInputFiles(zip)
  await page.getByRole('button', { name: /^写入/ }).click()
  await told('添加成功')
  calm()
})
