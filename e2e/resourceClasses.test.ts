import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, type Size, type Stage } from './browser.ts'
import { openFilters } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`课文和练习 ${name}`) })

async function open(path: string, name: string, size: Size = desktop) {
  const visitor = await stage.arrive(path, name, size)
  visitor.page.setDefaultTimeout(20_000)
  return visitor
}

test('several files become resources that are named after them, each in a class of its own', async () => {
  const visitor = await open('/res/res', 'school')
  const { page } = visitor
  await page.getByRole('treeitem').getByText('班会与德育').click()
  await page.getByRole('button', { name: '上传' }).click()
  const upload = page.getByRole('dialog', { name: '上传资源' })
  await upload.locator('input[type=file]').setInputFiles([text('防震演练.txt'), text('植树节.txt')])
  await upload.getByLabel('防震演练.txt的资源名称').fill('防震演练方案')
  await upload.getByRole('button', { name: '上传 2 个资源' }).click()
  await visitor.told('已上传 2 个资源')
  for (const name of ['防震演练方案', '植树节'])
    await page.getByRole('row').filter({ hasText: name }).getByText('班会与德育').waitFor()
  visitor.calm()
})

test('a change of what is shared says that it is reviewed again', async () => {
  const { page } = await open('/res/res', 'school')
  const row = page.getByRole('row').filter({ hasText: '七年级上册单词表' })
  await row.getByRole('button', { name: /^更多操作/ }).click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: /^编辑/ })
  await form.getByText('已共享的资源改了名称、说明或文件后要重新审核').waitFor()
  await form.getByLabel('资源名称').fill('七年级上册单词表（修订）')
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByRole('row').filter({ hasText: '（修订）' }).getByText('待审核').waitFor()
})

test('the tree of classes is shaped by keys, and a class goes once its resources have another one', async () => {
  const visitor = await open('/res/rescls', 'school')
  const { page } = visitor
  const names = async () =>
    (await page.locator('.tree-panel .node-name').allTextContents()).filter((name) => ['科学', '班会与德育'].includes(name))
  await page.getByRole('treeitem').getByText('班会与德育').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(names).toEqual(['班会与德育', '科学'])
  await page.getByRole('button', { name: '删除' }).click()
  const dialog = page.getByRole('dialog', { name: '删除“班会与德育”' })
  expect(await dialog.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox').click()
  await page.getByRole('treeitem').getByText('语文', { exact: true }).last().click()
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect.poll(names).toEqual(['科学'])
  await page.keyboard.press('Control+z')
  await expect.poll(names).toEqual(['班会与德育', '科学'])
  visitor.calm()
})

test('an older resource is found by class and school year without typing, and a step back shows the list as it was', async () => {
  const visitor = await open('/resource/home', 'teacher')
  const { page } = visitor
  await page.getByRole('treeitem').getByText('数学').click()
  await openFilters(page)
  await page.getByRole('combobox', { name: '学年' }).click()
  await page.getByRole('option', { name: '上学年' }).or(page.locator('.ant-select-item').getByText('上学年')).last().click()
  await page.keyboard.press('Escape')
  await page.getByText('共 2 个资源').waitFor()
  await page.getByRole('link', { name: /一次函数的图象/ }).click()
  await page.getByRole('img', { name: '一次函数的图象.png' }).waitFor()
  await page.goBack()
  await page.getByText('共 2 个资源').waitFor()
  visitor.calm()
})
