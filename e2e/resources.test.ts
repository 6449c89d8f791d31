import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Size, type Stage } from './browser.ts'

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

test.each([
  ['at a desk', desktop, '背影'],
  ['on a phone', phone, '春'],
] as const)('a lesson goes from one school through the bureau to a teacher of another, %s', async (_, size, resName) => {
  const teacher = await open('/resource/my', 'teacher', size)
  await teacher.page.getByRole('button', { name: '上传资源' }).click()
  const upload = teacher.page.getByRole('dialog', { name: '上传资源' })
  await upload.locator('input[type=file]').setInputFiles(text(`${resName}.txt`))
  await upload.getByRole('combobox', { name: '分类' }).click()
  await teacher.page.getByRole('treeitem').getByText('教案', { exact: true }).first().click()
  await upload.getByRole('radio', { name: /^本区/ }).check()
  await upload.getByRole('button', { name: '上传', exact: true }).click()
  await teacher.told('已上传 1 个资源')
  const own = teacher.page.getByRole('listitem').filter({ has: teacher.page.getByText(resName, { exact: true }) })
  await own.getByText('待审核').waitFor()

  const bureau = await open('/res/res?tab=review', 'bureau', size)
  await bureau.page.getByRole('button', { name: new RegExp(`^${resName}|${resName} `) }).click()
  await bureau.page.getByText(`${resName}.txt`).waitFor()
  await bureau.page.getByRole('button', { name: '同意' }).click()
  await bureau.told('已同意共享')

  const other = await open('/resource/home?scope=2', 'multi', size)
  await other.page.getByRole('searchbox', { name: '搜索资源' }).fill(resName)
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('link', { name: new RegExp(resName) }).click()
  await other.page.getByRole('heading', { name: resName, exact: true }).waitFor()
  await other.page.getByRole('button', { name: '收藏' }).click()
  await other.page.getByRole('button', { name: '已收藏', pressed: true }).waitFor()
  const [saved] = await Promise.all([
    other.page.waitForEvent('download'),
    other.page.locator('.details-acts').getByRole('link', { name: '下载' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`${resName}.txt`)
  await other.page.goBack()
  expect(await other.page.getByRole('searchbox', { name: '搜索资源' }).inputValue()).toBe(resName)
  await other.page.getByRole('link', { name: '我的资源' }).click()
  await other.page.getByRole('tab', { name: '收藏' }).click()
  await other.page.getByRole('link', { name: new RegExp(resName) }).waitFor()
  for (const visitor of [teacher, bureau, other]) {
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    visitor.calm()
  }
})

test.each(['/resource/details', '/resource/file'])(
  'an address %s without a resource says so and leads to all of them; one of none there is says that, and not that a number is missing',
  async (path) => {
    const { page, calm } = await open(path, 'teacher')
    await page.getByText('没有指明是哪个资源').waitFor()
    await page.getByRole('link', { name: '看全部资源' }).click()
    await page.getByRole('searchbox', { name: '搜索资源' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/resource/home')
    calm()
    await page.goto(`${stage.server.url}${path}?no=NOPE`)
    await page.locator('main').getByText('记录不存在或不在可访问的范围内').waitFor()
    expect(await page.getByText('资源编号不能为空').count()).toBe(0)
  },
)
