import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../test/support/photoZip.ts'
import { noticeLinks } from '../test/support/noticeLinks.ts'
import { newCell, newColumn } from '#contract/form/initial.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const linkOf = async (title: string) => (await noticeLinks(stage.server, `请填写：${title}`))[0]?.link ?? ''

test('a head teacher hands a form out to her class; a guardian fills it in on the phone, she sees it, answers for another and reads the sums', async () => {
  const title = '春季学期家庭情况'
  const { page, told, calm } = await stage.arrive('/ent/hnd', 'teacher', desktop)
  await page.getByRole('button', { name: '发起收集' }).first().click()
  const form = page.getByRole('dialog', { name: '发起收集' })
  await form.getByLabel('表单模板').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '家庭情况登记' }).click()
  await form.getByRole('button', { name: '添加接收人' }).click()
  await page.getByRole('menuitem', { name: '班级的家长' }).click()
  const units = page.getByRole('dialog', { name: '选择班级，发给学生的家长' })
  await units.getByRole('treeitem').last().click()
  await units.getByRole('button', { name: /^添加/ }).click()
  await form.getByText(/请\d+ 名学生的家长填写/).waitFor()
  await form.getByLabel('标题').fill(title)
  await form.getByRole('button', { name: /^发给 \d+ 人填写$/ }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText(/^未填 \d+$/).waitFor()

  const family = await stage.visit(await linkOf(title), phone)
  await family.page.getByRole('button', { name: '打开通知' }).click()
  await family.page.getByRole('link', { name: '去填写' }).click()
  await family.page.getByRole('heading', { name: new RegExp(`：${title}$`) }).waitFor()
  await family.page.getByRole('button', { name: '提交' }).click()
  await family.page
    .getByText(/到校方式不能为空|请填写到校方式|到校方式/)
    .first()
    .waitFor()
  await family.page.getByText('家长接送', { exact: true }).click()
  await family.page.getByLabel('紧急联系电话').fill('13900001234')
  // Keeps what is written before it is sent.
  await family.page.getByText('写的内容已保存').waitFor()
  await family.page.reload()
  expect(await family.page.getByLabel('紧急联系电话').inputValue()).toBe('13900001234')
  await family.page.getByRole('button', { name: '提交' }).click()
  await family.page.getByText(/已提交，还可以修改/).waitFor()
  await family.page.getByRole('button', { name: '修改' }).click()
  await family.page.getByText('步行', { exact: true }).click()
  await family.page.getByRole('button', { name: '保存修改' }).click()
  await family.page.getByText(/已提交，还可以修改/).waitFor()

  await page.reload()
  await page.getByText('已填 1', { exact: true }).click()
  await page.getByRole('button', { name: /^看.+的答卷$/ }).click()
  const answer = page.getByRole('dialog', { name: /的答卷$/ })
  await answer.getByText('步行').waitFor()
  expect(await answer.getByText('13900001234').count()).toBe(0)
  await answer.getByRole('button', { name: /显示/ }).first().click()
  await answer.getByText('13900001234').waitFor()
  await page.keyboard.press('Escape')

  await page.getByText(/^未填 \d+$/).click()
  await page
    .getByRole('button', { name: /更多操作/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: '代填' }).click()
  const paper = page.getByRole('dialog', { name: /^代填：/ })
  await paper.getByText('公交', { exact: true }).click()
  await paper.getByLabel('紧急联系电话').fill('13900005678')
  await paper.getByRole('button', { name: '提交' }).click()
  await told('已代填')
  await page.getByText('已填 2', { exact: true }).waitFor()
  await page.getByRole('tab', { name: '统计' }).click()
  await page.getByText('1（50%）').first().waitFor()

  await page.getByRole('button', { name: '提醒没填的人' }).click()
  await told('已提醒')
  calm()
  family.calm()
})

test('a member of staff fills in a form from the inbox, which expects it no longer', async () => {
  const { page, told, calm } = await stage.arrive('/message/index', 'teacher', phone)
  await page
    .getByRole('link', { name: /请填写：教师培训意向/ })
    .or(page.getByRole('button', { name: /请填写：教师培训意向/ }))
    .first()
    .click()
  await page.getByRole('button', { name: '去填写' }).click()
  await page.getByText('信息技术').click()
  await page.getByText('周五下午').click()
  await page.getByRole('button', { name: '提交' }).click()
  await told('已提交')
  await page.getByText(/已提交，还可以修改/).waitFor()
  calm()
})

test('a guardian sends a picture though the network breaks off, the head teacher gives the answer back, and it is written again', async () => {
  const { server } = stage
  const asked = [newColumn('c9', '接种证明', { kitNo: 'pictures', len: 2 })]
  await server.owner.query(
    `insert into tmplver (ent_no, tmpl_no, ver_no, bill_clmns) select ent_no, tmpl_no, ver_no + 1, bill_clmns || $1::jsonb
      from tmplver where tmpl_no = '600001'`,
    [JSON.stringify(asked)],
  )
  await server.owner.query("update tmpl set ver_no = ver_no + 1 where tmpl_no = '600001'")
  const title = '接种情况'
  const { client } = await signedIn(server, 'teacher')
  const [seeded] = (await client.call(hnd.getpage, {})).datas
  const { scope } = await client.call(hnd.get, { hndNo: seeded?.hndNo ?? '' })
  const parts = scope.map(({ name: _, ...part }) => part)
  const { hndNo } = await client.call(hnd.handout, { title, tmplNo: '600001', scope: parts, dueTm: '20300101120000' })

  const family = await stage.visit((await linkOf(title)).replace('/m/notice', '/m/ans'), phone)
  await family.page.getByText('家长接送', { exact: true }).waitFor()
  await family.context.route('**/m/ans/open', (route) => route.abort(), { times: 1 })
  await family.page.reload()
  await family.page.getByText('网络连接失败，请检查网络后重试').waitFor()
  await family.page.getByRole('button', { name: '重试' }).click()
  await family.page.getByText('家长接送', { exact: true }).click()
  await family.page.getByLabel('紧急联系电话').fill('13900001234')
  await family.page.locator('input[type=file]').setInputFiles({
    name: '接种证明.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture('red', 900, 600),
  })
  await family.page.getByRole('button', { name: /^移除/ }).waitFor()
  await family.context.setOffline(true)
  await family.page.getByRole('button', { name: '提交' }).click()
  await family.page.getByText('填的内容还在，没有丢').waitFor()
  await family.context.setOffline(false)
  await family.page.getByRole('button', { name: '重试' }).click()
  await family.page.getByText(/已提交，还可以修改/).waitFor()

  const { page, told, calm } = await stage.arrive(`/ent/hnd/${hndNo}`, 'teacher', desktop)
  await page.getByRole('button', { name: /^看.+的答卷$/ }).click()
  const answer = page.getByRole('dialog', { name: /的答卷$/ })
  await answer.getByRole('img').waitFor()
  await answer.getByRole('button', { name: '退回重填' }).click()
  const back = page.getByRole('dialog', { name: /^退回.+的答卷$/ })
  await back.getByLabel('退回原因').fill('照片看不清，请重新拍')
  await back.getByRole('button', { name: '退回', exact: true }).click()
  await told('已退回')
  await page.getByText('已退回：照片看不清，请重新拍').waitFor()
  calm()

  await family.page.reload()
  await family.page.getByText('已退回，请改好后重新提交：照片看不清，请重新拍').waitFor()
  expect(await family.page.getByLabel('紧急联系电话').inputValue()).toBe('13900001234')
  await family.page.getByRole('button', { name: '提交' }).click()
  await family.page.getByText(/已提交，还可以修改/).waitFor()
})

test('the office makes a link that anybody fills in on the phone, after the word, and sees the answer in its list', async () => {
  const title = '秋季开放日'
  const { page, calm } = await stage.arrive('/ent/hnd', 'school', desktop)
  await page.getByRole('button', { name: '发起收集' }).first().click()
  const form = page.getByRole('dialog', { name: '发起收集' })
  await form.getByLabel('表单模板').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '开放日报名' }).click()
  await form.getByText('有链接就能填', { exact: true }).click()
  await form.getByLabel('口令').fill('梧桐')
  await form.getByLabel('标题').fill(title)
  await form.getByRole('button', { name: '发起', exact: true }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const link = await page.locator('.open-link code').textContent()

  const guest = await stage.visit(new URL(link ?? '').pathname + new URL(link ?? '').hash, phone)
  await guest.page.getByLabel('口令').fill('银杏')
  await guest.page.getByRole('button', { name: '下一步' }).click()
  await guest.page.getByText('口令不对，请向发起人确认').waitFor()
  await guest.page.getByLabel('口令').fill('梧桐')
  await guest.page.getByRole('button', { name: '下一步' }).click()
  await guest.page.getByLabel('家长姓名').fill('唐女士')
  await guest.page.getByLabel('手机').fill('13900001234')
  await guest.page.getByText('2 人', { exact: true }).click()
  await guest.page.getByText('写的内容已保存').waitFor()
  await guest.page.getByRole('button', { name: '提交' }).click()
  await guest.page.getByText(/已提交，还可以修改/).waitFor()
  await guest.page.getByRole('button', { name: '再填一份' }).click()
  expect(await guest.page.getByLabel('家长姓名').inputValue()).toBe('')

  await page.reload()
  await page.getByText('已收 1 份').waitFor()
  await page.getByRole('tab', { name: '已填' }).click()
  await page.getByRole('button', { name: '看第 1 份的答卷' }).waitFor()
  calm()
})

test('whoever reads who has answered sorts by score, on the phone each card tells it, and the facts list questions that are files and tables', async () => {
  const { server } = stage
  const more = [
    newColumn('c8', '对食堂', { ctrlNo: 'rate', scrFlag: '1' }),
    newColumn('c9', '体检报告', { kitNo: 'files', len: 2 }),
    newColumn('c10', '家庭成员表', { kitNo: 'table', len: 3, clmns: [newCell('c1', '姓名', { ctrlNo: 'text' })] }),
  ]
  await server.owner.query(
    `insert into tmplver (ent_no, tmpl_no, ver_no, bill_clmns) select ent_no, tmpl_no, ver_no + 1, $1::jsonb
      from tmplver where tmpl_no = '600001' order by ver_no desc limit 1`,
    [JSON.stringify(more)],
  )
  await server.owner.query("update tmpl set ver_no = ver_no + 1 where tmpl_no = '600001'")
  const { client } = await signedIn(server, 'teacher')
  const [seeded] = (await client.call(hnd.getpage, {})).datas
  const { scope } = await client.call(hnd.get, { hndNo: seeded?.hndNo ?? '' })
  const parts = scope.map(({ name: _, ...part }) => part)
  const { hndNo } = await client.call(hnd.handout, { title: '食堂评价', tmplNo: '600001', scope: parts })
  const { datas } = await client.call(hnd.getasked, { hndNo })
  for (const [i, { toNo }] of datas.slice(0, 3).entries())
    await client.call(hnd.proxy, { hndNo, toNo, vals: { c8: [2, 5, 3][i] } })
  const { page, calm } = await stage.arrive(`/ent/hnd/${hndNo}?order=high`, 'teacher', phone)
  await page.locator('.card').first().getByText('得分 5').waitFor()
  await page.setViewportSize(desktop)
  await page.locator('tbody tr').first().getByText('5', { exact: true }).waitFor()
  await page.getByRole('tab', { name: '要求' }).click()
  await page.getByText('对食堂、体检报告、家庭成员表').waitFor()
  calm()
})
