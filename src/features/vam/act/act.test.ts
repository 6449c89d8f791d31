import type { Call } from '#contract/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeField, opening, openActivity } from '../../../../test/support/activities.ts'
import { clientOf, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { minutes } from '../../../../test/support/meetings.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { reg } from '../reg/reg.contract.ts'
import { act } from './act.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a teacher drafts an activity, whoever may publishes it or sends it back with a reason', async () => {
  const { admin, head, staff } = await makeField(server)
  const { actNo } = await staff.client.call(act.create, opening)
  expect((await staff.client.answer(act.publish, { actNo })).message).toBe('没有权限进行操作')
  expect((await head.client.answer(act.update, { actNo, title: '别人的' })).code).not.toBe(0)
  // Checks that a draft is hidden from others until it is submitted.
  expect((await head.client.call(act.getpage, {})).recordCount).toBe(0)
  expect((await staff.client.call(act.submit, { actNo })).stt).toBe('2')
  expect((await admin.client.call(act.getpage, { stt: '2' })).datas).toMatchObject([{ actNo, empName: '孙老师' }])
  await admin.client.call(act.sendback, { actNo, answer: '请写明集合地点' })
  expect(await staff.client.call(act.get, { actNo })).toMatchObject({ stt: '1', answer: '请写明集合地点' })
  await staff.client.call(act.update, { actNo, place: '南门' })
  await staff.client.call(act.submit, { actNo })
  expect((await admin.client.call(act.publish, { actNo })).stt).toBe('4')
  expect((await head.client.call(act.getshownpage, { own: '1' })).datas).toMatchObject([{ actNo, place: '南门' }])
  expect((await staff.client.answer(act.update, { actNo, who: '3' })).message).toBe('活动已发布，不能再改面向')
})

test('times that do not fit each other, and whom there are none of, are told at their fields', async () => {
  const { admin } = await makeField(server)
  const refusal = async (facts: object) => (await admin.client.answer(act.create, { ...opening, ...facts })).message
  expect(await refusal({ eDt: opening.sDt })).toBe('截止时间必须大于开始时间')
  expect(await refusal({ regEDt: opening.regSDt })).toBe('报名截止必须晚于报名开始')
  expect(await refusal({ wrkFlag: '1' })).toBe('请先选择时间')
  const over = { regSDt: minutes(-90), regEDt: minutes(-80), sDt: minutes(-70), eDt: minutes(-60) }
  expect(await refusal(over)).toBe('活动结束的时间已经过去，请改为以后的时间')
  expect(await refusal({ units: ['U404'] })).toBe('所选年级或班级有的已不存在，请重新选择')
  expect(await refusal({ quotaMode: '2' })).toBe('请填写每个年级的名额')
  expect(await refusal({ cover: 'F404' })).toBe('封面要是图片，请重新上传')
  const { actNo } = await admin.client.call(act.create, { ...opening, regSDt: minutes(-120), regEDt: minutes(-60) })
  expect((await admin.client.answer(act.publish, { actNo })).message).toBe('报名截止时间已过，请先改时间')
})

test('without an account only what is public is seen, and of it nobody by name', async () => {
  const [one, other] = [await makeField(server), await makeField(server)]
  const open = await openActivity(one.admin, { title: '公开的运动会', pubFlag: '1', quota: 5 })
  const closed = await openActivity(one.admin, { title: '自己的运动会' })
  await one.admin.client.call(reg.enroll, { actNo: open, stuNos: [one.pupils.stuNos[0]] })
  const stranger = clientOf(server)
  const { datas } = await stranger.call(act.getopenpage, { ofEntNo: one.school.entNo })
  expect(datas).toMatchObject([{ actNo: open, takeCnt: 1, quota: 5, stt: '4' }])
  expect((await stranger.answer(act.getshown, { actNo: open })).code).not.toBe(0)
  // Checks that another school may read it, without a part in it.
  expect(await other.admin.client.call(act.getshown, { actNo: open })).toMatchObject({ stuFlag: '0', selfFlag: '0', mine: [] })
  expect((await other.admin.client.answer(act.getshown, { actNo: closed })).code).not.toBe(0)
  expect((await other.admin.client.answer(reg.enroll, { actNo: open, stuNos: [other.pupils.stuNos[0]] })).code).not.toBe(0)
  expect((await other.admin.client.answer(act.get, { actNo: open })).code).not.toBe(0)
})

test('what somebody is enrolled in stays published, whatever is taken back', async () => {
  const { admin, pupils } = await makeField(server)
  const actNo = await openActivity(admin)
  const published = admin.client.lastOp
  await admin.client.call(reg.enroll, { actNo, stuNos: [pupils.stuNos[0]] })
  expect((await admin.client.answer(history.undo, { op: published })).message).toBe('“春季运动会”已有人报名，不能撤销')
  await admin.client.call(act.cancel, { actNo })
  expect((await admin.client.call(act.getshownpage, { own: '1' })).recordCount).toBe(0)
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  expect((await admin.client.call(act.getshownpage, { own: '1' })).recordCount).toBe(1)
})

test('what everybody sees of an activity is changed by who may publish it alone', async () => {
  const { admin, staff } = await makeField(server)
  const { actNo } = await staff.client.call(act.create, opening)
  await staff.client.call(act.submit, { actNo })
  await admin.client.call(act.publish, { actNo })
  const refusal = '公开的内容要由能发布活动的人来改'
  expect((await staff.client.answer(act.update, { actNo, pubFlag: '1' })).message).toBe(refusal)
  await staff.client.call(act.update, { actNo, place: '北门' })
  await admin.client.call(act.update, { actNo, pubFlag: '1' })
  expect((await staff.client.answer(act.update, { actNo, title: '别的' })).message).toBe(refusal)
  await staff.client.call(act.update, { actNo, quota: 9 })
})

test('the form of an activity that is out is not taken back', async () => {
  const { admin } = await makeField(server)
  const { actNo } = await admin.client.call(act.create, opening)
  await admin.client.call(act.update, { actNo, sex: 'N' })
  const before = admin.client.lastOp
  await admin.client.call(act.publish, { actNo })
  expect((await admin.client.answer(history.undo, { op: before })).message).toContain(
    '已发布，面向、名额方式和报名表单不能再改回去',
  )
})

test('activities, and who has enrolled in nothing, go out as a workbook', async () => {
  const { admin, head, pupils } = await makeField(server)
  const actNo = await openActivity(admin, { title: '导出的活动' })
  await head.client.call(reg.enroll, { actNo, stuNos: [pupils.stuNos[0]] })
  const sheet = async (call: Call, input: object) => {
    const { result } = await admin.client.answer(call, { ...input })
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  expect(await sheet(act.export, {})).toContain('导出的活动')
  const missing = await sheet(act.exportmissing, { actNo })
  expect([missing.includes(pupils.stuNos[0]), missing.includes(pupils.stuNos[1])]).toEqual([false, true])
  expect(await sheet(reg.export, { actNo })).toContain('导出的活动')
})
