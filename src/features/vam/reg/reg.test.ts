import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChildren, makeField, openActivity } from '../../../../test/support/activities.ts'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { act } from '../act/act.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { reg } from './reg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a head teacher enrols the children of her class and herself, and nobody else’s', async () => {
  const field = await makeField(server)
  const { admin, head, staff, pupils } = field
  const [other] = await makeChildren(field, 1)
  const actNo = await openActivity(admin, { who: '3' })
  const shown = await head.client.call(act.getshown, { actNo })
  expect(shown).toMatchObject({ stt: '4', selfFlag: '1', stuFlag: '1', mine: [] })
  const { datas } = await head.client.call(reg.getcandidates, { actNo })
  expect(datas.map(({ stuNo, stt }) => [stuNo, stt])).toEqual(pupils.stuNos.map((no) => [no, null]))
  const enrolled = await head.client.call(reg.enroll, { actNo, stuNos: pupils.stuNos })
  expect(enrolled).toMatchObject([{ stuNo: pupils.stuNos[0], stt: '2', queueNo: null }, { stuNo: pupils.stuNos[1] }])
  await head.client.call(reg.enroll, { actNo })
  expect(await head.client.call(act.getshown, { actNo })).toMatchObject({ takeCnt: 3, selfFlag: '0' })
  const refused = await head.client.answer(reg.enroll, { actNo, stuNos: [other as string] })
  expect(refused.message).toBe('所选学生有的已不在籍，或不在你能看到的范围里，请刷新后再选')
  expect((await head.client.answer(reg.enroll, { actNo })).message).toBe('李班主任已经报过名')
  expect((await staff.client.answer(reg.enroll, { actNo, stuNos: [pupils.stuNos[0]] })).message).toBe('没有权限为学生报名')
  // Checks that somebody without students sees neither their names nor their enrolments.
  expect((await staff.client.call(reg.getpage, { actNo })).recordCount).toBe(0)
  expect((await head.client.call(reg.getpage, { actNo })).recordCount).toBe(3)
  expect((await admin.client.call(reg.getpage, { actNo, keyWord: '李班' })).datas).toMatchObject([{ name: '李班主任' }])
})

test('whoever comes too late waits, and moves up in order when somebody cancels or is refused', async () => {
  const field = await makeField(server)
  const { admin } = field
  const { client } = admin
  const children = await makeChildren(field, 4)
  const actNo = await openActivity(admin, { quota: 1 })
  const regNos: string[] = []
  for (const stuNo of children) {
    const [one] = await client.call(reg.enroll, { actNo, stuNos: [stuNo] })
    regNos.push(one?.regNo as string)
  }
  const states = async () =>
    (await client.call(act.getshown, { actNo })).mine.map(({ stt, queueNo }) => `${stt} ${queueNo ?? ''}`.trim())
  expect(await states()).toEqual(['2', '3 1', '3 2', '3 3'])
  expect(await client.call(act.getshown, { actNo })).toMatchObject({ takeCnt: 1, waitCnt: 3, fullFlag: '1' })
  await client.call(reg.cancel, { regNo: regNos[0] as string })
  expect(await states()).toEqual(['2', '3 1', '3 2'])
  await client.call(reg.setreject, { regNos: [regNos[1] as string], answer: '年龄不符' })
  expect(await states()).toEqual(['4', '2', '3 1'])
  const refusal = client.lastOp
  await client.call(reg.setsign, { regNos: [regNos[2] as string] })
  expect((await client.answer(history.undo, { op: refusal })).message).toBe('学生2递补后已签到、缴费或交过作品，不能撤销')
  await client.call(reg.setsign, { regNos: [regNos[2] as string], signFlag: '0' })
  await client.call(history.undo, { op: refusal })
  expect(await states()).toEqual(['2', '3 1', '3 2'])
  await client.call(reg.setreject, { regNos: [regNos[1] as string], answer: '年龄不符' })
  expect((await client.answer(reg.setplace, { regNos: [regNos[3] as string] })).message).toContain('没有空的名额')
  await client.call(act.update, { actNo, quota: 2 })
  expect(await states()).toEqual(['4', '2', '2'])
  expect((await client.answer(act.update, { actNo, quota: 1 })).message).toBe('已有 2 人报名，名额不能少于 2')
})

test('places of each grade are counted by themselves, and who may not wait is told that it is full', async () => {
  const field = await makeField(server)
  const { admin, pupils } = field
  const [first, second] = await makeChildren(field, 2)
  const actNo = await openActivity(admin, { quota: 2, quotaMode: '2', waitFlag: '0', units: [pupils.gradeNo] })
  await admin.client.call(reg.enroll, { actNo, stuNos: [first as string, pupils.stuNos[0]] })
  expect((await admin.client.answer(reg.enroll, { actNo, stuNos: [second as string] })).message).toBe('名额已满')
  const { seats } = await admin.client.call(act.get, { actNo })
  expect(seats).toMatchObject([{ seatNo: pupils.gradeNo, takeCnt: 2, waitCnt: 0 }])
})

test('an activity takes only those whom it is for, while it is open', async () => {
  const field = await makeField(server)
  const { admin, pupils } = field
  const [boy, girl] = await makeChildren(field, 2)
  const forGirls = await openActivity(admin, { sex: 'N', units: [pupils.emptyClassNo] })
  expect((await admin.client.answer(reg.enroll, { actNo: forGirls, stuNos: [boy as string] })).message).toBe(
    '学生0不在活动面向的范围里',
  )
  await admin.client.call(reg.enroll, { actNo: forGirls, stuNos: [girl as string] })
  expect((await admin.client.answer(reg.enroll, { actNo: forGirls })).message).toBe('这个活动面向学生，请选择要报名的学生')
  const { datas } = await admin.client.call(act.getmissingpage, { actNo: forGirls })
  expect(datas).toEqual([])
  expect((await admin.client.call(act.getmissingpage, { unitNo: pupils.gradeNo })).recordCount).toBe(3)
  expect((await admin.client.answer(reg.getcandidates, { actNo: forGirls, unitNo: 'NOPE' })).code).toBe(10002)
  const { ver } = await admin.client.call(act.end, { actNo: forGirls })
  expect(ver).toBeGreaterThan(1)
  expect((await admin.client.answer(reg.enroll, { actNo: forGirls, stuNos: [boy as string] })).message).toBe(
    '活动已结束，不能报名',
  )
})

test('what was shown at the door signs somebody in, once, and no code of another school does', async () => {
  const field = await makeField(server)
  const { admin, head, pupils } = field
  const actNo = await openActivity(admin)
  const [one] = await head.client.call(reg.enroll, { actNo, stuNos: [pupils.stuNos[0]] })
  const { token } = await head.client.call(reg.getcode, { regNo: one?.regNo as string })
  expect((await head.client.answer(reg.setsign, { token })).code).not.toBe(0)
  expect(await admin.client.call(reg.setsign, { token })).toMatchObject({ newFlag: '1', title: '春季运动会' })
  expect(await admin.client.call(reg.setsign, { token })).toMatchObject({ newFlag: '0' })
  const other = await makeField(server)
  expect((await other.admin.client.answer(reg.setsign, { token })).message).toBe('不是本单位活动的签到码')
  expect((await admin.client.call(act.get, { actNo })).signCnt).toBe(1)
  await admin.client.call(reg.setsign, { regNos: [one?.regNo as string], signFlag: '0' })
  expect((await admin.client.call(act.get, { actNo })).signCnt).toBe(0)
})

test('however many enrol at once, exactly as many as there are places get one, and the others wait in order', async () => {
  const [most, places] = process.env.WHOLE ? [1000, 100] : [150, 40]
  const field = await makeField(server)
  const { client } = field.admin
  const children = await makeChildren(field, most)
  const actNo = await openActivity(field.admin, { quota: places })
  const answers = await Promise.all(children.map((stuNo) => client.answer(reg.enroll, { actNo, stuNos: [stuNo] })))
  expect(answers.filter(({ code }) => code !== 0)).toEqual([])
  const { rows } = await server.owner.query(
    `select stt, wait_no from reg where ent_no = $1 and act_no = $2 order by wait_no nulls first`,
    [field.school.entNo, actNo],
  )
  expect(rows.filter(({ stt }) => stt === '2').length).toBe(places)
  expect(rows.filter(({ stt }) => stt === '3').map(({ wait_no }) => wait_no)).toEqual(
    Array.from({ length: most - places }, (_, i) => i + 1),
  )
  expect(await client.call(act.getshown, { actNo })).toMatchObject({ takeCnt: places, waitCnt: most - places })
}, 300_000)
