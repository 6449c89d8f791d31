import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { goWithin } from './pages.ts'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.arrive('/ent/stuptr', 'school')
  await visitor.page.getByRole('heading', { name: '学生家长关系' }).waitFor()
})
afterAll(() => stage.close())

const page = () => visitor.page.locator('.tab-page:visible')
const dialog = () => visitor.page.getByRole('dialog').filter({ visible: true }).last()
const rows = () => page().locator('.table-row')

/** Reads the first two children of the list with the phone of the first one's guardian. */
async function families() {
  const { rows: found } = await stage.server.owner.query(`select s.stu_name, s.stu_no, p.ptr_no, p.ptr_name, p.auth_tel from stu s
    join edcunit u using (ent_no, unit_no) join stuptr l using (ent_no, stu_no) join ptr p using (ent_no, ptr_no)
    where s.ent_no = '0300000001' and s.stt = '1' order by s.stu_no limit 20`)
  const [first] = found
  return { first, other: found.find(({ ptr_no, stu_no }) => ptr_no !== first.ptr_no && stu_no !== first.stu_no) }
}

test('a phone is changed from the list in a few keys, shown with its new owner before, and taken back', async () => {
  const { first, other } = await families()
  const row = rows().filter({ hasText: first.ptr_name }).first()
  await row.getByRole('button', { name: `改手机：${first.stu_name}的${first.ptr_name}` }).click()
  await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe('authTel')
  await visitor.page.keyboard.type(other.auth_tel)
  await dialog().getByText(`这个手机是 ${other.ptr_name} 的`).waitFor()
  await dialog().getByLabel('新手机').fill('13912345678')
  await dialog().getByText('没有其他家长使用这个手机号。').waitFor()
  await visitor.page.keyboard.press('Enter')
  await visitor.told('修改电话号码成功')
  await row.getByText('139****5678').waitFor()
  await visitor.page.keyboard.press('Control+z')
  await row.getByText('139****5678').waitFor({ state: 'detached' })
})

test('a flag is switched where it stands', async () => {
  const { first } = await families()
  const box = page()
    .getByRole('checkbox', { name: `${first.stu_name}和${first.ptr_name}：接收消息` })
    .first()
  await box.click()
  await visitor.told('修改成功')
  await expect.poll(() => box.isChecked()).toBe(false)
})

test('whoever makes a guardian who is there already is asked, and links that person', async () => {
  const { first, other } = await families()
  await rows().getByRole('button', { name: first.stu_name, exact: true }).first().click()
  const drawer = visitor.page.locator('.ant-drawer:visible').last()
  await drawer.getByRole('button', { name: '新建家长' }).click()
  await dialog().getByLabel('认证手机').fill(other.auth_tel)
  await dialog().getByRole('button', { name: '是同一人，直接关联' }).click()
  await dialog().getByText(`${other.ptr_name}的姓名、手机等都不改`).waitFor()
  await dialog().getByRole('combobox', { name: '关系' }).click()
  await visitor.page.keyboard.type('其他亲属')
  await visitor.page.locator('.ant-select-item-option').filter({ hasText: '其他亲属' }).click()
  await dialog().getByRole('button', { name: '关联', exact: true }).click()
  await visitor.told('添加成功')
  const card = drawer.getByRole('region', { name: other.ptr_name })
  await card.getByText('其他亲属').waitFor()
  await drawer.getByText(`兄弟姐妹：`).getByText(other.stu_name).waitFor()
  await card.getByRole('button', { name: '解除关联' }).click()
  await dialog().getByRole('button', { name: '解除关联' }).click()
  await visitor.told('删除成功')
  await card.waitFor({ state: 'detached' })
})

test('a guardian is found by the child, and a deletion says who is left without any', async () => {
  await goWithin(visitor.page, ['/ent/ptr', '家长管理'])
  const { rows: found } = await stage.server.owner.query(`select s.stu_name, min(p.ptr_name) as ptr_name from stu s
    join stuptr l using (ent_no, stu_no) join ptr p using (ent_no, ptr_no) where s.ent_no = '0300000001' and s.stt = '1'
    group by s.ent_no, s.stu_no, s.stu_name having count(*) = 1 order by s.stu_no limit 1`)
  const [{ stu_name, ptr_name }] = found
  await page().getByPlaceholder('家长、孩子、手机').fill(stu_name)
  await page()
    .getByRole('button', { name: `更多操作：${ptr_name}` })
    .first()
    .click()
  await visitor.page.getByRole('menuitem', { name: '删除' }).click()
  await dialog().getByText(`${stu_name}没有别的家长，删除后一位家长也没有。`).waitFor()
  await dialog().getByRole('button', { name: '取消' }).click()
  visitor.calm()
})
