import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import type { Client } from '../test/support/harness.ts'
import { opening } from '../test/support/activities.ts'
import { minutes } from '../test/support/meetings.ts'
import { noise, own, portrait } from '../test/support/uploads.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
let school: Client
let teacher: { client: Client; nickName: string; students: { stuNo: string; stuName: string }[] }
beforeAll(async () => {
  stage = await openStage()
  school = (await signedIn(stage.server, 'school')).client
  const { client, user } = await signedIn(stage.server, 'teacher')
  const anything = await open({ title: '晨跑' })
  const { datas } = await client.call(reg.getcandidates, { actNo: anything, pageSize: 10 })
  teacher = { client, nickName: user.nickName, students: datas }
})
afterAll(() => stage.close())

type Facts = Partial<z.input<typeof act.create.input>>

async function open(facts: Facts): Promise<string> {
  const { actNo } = await school.call(act.create, { ...opening, ...facts })
  await school.call(act.publish, { actNo })
  return actNo
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Lists the accessibility faults of a page. */
async function stumbles(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

const pick = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) }).click()

test('whoever is not signed in sees what is public, and comes back to an activity through the sign-in', async () => {
  await open({ title: '开放日', pubFlag: '1', cls: '4' })
  await open({ title: '校内读书会', cls: '3' })
  const { page, signIn, calm } = await stage.visit('/vam/prtl/index')
  const cards = page.getByRole('list', { name: '活动' })
  // Looks at the whole page, where one of the activities stands large above the others.
  const shown = page.locator('main')
  await shown.getByText('开放日').waitFor()
  expect(await shown.getByText('校内读书会').count()).toBe(0)
  await page.getByRole('button', { name: '社会实践' }).click()
  await expect.poll(() => page.url()).toContain('cls=4')
  await cards.getByRole('link', { name: /开放日/ }).click()
  await signIn('teacher')
  await page.getByRole('heading', { name: '开放日', level: 1 }).waitFor()
  await page.getByRole('timer').getByText('距报名截止').waitFor()
  await page.goto(`${stage.server.url}/vam/prtl/index?cls=9&when=over`)
  await page.getByText('没有符合条件的记录').waitFor()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await shown.getByText('校内读书会').waitFor()
  calm()
})

test('a head teacher enrols herself and two students, each with a form of their own', async () => {
  const { tmplNo } = await school.call(bill.createtmpl, { typeNo: '02', tmplName: '运动会报名表' })
  const { billClmns } = await school.call(bill.gettmpl, { tmplNo })
  const size = newColumn('c50', '衣服尺码', { ctrlNo: 'text', mustFlag: '1' })
  await school.call(bill.savetmplclmns, { tmplNo, billClmns: [...billClmns, size] })
  await school.call(bill.publishtmpl, { tmplNo })
  const actNo = await open({ title: '运动会', who: '3', tmplNo })
  const [one, two] = teacher.students
  const { page, calm } = await stage.arrive(`/vam/prtl/dtl?no=${actNo}`, 'teacher')
  await page.getByRole('button', { name: '报名', exact: true }).click()
  await page.getByRole('checkbox', { name: `我自己（${teacher.nickName}）` }).click()
  await pick(page, one?.stuName as string)
  await pick(page, two?.stuName as string)
  const chosen = page.getByRole('list', { name: '已选的人' })
  for (const [name, sizes] of [
    [teacher.nickName, 'XL'],
    [one?.stuName as string, 'S'],
    [two?.stuName as string, ''],
  ] as const) {
    await chosen.getByRole('button', { name: new RegExp(`^${name} 待填`) }).click()
    await page.getByLabel('联系电话').fill('13700001234')
    await page.getByLabel('衣服尺码').fill(sizes)
  }
  await page.getByRole('button', { name: '提交报名（3 人）' }).click()
  await page.getByText('衣服尺码不能为空').waitFor()
  await page.getByLabel('衣服尺码').fill('M')
  await page.getByRole('button', { name: '提交报名（3 人）' }).click()
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  expect(await page.getByRole('list', { name: '报名结果' }).getByText('已报名').count()).toBe(3)
  const { datas } = await school.call(reg.getpage, { actNo })
  expect(new Set(datas.map(({ name }) => name))).toEqual(new Set([teacher.nickName, one?.stuName, two?.stuName]))
  calm()
})

test('after the last place there is a queue, and a cancelled enrolment moves it on', async () => {
  const actNo = await open({ title: '名额不多', quota: 1, who: '1' })
  const [one, two] = teacher.students
  const { page, calm } = await stage.arrive(`/vam/prtl/enroll?no=${actNo}`, 'teacher')
  await pick(page, one?.stuName as string)
  await pick(page, two?.stuName as string)
  await page.getByRole('button', { name: '提交报名（2 人）' }).click()
  const results = page.getByRole('list', { name: '报名结果' })
  await results.getByText('已报名').waitFor()
  await results.getByText('候补第 1 位').waitFor()
  await page.goto(`${stage.server.url}/vam/prtl/enroll?no=${actNo}`)
  await page.getByText('名额已满，现在报名要候补').waitFor()
  await page.goto(`${stage.server.url}/vam/prtl/myreg?no=${actNo}`)
  await page.getByText('候补第 1 位').waitFor()
  await page.getByRole('button', { name: `取消报名：${one?.stuName}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消报名' }).click()
  await page.getByText('候补第 1 位').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `签到码：${two?.stuName}` }).click()
  await page.getByRole('img', { name: `${two?.stuName}参加“名额不多”的签到码` }).waitFor()
  calm()
})

test('pictures and a video are handed in from a phone, reviewed, and liked once on the wall', async () => {
  const actNo = await open({
    title: '摄影展',
    who: '1',
    wrkFlag: '1',
    wrkMax: 2,
    wrkSDt: minutes(-10),
    wrkEDt: minutes(24 * 60),
  })
  const [one] = teacher.students
  await teacher.client.call(reg.enroll, { actNo, stuNos: [one?.stuNo as string] })
  const photo = own(await noise(800, 600).jpeg().toBuffer())
  const film = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(4000)])

  const { page, calm } = await stage.arrive(`/vam/prtl/myreg?no=${actNo}`, 'teacher', phone)
  await page.getByRole('link', { name: '上传作品' }).click()
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('先选图片或视频').waitFor()
  await page.getByLabel('拍照或选图片').setInputFiles([
    { name: '一.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: '二.jpg', mimeType: 'image/jpeg', buffer: own(await noise(600, 800).jpeg().toBuffer()) },
  ])
  await page.getByText('已上传 2 / 2').waitFor()
  expect(await page.getByLabel('拍摄或选视频').count()).toBe(0)
  await page.getByLabel('作品名称').fill('操场')
  await page.getByLabel('作者或家长同意在活动里展示这个作品').check()
  expect(await sideways(page)).toBe(0)
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByRole('heading', { name: '已提交，等待审核' }).waitFor()
  await page.getByRole('button', { name: '再交一个' }).click()
  await page.getByLabel('拍摄或选视频').setInputFiles({ name: '跑步.mp4', mimeType: 'video/mp4', buffer: film })
  await page.getByText('已上传 1 / 1').waitFor()
  await page.getByLabel('作者或家长同意在活动里展示这个作品').check()
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByRole('heading', { name: '已提交，等待审核' }).waitFor()
  expect(await page.getByRole('button', { name: '再交一个' }).count()).toBe(0)
  await page.getByRole('link', { name: '看我的作品' }).click()
  await expect.poll(() => page.getByRole('list', { name: '我的作品' }).getByText('待审核').count()).toBe(2)

  const { datas } = await school.call(wrk.getpage, { actNo })
  await school.call(wrk.setpass, { wrkNos: datas.map(({ wrkNo }) => wrkNo) })
  const other = await stage.arrive(`/vam/prtl/works?no=${actNo}`, 'school', phone)
  const like = other.page.getByRole('button', { name: /^点赞“操场”/ })
  await like.click()
  await expect.poll(() => like.textContent()).toContain('1')
  await like.click()
  await other.told('今天已经点过，明天可以再点')
  await other.page.getByRole('button', { name: /^2 张 操场/ }).click()
  const work = other.page.getByRole('dialog', { name: '操场' })
  await work.getByText('1 / 2').waitFor()
  await work.getByRole('group', { name: /^一\.jpg/ }).press('ArrowRight')
  await work.getByText('2 / 2').waitFor()
  expect(await sideways(other.page)).toBe(0)
  await work.getByRole('button', { name: '举报' }).click()
  const reporting = other.page.getByRole('dialog', { name: '举报“操场”' })
  await reporting.getByLabel('举报原因').fill('不是本人的作品')
  await reporting.getByRole('button', { name: '举报' }).click()
  await other.told('已举报，管理员会查看')
  const { recordCount } = await school.call(wrk.getpage, { actNo, rptFlag: '1' })
  expect(recordCount).toBe(1)
  for (const visitor of [{ calm }, other]) visitor.calm()
})

test('whoever chose somebody to enrol is asked before leaving, and whoever may not look reads why', async () => {
  const actNo = await open({ title: '还没有提交', who: '1' })
  const { page, calm } = await stage.arrive(`/vam/prtl/enroll?no=${actNo}`, 'teacher')
  await pick(page, teacher.students[0]?.stuName as string)
  await page.getByRole('link', { name: '我的报名' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
  await page.getByRole('link', { name: '我的报名' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
  await page.getByRole('heading', { name: '我的报名' }).waitFor()
  const stranger = await stage.arrive('/vam/prtl/index', 'merchant')
  await stranger.page.getByText('没有权限查看活动').waitFor()
  for (const visitor of [{ calm }, stranger]) visitor.calm()
})

test('every page of the portal is readable by everybody, wide and on a phone', { timeout: 180_000 }, async () => {
  const actNo = await open({ title: '人人可读', who: '3', wrkFlag: '1', wrkMax: 3, wrkSDt: minutes(-10), wrkEDt: minutes(60) })
  const [mine] = await teacher.client.call(reg.enroll, { actNo })
  const { fileNo } = await teacher.client.call(upload.upload, { file: await portrait() })
  const work = { regNo: mine?.regNo as string, title: '一张照片', fileNos: [fileNo], agreeFlag: '1' as const }
  const { wrkNo } = await teacher.client.call(wrk.create, work)
  await school.call(wrk.setpass, { wrkNos: [wrkNo] })
  const { page } = await stage.arrive('/vam/prtl/index', 'teacher')
  for (const [path, shown] of [
    ['index', '人人可读'],
    [`dtl?no=${actNo}`, '人人可读'],
    [`enroll?no=${actNo}`, '给谁报名'],
    [`uploadworks?no=${actNo}`, '图片或视频'],
    ['works', '一张照片'],
    ['works?mine=1', '一张照片'],
    ['myreg', '人人可读'],
  ] as const)
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size)
      await page.goto(`${stage.server.url}/vam/prtl/${path}`)
      await page.locator('main').getByText(shown).first().waitFor()
      expect.soft(await stumbles(page), `${path} ${size.width}`).toEqual([])
      expect.soft(await sideways(page), `${path} ${size.width}`).toBe(0)
    }
})
