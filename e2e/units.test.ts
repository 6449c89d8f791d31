import { afterAll, beforeAll, expect, test } from 'vitest'
import { StudentState } from '#domain/units/units.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { openStage, phone, signedIn, type Stage, type Visitor } from './browser.ts'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.arrive('/ent/edcunit', 'school')
  await node('本部校区').waitFor()
})
afterAll(() => stage.close())

const tree = () => visitor.page.getByRole('tree').first()
const node = (name: string) => tree().getByText(name, { exact: true })
const names = () => tree().locator('.node-name').allInnerTexts()

async function act(name: string, item: string) {
  await node(name).click({ button: 'right' })
  await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a campus gets grades with classes at once, one is renamed by hand, put in order, disabled and taken back', async () => {
  const { page, calm } = visitor
  await act('晨光市第一实验学校', '新建下级')
  const form = page.getByRole('dialog')
  await form.getByText('校区', { exact: true }).click()
  await form.getByLabel('单元名称').fill('东校区')
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('heading', { name: '东校区', exact: true }).waitFor()
  await page.getByText('还没有年级').waitFor()

  await page.locator('.page-head').getByRole('button', { name: '新建年级与班级' }).click()
  await form.getByLabel('一年级的班级数').fill('2')
  await form.getByLabel('二年级的班级数').fill('1')
  await form.getByText('一年级（1）班 至 一年级（2）班').waitFor()
  await form.getByRole('button', { name: '新建 2 个年级 3 个班' }).click()
  await page.getByText('“东校区”已新建 2 个年级').waitFor()
  const below = page.getByRole('row').filter({ hasText: '2026' })
  await below.getByRole('button', { name: '一年级', exact: true }).click()
  await page.getByRole('heading', { name: '东校区 / 一年级' }).waitFor()

  await page.getByRole('button', { name: '一年级（2）班', exact: true }).click()
  await page.locator('.split-main').getByRole('button', { name: '修改' }).click()
  await form.getByLabel('单元名称').fill('一年级实验班')
  await form.getByText('按学校的规则叫“一年级（2）班”').waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '东校区 / 一年级 / 一年级实验班' }).waitFor()

  await node('一年级实验班').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await names()).indexOf('一年级实验班') - (await names()).lastIndexOf('一年级（1）班')).toBe(-1)
  await act('一年级实验班', '停用')
  await page.getByText('“一年级实验班”已停用').waitFor()
  await tree().locator('.node', { hasText: '一年级实验班' }).getByText('停用').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => tree().locator('.tag.off').count()).toBe(0)
  calm()
})

test('a grade does not move to another period, and is told why before and after the try', async () => {
  const { page, calm } = visitor
  await act('八年级', '移动')
  const picker = page.getByRole('dialog', { name: '移动“八年级”' })
  await picker.getByText('小学部', { exact: true }).click()
  await picker.getByText('“八年级”和“小学部”的学段不同，不能移到它之下').waitFor()
  expect(await picker.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true)
  await picker.getByRole('button', { name: '取消' }).click()
  await node('八年级').click()
  await page.keyboard.press('Control+x')
  await node('小学部').click()
  await page.keyboard.press('Control+v')
  await page.getByText('“八年级”和“小学部”的学段不同，不能移到它之下').waitFor()
  calm()
})

test('a grade that leaves says whom it touches, and stands in the branch of those who left', async () => {
  const { page, calm } = visitor
  const { client } = await signedIn(stage.server, 'school')
  const suspended = await client.call(stu.getexlist, { stt: StudentState.suspended })
  const stay = suspended.filter(({ path }) => path?.includes('九年级')).length
  await act('九年级', '毕业')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 个班级归入“已毕业”，不能再加入学生').waitFor()
  await dialog.getByRole('button', { name: '毕业', exact: true }).click()
  await node('已毕业').waitFor()
  await expect.poll(() => node('九年级').count()).toBe(0)
  const stayed = page.getByRole('dialog', { name: `${stay} 名休学学生没有毕业` })
  await stayed.getByRole('button', { name: '知道了' }).click()
  await stayed.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: '撤销提示' }).getByText('“九年级”已毕业').waitFor()
  await page.keyboard.press('Control+z')
  await node('九年级').waitFor()
  calm()
})

test('on a phone the tree opens from the path, and units are cards', async () => {
  const { page, calm } = await stage.arrive('/ent/edcunit', 'school', phone)
  await page.getByRole('button', { name: '晨光市第一实验学校' }).click()
  await page.getByRole('tree').getByText('初中部', { exact: true }).click()
  await page.getByRole('heading', { name: '本部校区 / 初中部' }).waitFor()
  await expect.poll(() => page.locator('.card').count()).toBe(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  calm()
})
