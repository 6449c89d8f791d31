import { afterAll, beforeAll, expect, test } from 'vitest'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { knownEnterprises } from '#app/server/demo/enterprises.ts'
import { makePerson, type School } from '../test/support/harness.ts'
import { openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const schools = [knownEnterprises.experimentalSchool, knownEnterprises.primarySchool, knownEnterprises.middleSchool]

async function administratorOf(entNo: string, idntNo = '030') {
  const { rows } = await stage.server.owner.query('select org_no from org where ent_no = $1 order by 1 limit 1', [entNo])
  const school = { entNo, orgNo: rows[0].org_no, server: stage.server } as School
  return (await makePerson(school, { idntNo, roles: [`P${idntNo}ADMIN`] })).client
}

test('what was seeded into the demo is found, and nothing else', async () => {
  const bureau = await administratorOf(knownEnterprises.cityBureau, '020')
  const across = await bureau.call(duplicate.getlist)
  // Expects the three children on the roll of two schools (defects.ts: enrolTwice).
  expect(across.datas.map(({ reasons }) => reasons)).toEqual(Array.from({ length: 3 }, () => ['idNo', 'nameBrth']))
  const found = await Promise.all(
    schools.map(async (entNo) => {
      const client = await administratorOf(entNo)
      const { recordCount } = await client.call(duplicate.getlist)
      const { findings } = await client.call(datacheck.get)
      return { recordCount, counts: Object.fromEntries(findings.map(({ code, cnt }) => [code, cnt])) }
    }),
  )
  // Expects one child of each school in it twice (enterTwice); eight ID numbers have a wrong digit.
  expect(found.map(({ recordCount }) => recordCount)).toEqual([1, 1, 1])
  expect(found.map(({ counts }) => counts['duplicate'])).toEqual([1, 1, 1])
  expect(found.reduce((sum, { counts }) => sum + (counts['badIdNo'] ?? 0), 0)).toBe(8)
  for (const { counts } of found) expect(counts).toMatchObject({ noPtr: 0, noHead: 0, oddAge: 0, noIdNo: 1, noStdyNo: 0 })
})

test('a pair is merged by its key, taken back from the record of merges, and then told apart', async () => {
  const { page, told, calm } = await stage.arrive('/ent/duplicate', 'school')
  const queue = page.getByRole('list', { name: '疑似重复的学生' })
  await queue.getByText('同名同生日').waitFor()
  const numbers = page.getByRole('row').filter({ hasText: '学号' })
  await numbers.getByRole('radio').nth(1).check()
  const chosen = await numbers.getByRole('cell').nth(1).innerText()
  await page.keyboard.press('m')
  await told('合并成功')
  await page.getByText('没有待核对的重复').waitFor()
  const { rows } = await stage.server.owner.query('select count(*)::int as n from stu where stdy_no = $1 and stt = $2', [
    chosen,
    '1',
  ])
  expect(rows[0].n).toBe(1)

  await page.getByRole('button', { name: '合并记录' }).click()
  const record = page.getByRole('dialog', { name: '合并记录' })
  await record.getByRole('button', { name: /^撤销合并：/ }).click()
  const asked = page.getByRole('dialog', { name: /^撤销合并，恢复/ })
  await asked.getByText('都回到合并之前').waitFor()
  await asked.getByRole('button', { name: '撤销合并' }).click()
  await told('撤销成功')
  await record.getByText('已撤销').waitFor()
  await record.getByRole('button', { name: '关闭', exact: true }).click()
  await queue.getByText('同名同生日').waitFor()

  await page.getByRole('button', { name: '不是同一人' }).click()
  await told('设置成功')
  await page.getByText('没有待核对的重复').waitFor()
  await page.getByRole('link', { name: '返回数据体检' }).click()
  await page.getByRole('heading', { name: '数据体检' }).waitFor()
  calm()
})

test('every child without a guardian is one press away; findings are given to head teachers', async () => {
  const entNo = knownEnterprises.experimentalSchool
  // Names who did it, so that it counts as a change.
  await stage.server.owner.query(`begin; set local app.ent_no = '${entNo}';
    set local app.user_no = 'somebody'; set local app.call = '/ent/stuptr/delete'; set local app.op = '${crypto.randomUUID()}';
    delete from stuptr where ent_no = '${entNo}' and stu_no = (select min(stu_no) from stu where ent_no = '${entNo}' and stt = '1'); commit`)
  const { page, told, calm } = await stage.arrive('/ent/datacheck', 'school')
  await page.getByRole('link', { name: '去处理：没有家长' }).click()
  await page.locator('.tab-page:visible').getByText('共 1 条').first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: '指派给班主任：身份证号校验位不对' }).click()
  await page.getByRole('button', { name: /^指派 \d+ 个班$/ }).click()
  await told('指派成功')
  await page.getByRole('tab', { name: /^任务 [1-9]/ }).click()
  await page
    .getByRole('button', { name: /^去处理：一年级（1）班/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('校验位应为').first().waitFor()
  calm()
})

test('a head teacher finds her task on a phone, and nothing to decide on', async () => {
  const { page, calm } = await stage.arrive('/ent/datacheck', 'teacher', phone)
  await page.getByRole('region', { name: '我的任务' }).getByText('身份证号校验位不对').waitFor()
  expect(await page.getByRole('button', { name: /^指派/ }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  calm()
})
