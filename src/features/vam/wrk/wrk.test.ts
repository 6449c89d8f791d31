import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeField, openActivity } from '../../../../test/support/activities.ts'
import { type Client, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { minutes } from '../../../../test/support/meetings.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { reg } from '../reg/reg.contract.ts'
import { wrk } from './wrk.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const picture = async (client: Client) => (await client.call(upload.upload, { file: await portrait() })).fileNo
const works = { wrkFlag: '1', wrkSDt: minutes(-60), wrkEDt: minutes(60), wrkMax: 1 } as const

/** Makes an activity with works, and a child of the head teacher's who takes part. */
async function atWork(facts: object = {}) {
  const field = await makeField(server)
  const actNo = await openActivity(field.admin, { ...works, ...facts })
  const [one] = await field.head.client.call(reg.enroll, { actNo, stuNos: [field.pupils.stuNos[0]] })
  return { ...field, actNo, regNo: one?.regNo as string }
}

test('a work is handed in with consent, reviewed, hangs on the wall, and is liked once a day', async () => {
  const { admin, head, staff, actNo, regNo } = await atWork()
  const { client } = head
  const fileNos = [await picture(client), await picture(client)]
  const work = { regNo, title: '秋天的树', fileNos, agreeFlag: '1' } as const
  expect((await client.answer(wrk.create, { ...work, agreeFlag: '0' })).message).toContain('要先同意展示')
  const { wrkNo } = await client.call(wrk.create, work)
  expect((await client.answer(wrk.create, work)).message).toBe('每人最多交 1 件作品，可以先删除一件')
  expect((await staff.client.call(wrk.getwall, { actNo })).recordCount).toBe(0)
  expect((await staff.client.answer(wrk.setpass, { wrkNos: [wrkNo] })).message).toBe('没有权限进行操作')
  await admin.client.call(wrk.setpass, { wrkNos: [wrkNo] })
  const { datas } = await staff.client.call(wrk.getwall, { actNo })
  expect(datas).toMatchObject([{ wrkNo, title: '秋天的树', kind: '1', likeCnt: 0, reports: [] }])
  expect(datas[0]?.files.map(({ fileNo }) => fileNo)).toEqual(fileNos)
  expect(await staff.client.call(wrk.like, { wrkNo })).toEqual({ likeCnt: 1 })
  expect((await staff.client.answer(wrk.like, { wrkNo })).message).toBe('今天已经点过赞')
  await client.call(reg.getminepage, { actNo })
  expect((await client.answer(reg.cancel, { regNo })).message).toBe('已交过作品，请先删除作品再取消报名')
})

test('what is reported is looked at: it stays, or it goes with a reason', async () => {
  const { admin, head, staff, actNo, regNo } = await atWork()
  const fileNos = [await picture(head.client)]
  const { wrkNo } = await head.client.call(wrk.create, { regNo, title: '校园', fileNos, agreeFlag: '1' })
  await admin.client.call(wrk.setpass, { wrkNos: [wrkNo] })
  await staff.client.call(wrk.report, { wrkNo, rsn: '不是本人的作品' })
  const reported = () => admin.client.call(wrk.getpage, { rptFlag: '1' })
  expect((await reported()).datas).toMatchObject([{ wrkNo, reports: ['不是本人的作品'] }])
  await admin.client.call(wrk.setkept, { wrkNos: [wrkNo] })
  expect((await reported()).recordCount).toBe(0)
  await staff.client.call(wrk.report, { wrkNo, rsn: '看错了吗' })
  await admin.client.call(wrk.setreject, { wrkNos: [wrkNo], answer: '请交自己的作品' })
  expect((await staff.client.call(wrk.getwall, { actNo })).recordCount).toBe(0)
  expect(await head.client.call(wrk.getmine, { actNo })).toMatchObject([{ stt: '3', answer: '请交自己的作品' }])
})

test('only who takes part hands in, of the own files, while works are taken', async () => {
  const { admin, head, staff, actNo, regNo } = await atWork({ wrkTypes: '2' })
  const fileNos = [await picture(head.client)]
  const answer = async (client: Client, facts: object = {}) =>
    (await client.answer(wrk.create, { regNo, title: '校园', fileNos, agreeFlag: '1', ...facts })).message
  expect(await answer(head.client)).toBe('这个活动只收视频')
  expect(await answer(staff.client)).toBe('记录不存在或不在可访问的范围内')
  expect(await answer(head.client, { fileNos: [await picture(staff.client)] })).toBe('有的文件已失效，请重新上传')
  await admin.client.call(reg.setreject, { regNos: [regNo], answer: '重复' })
  expect(await answer(head.client)).toBe('报上名以后才能上传作品')
  expect((await head.client.call(wrk.getunits, { actNo })).length).toBe(0)
})
