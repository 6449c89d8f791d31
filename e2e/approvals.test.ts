import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeLinks } from '../test/support/noticeLinks.ts'
import { newColumn } from '#contract/form/initial.ts'
import { newStep } from '#domain/approvals/approvals.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a teacher reports a defect on the phone; the office sees it in the inbox, returns it, and passes what is handed in again with its result', async () => {
  const teacher = await stage.arrive('/user/tsk', 'teacher', phone)
  await teacher.page.getByRole('button', { name: '发起申请' }).click()
  await teacher.page.getByRole('button', { name: /^报修/ }).click()
  const form = teacher.page.getByRole('dialog', { name: '报修' })
  // Leaves to the office what the office fills in.
  await form.getByLabel('地点').waitFor()
  expect(await form.getByLabel('处理结果').count()).toBe(0)
  await form.getByRole('button', { name: '提交' }).click()
  await form.getByText('地点不能为空').waitFor()
  await form.getByLabel('地点').fill('图书馆二层')
  await form.getByLabel('联系电话').fill('13900001234')
  await form.getByLabel('故障说明').fill('灯不亮')
  await form.getByRole('button', { name: '提交' }).click()
  await teacher.page.getByText('总务处理').first().waitFor()

  const { page, calm } = await stage.arrive('/message/index', 'school', desktop)
  await page
    .getByRole('link', { name: /请审批：.+的报修/ })
    .or(page.getByRole('button', { name: /请审批：.+的报修/ }))
    .first()
    .click()
  await page.getByRole('button', { name: '去处理' }).click()
  await page.getByText('图书馆二层').waitFor()
  await page.getByText('139****1234').waitFor()
  await page.getByRole('button', { name: '退回' }).click()
  const back = page.getByRole('dialog', { name: '退回申请' })
  await back.getByRole('button', { name: '退回' }).click()
  await back.getByText('原因不能为空').waitFor()
  await back.getByLabel('原因').fill('哪一盏灯？')
  await back.getByRole('button', { name: '退回' }).click()
  await page.getByText('已退回').first().waitFor()

  await teacher.page.reload()
  await teacher.page.getByText('哪一盏灯？').waitFor()
  await teacher.page.getByRole('button', { name: '修改后重新提交' }).click()
  await teacher.page.getByLabel('故障说明').fill('靠窗的灯不亮')
  await teacher.page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await teacher.page.getByText('重新提交', { exact: true }).first().waitFor()

  await page.reload()
  await page.getByText('靠窗的灯不亮').waitFor()
  await page.getByRole('button', { name: '同意' }).click()
  const pass = page.getByRole('dialog', { name: '同意申请' })
  await pass.getByLabel('处理结果').fill('换了灯管')
  await pass.getByRole('button', { name: '同意' }).click()
  await page.getByText('已通过').first().waitFor()
  await page.getByText('换了灯管').waitFor()
  calm()
  teacher.calm()
})

test('a guardian asks leave for a child on the phone, what is typed is kept, and the head teacher passes it in three clicks', async () => {
  const { server } = stage
  const { rows } = await server.owner.query<{ title: string }>(
    `select m.title from msg m join msgto t using (ent_no, msg_no) join stuptr l using (ent_no, stu_no, ptr_no)
      join emp e on e.ent_no = m.ent_no and e.emp_no = m.emp_no
      where l.grd_flag = '1' and l.msg_flag = '1' and m.stt = '3' and m.abt_type is null order by m.sent_tm desc limit 1`,
  )
  const [link] = await noticeLinks(server, rows[0]?.title ?? '')
  const family = await stage.visit(link?.link ?? '', phone)
  await family.page.getByRole('button', { name: '打开通知' }).click()
  await family.page.getByRole('link', { name: /请假或申请$/ }).click()
  await family.page.getByRole('button', { name: /^学生请假/ }).click()
  await family.page.getByRole('button', { name: '提交' }).click()
  await family.page.getByText('事由不能为空').first().waitFor()
  await family.page.getByLabel('事由').fill('家里有事，下午回校')
  await family.page.getByText('写的内容已保存').waitFor()
  await family.page.reload()
  await family.page.getByRole('button', { name: /^学生请假/ }).click()
  expect(await family.page.getByLabel('事由').inputValue()).toBe('家里有事，下午回校')
  await family.page.getByRole('textbox', { name: '开始日期' }).fill('2099-03-01')
  await family.page.getByRole('textbox', { name: '截止日期' }).fill('2099-03-01')
  await family.page.keyboard.press('Tab')
  const kind = family.page.getByLabel('请假类型').or(family.page.getByLabel('类型'))
  await kind.first().selectOption({ label: '事假' })
  expect(await family.page.locator('body').evaluate((body) => body.scrollWidth)).toBeLessThanOrEqual(390)
  await family.page.getByRole('button', { name: '提交' }).click()
  await family.page
    .getByText(/审批中/)
    .first()
    .waitFor()
  const title = (await family.page.getByRole('heading', { level: 1 }).textContent()) ?? ''

  const { page, calm } = await stage.arrive('/user/tsk', 'teacher', desktop)
  await page
    .getByRole('link', { name: title })
    .or(page.getByRole('button', { name: title }))
    .first()
    .click()
  await page.getByText('家长通过通知链接提交，请向家长核实').waitFor()
  await page.getByRole('button', { name: '同意' }).click()
  await page.getByRole('dialog', { name: '同意申请' }).getByRole('button', { name: '同意' }).click()
  await page.getByText('教务主任').first().waitFor()
  calm()
  family.calm()
})

test('answers of a collection are approved: a teacher answers on the phone, the office passes it, and both read that it passed', async () => {
  const { server } = stage
  const office = await signedIn(server, 'school')
  const teacher = await signedIn(server, 'teacher')
  const { client } = office
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '06', tmplName: '外出培训申报' })
  const billClmns = [
    newColumn('c1', '培训名称', { ctrlNo: 'text', mustFlag: '1' }),
    newColumn('c2', '报销额度', { ctrlNo: 'number' }),
  ]
  await client.call(bill.savetmplclmns, { tmplNo, billClmns })
  await client.call(bill.publishtmpl, { tmplNo })
  const { flowNo } = await client.call(flow.create, { flowName: '外出培训审核', tmplNo })
  const steps = [newStep('s1', '办公室', { who: 'named', empNos: [office.user.idntVal], fills: ['c2'] })]
  await client.call(flow.update, { flowNo, startBy: 'none', steps })
  await client.call(flow.publish, { flowNo })

  const { page, calm } = await stage.arrive('/ent/hnd', 'school', desktop)
  await page.getByRole('button', { name: '发起收集' }).first().click()
  const form = page.getByRole('dialog', { name: '发起收集' })
  await form.getByLabel('表单模板').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '外出培训申报' }).click()
  await form.getByRole('button', { name: '添加接收人' }).click()
  await page.getByRole('menuitem', { name: '员工', exact: true }).click()
  const people = page.getByRole('dialog', { name: '选择员工' })
  await people.getByPlaceholder(/姓名/).fill(teacher.user.idntValName)
  await people.getByRole('row', { name: new RegExp(teacher.user.idntValName) }).click()
  await people.getByRole('button', { name: /^添加/ }).click()
  await form.locator('#aprFlag').getByText('是').click()
  await form.getByText('每份答卷按“外出培训审核”审批').waitFor()
  await form.getByRole('button', { name: '发给 1 人填写' }).click()
  await page.getByRole('heading', { name: '外出培训申报', level: 1 }).waitFor()

  const asked = await stage.arrive('/message/index', 'teacher', phone)
  const said = asked.page.getByRole('link', { name: /请填写：外出培训申报/ })
  await said
    .or(asked.page.getByRole('button', { name: /请填写：外出培训申报/ }))
    .first()
    .click()
  await asked.page.getByRole('button', { name: '去填写' }).click()
  expect(await asked.page.getByLabel('报销额度').count()).toBe(0)
  await asked.page.getByLabel('培训名称').fill('骨干教师研修')
  await asked.page.getByRole('button', { name: '提交' }).click()
  await asked.page.getByText(/已提交，等待审批/).waitFor()

  await page.reload()
  await page.getByRole('link', { name: '待审批' }).click()
  await page.getByText('骨干教师研修').waitFor()
  await page.getByRole('button', { name: '同意' }).click()
  const pass = page.getByRole('dialog', { name: '同意申请' })
  await pass.getByLabel('报销额度').fill('800')
  await pass.getByRole('button', { name: '同意' }).click()
  await page.getByText('已通过').first().waitFor()
  await asked.page.reload()
  await asked.page.getByText('审批已通过，不能再修改').waitFor()
  await asked.page.getByText('800').waitFor()
  calm()
  asked.calm()
})
