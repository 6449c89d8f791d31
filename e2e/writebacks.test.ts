import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { noticeLinks } from '../test/support/noticeLinks.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a head teacher sees what families changed, writes one into the archive, rejects another with a word, and the numbers follow', async () => {
  const { page, told, calm } = await stage.arrive('/ent/prop', 'teacher', desktop)
  await page.getByText('已写入 2', { exact: true }).waitFor()
  const tick = () => page.locator('tbody').getByRole('checkbox').first().check()
  await tick()
  const tools = page.getByRole('toolbar', { name: '对所选的操作' })
  await tools.getByRole('button', { name: '写入', exact: true }).click()
  await page.getByText('已写入 1 项').waitFor()
  await page.getByText('已写入 3', { exact: true }).waitFor()
  await tick()
  await tools.getByRole('button', { name: '不采用', exact: true }).click()
  const asked = page.getByRole('dialog', { name: '不采用' })
  await asked.getByRole('textbox', { name: '不采用的原因' }).fill('与户口本不符')
  await asked.getByRole('button', { name: '不采用', exact: true }).click()
  await told('已标为不采用')
  await page.getByText('不采用 2', { exact: true }).click()
  await page.getByText('与户口本不符').waitFor()
  await page.getByText('已过时 1', { exact: true }).click()
  await page.getByText(/蒙古族 → .+（现在：.+）/).waitFor()
  calm()
})

test('all of a collection are written at once, and what cannot be is listed by name with why, to read and to copy', async () => {
  const { rows } = await stage.server.owner.query<{ hnd_no: string; stu_name: string }>(
    `update stu s set stt = '2' from (select p.ent_no, p.hnd_no, min(p.stu_no) as stu_no from prop p join hnd h using (ent_no, hnd_no)
      where p.stt = '1' and p.ptr_no is null and h.title = '学生档案核对' group by 1, 2 limit 1) o
      where s.ent_no = o.ent_no and s.stu_no = o.stu_no returning o.hnd_no, s.stu_name`,
  )
  const { hnd_no: hndNo, stu_name: gone } = rows[0] ?? { hnd_no: '', stu_name: '' }
  const { page, context, told, calm } = await stage.arrive(`/ent/prop?hndNo=${hndNo}`, 'teacher', desktop)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '全部写入' }).click()
  await page.getByRole('dialog', { name: '全部写入' }).getByRole('button', { name: '写入', exact: true }).click()
  const list = page.getByRole('dialog', { name: /项没有写入/ })
  await list
    .getByRole('row', { name: new RegExp(`${gone}.+已离校`) })
    .first()
    .waitFor()
  await list.getByRole('button', { name: /^复\s?制$/ }).click()
  await told('没有处理的已复制')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${gone}\\t.+\\t已离校`))
  await list.getByText('关闭', { exact: true }).click()
  await list.waitFor({ state: 'detached' })
  calm()
})

test('a guardian sees beside each field, also on the next page, what comes from the archive, and of what is hidden that it may stay empty', async () => {
  const { server } = stage
  const more = [
    newColumn('c8', '联系方式', { ctrlNo: 'page' }),
    newColumn('c9', '微信号', { ctrlNo: 'text', mustFlag: '1', arcFld: 'stuarch.vx' }),
  ]
  await server.owner.query(
    `insert into tmplver (ent_no, tmpl_no, ver_no, bill_clmns) select ent_no, tmpl_no, ver_no + 1, bill_clmns || $1::jsonb
      from tmplver where tmpl_no = '600003'`,
    [JSON.stringify(more)],
  )
  await server.owner.query("update tmpl set ver_no = ver_no + 1 where tmpl_no = '600003'")
  await server.owner.query("update stuarch set vx = 'family_2026', ntnl = '01'")
  const { client } = await signedIn(server, 'teacher')
  const [seeded] = (await client.call(hnd.getpage, { keyWord: '学生档案核对' })).datas
  const { scope } = await client.call(hnd.get, { hndNo: seeded?.hndNo ?? '' })
  const parts = scope.map(({ name: _, ...part }) => part)
  const title = '新学年档案核对'
  await client.call(hnd.handout, { title, tmplNo: '600003', scope: parts })
  const [first] = await noticeLinks(server, `请填写：${title}`)
  const { page, calm } = await stage.visit((first?.link ?? '').replace('/m/notice', '/m/ans'), phone)
  const nation = page.locator('.fill-field').filter({ hasText: '民族' })
  await nation.getByText('来自档案', { exact: true }).waitFor()
  await nation.getByRole('combobox').selectOption({ label: '回族' })
  await nation.getByText('来自档案', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '下一页' }).click()
  await page.getByText('档案里已有 fam****，没有变化可以不填').waitFor()
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText(/已提交，还可以修改/).waitFor()
  calm()
})
