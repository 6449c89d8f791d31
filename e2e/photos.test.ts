import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { clientOf } from '../test/support/harness.ts'
import { portrait } from '../test/support/uploads.ts'
import { openStage, type Stage, type Visitor } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Hands in a teacher's own photo, for which there is no screen yet. */
async function handIn(rem: string) {
  const { token, user } = await clientOf(stage.server).call(signin.login, { name: 'teacher', pwd: 'Campus2026' })
  const teacher = clientOf(stage.server, token)
  const { fileNo } = await teacher.call(upload.upload, { file: await portrait() })
  await teacher.call(emp.applyforempcardpht, { empNo: user.idntVal, cardPht: fileNo, rem })
  return user.nickName
}

async function openAt(path: string, heading: string): Promise<Visitor> {
  const visitor = await stage.arrive(path, 'school')
  await visitor.page.getByRole('heading', { name: heading }).waitFor()
  return visitor
}

test('an administrator chooses a photo, which is cut, saved at once, and seen with the details', async () => {
  const { page, told, calm } = await openAt('/ent/emp', '员工管理')
  await page.getByRole('button', { name: '更多操作：曹静', exact: true }).click()
  await page.getByRole('menuitem', { name: '证件照' }).click()
  const dialog = page.getByRole('dialog', { name: '曹静的证件照' })
  // Begins where the photo is chosen.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^[上换].*照片$/)
  expect(await dialog.getByRole('button', { name: '保存' }).isEnabled()).toBe(false)
  await dialog.locator('input[type=file]').setInputFiles({ name: '说明.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('字') })
  await told('这个文件不是能打开的图片，请选 png、jpg、gif、svg 或 ico，不超过 20 MB')
  const buffer = Buffer.from(await (await portrait()).arrayBuffer())
  await dialog.locator('input[type=file]').setInputFiles({ name: '曹静.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('dialog', { name: '裁剪照片' }).getByRole('button', { name: '裁剪' }).click()
  const size = (picture: Element) => [(picture as HTMLImageElement).naturalWidth, (picture as HTMLImageElement).naturalHeight]
  await expect.poll(() => dialog.getByAltText('新照片').evaluate(size)).toEqual([358, 441])
  await dialog.getByRole('button', { name: '保存' }).click()
  await told('保存成功')
  await page.getByRole('link', { name: '曹静', exact: true }).click()
  await expect.poll(() => page.getByAltText('曹静的证件照').evaluate(size)).toEqual([358, 441])
  calm()
})

test('a photo that somebody hands in waits, passes and is in use; another is refused with a reason', async () => {
  const name = await handIn('新拍的')
  const { page, calm } = await openAt('/ent/photo', '照片审核')
  const card = page.locator('.photo-card', { hasText: name })
  await card.getByText('说明：新拍的').waitFor()
  await page.getByRole('button', { name: `通过${name}的照片` }).click()
  await page.getByText('没有待审照片').waitFor()
  await handIn('换一张')
  await page.reload()
  await card.getByAltText(`${name}现用的照片`).waitFor()
  await page.getByRole('button', { name: `驳回${name}的照片` }).click()
  const dialog = page.getByRole('dialog', { name: '驳回 1 张照片' })
  await dialog.getByRole('button', { name: '驳回' }).click()
  await dialog.getByText('驳回原因不能为空').waitFor()
  await dialog.getByLabel('驳回原因').fill('背景不是白色')
  await dialog.getByRole('button', { name: '驳回' }).click()
  await page.getByText('没有待审照片').waitFor()
  await page.getByRole('button', { name: /^已驳回/ }).click()
  await card.getByText('驳回原因：背景不是白色').waitFor()
  await expect.poll(() => card.getByRole('button').count()).toBe(0)
  calm()
})
