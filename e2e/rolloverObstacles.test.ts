import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../test/support/harness.ts'
import { pwdHash } from '../test/support/seedSchool.ts'
import { change, makePrimary, openImport, prepare } from '../test/support/primarySchool.ts'
import { openStage, phone, type Stage } from './browser.ts'
import { dragByMouse, dragByTouch } from './drag.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Opens a school of its own, whose administrator signs in. */
async function visitPrimary(size?: Parameters<Stage['visit']>[1]) {
  const school = await makePrimary(stage.server)
  await stage.server.owner.query('update account set pwd_hash = $1 where user_no = $2', [await pwdHash, school.admin.userNo])
  const visitor = await stage.visit('/login', size)
  const open = async () => {
    await visitor.signIn(school.admin.name)
    await visitor.page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
    await visitor.page.goto(`${stage.server.url}/ent/rollover`)
    await visitor.page.getByRole('table', { name: '两个学年对照' }).waitFor()
  }
  return { ...visitor, school, open }
}

test('whatever stands in the way is seen to by its own button, until nothing does', async () => {
  const { page, school, open, calm } = await visitPrimary()
  await prepare(school, {
    moves: [
      { stuNo: 'S112', kind: 'transfer', rsn: '随父母迁居' },
      { stuNo: 'S110', kind: 'skip', to: { unitNo: 'C41' }, rsn: '试' },
    ],
  })
  const ofSchool = `where ent_no = '${school.entNo}'`
  await change(
    school,
    `update stu set unit_no = 'C31' ${ofSchool} and unit_no = 'C32'; update stu set stt = '4' ${ofSchool} and stu_no = 'S610';
     update edcunit set name_lock = '1' ${ofSchool} and unit_no in ('G2', 'G6'); update edcunit set cur_sch_year = cur_sch_year + 1
       ${ofSchool} and unit_type = '1'`,
  )
  await openImport(school, (await makePerson(school, { name: '李老师' })).userNo)
  await open()
  const rail = page.getByRole('complementary', { name: '必须先处理的和提醒' })
  const press = (name: string) => rail.getByRole('button', { name }).click()
  await rail.getByRole('heading', { name: '必须先处理 6' }).waitFor()

  await press('查看')
  const wrong = page.getByRole('row').filter({ hasText: '跳级的去向不是高一级的班级' })
  await expect
    .poll(() => wrong.getByRole('button', { name: '移除学生110的例外' }).evaluate((one) => one.matches(':focus')))
    .toBe(true)
  await press('移除这些例外')
  await wrong.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: '学生112' }).waitFor()

  await press('修改名称')
  const names = page.getByRole('dialog', { name: '修改名称' })
  await names.getByLabel('“二年级”改为').waitFor()
  await names.getByRole('button', { name: '保存' }).click()
  await rail.getByRole('heading', { name: '必须先处理 4' }).waitFor()
  await press('放弃这些导入')
  await page.getByRole('dialog', { name: '放弃还没有写入的导入' }).getByRole('button', { name: '放弃', exact: true }).click()
  await press('停用这些班')
  await press('仍要再升级一次')
  await press('逐个决定去向')
  const form = page.getByRole('dialog', { name: '毕业班里休学的学生' })
  await form.getByLabel('学生610的变动').click()
  await page.getByTitle('毕业', { exact: true }).click()
  await form.getByLabel('学生610的原因').fill('随班毕业')
  await form.getByRole('button', { name: '保存 1 人' }).click()
  await page.getByText('可以升级了').waitFor()
  calm()
})

test('a student dragged from the class of this year onto one of the next changes class, chosen ones by the keyboard too', async () => {
  const { page, open, calm } = await visitPrimary()
  await open()
  const years = page.getByRole('table', { name: '两个学年对照' })
  for (const name of ['一年级', '二年级']) await years.getByRole('button', { name: `展开${name}的班级` }).click()
  await years.getByRole('button', { name: '展开一年级（1）班的学生' }).click()
  // Returns what becomes of a class, beside it.
  const beside = (name: string) =>
    years
      .getByRole('row')
      .filter({ hasText: new RegExp(`^${name}`) })
      .getByRole('cell')
      .last()
  await dragByMouse(years.getByText('学生110'), beside('一年级（2）班'))
  const form = page.getByRole('dialog', { name: '添加例外' })
  await form.getByText('学生110（一年级（1）班）').waitFor()
  expect(await form.getByRole('radio', { name: '调班' }).isChecked()).toBe(true)
  await form.getByLabel('原因').fill('家长申请')
  await form.getByRole('button', { name: '添加', exact: true }).click()
  await expect.poll(() => beside('一年级（2）班').innerText()).toContain('转入 1')
  await page.getByText('调班 1 人').waitFor()

  // Checks that a grade asks for the class, and that a place where nobody can go takes nothing.
  await dragByTouch(years.getByText('学生111'), beside('二年级 2 个班'))
  expect(await form.getByRole('radio', { name: '跳级' }).isChecked()).toBe(true)
  await form.getByText('班级或待分班').waitFor()
  await form.getByRole('button', { name: '取消' }).click()
  await dragByMouse(years.getByText('学生111'), beside('五年级'))
  expect(await form.count()).toBe(0)
  await years.getByRole('checkbox', { name: '学生111' }).press('Alt+m')
  const said = page.getByRole('status').getByText('二年级', { exact: true })
  for (let step = 0; step < 20 && (await said.count()) === 0; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await form.getByRole('radio', { name: '跳级' }).isChecked()).toBe(true)
  await form.getByRole('button', { name: '取消' }).click()

  for (const name of ['学生111', '学生112']) {
    await years.getByRole('checkbox', { name }).focus()
    await page.keyboard.press('Space')
  }
  await years.getByText('已选 2 名').waitFor()
  await years.getByRole('button', { name: '移到…' }).press('Enter')
  await form.getByText('学生111（一年级（1）班）、学生112（一年级（1）班）').waitFor()
  await form.getByText('留级', { exact: true }).click()
  await form.getByLabel('去向').fill('一年级（2）')
  await page.getByTitle(/^一年级（2）班（\d+ 人）$/).click()
  await form.getByLabel('原因').fill('家长申请')
  await form.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('留级 2 人').waitFor()
  await years.getByRole('listitem').filter({ hasText: '学生111' }).getByText('留级').waitFor()
  calm()
})

test('on a phone students are chosen and moved by the button', async () => {
  const { page, open, calm } = await visitPrimary(phone)
  await open()
  await page.getByRole('button', { name: '展开三年级的班级' }).click()
  await page.getByRole('button', { name: '展开三年级（1）班的学生' }).click()
  await page.getByText('学生310').click()
  await page.getByRole('button', { name: '移到…' }).click()
  await page.getByRole('dialog', { name: '添加例外' }).getByText('学生310（三年级（1）班）').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  calm()
})

test('a head teacher looks at it on a phone, and finds nothing to press', async () => {
  const { page, calm } = await stage.arrive('/ent/rollover', 'teacher', phone)
  await page.getByRole('table', { name: '两个学年对照' }).waitFor()
  expect(await page.getByRole('button', { name: '升级到2027学年' }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  calm()
})
