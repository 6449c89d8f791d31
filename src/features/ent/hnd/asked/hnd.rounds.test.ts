import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { beginRounds } from '#domain/collections/rounds.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { makePerson, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { publish } from '../../../../../test/support/handOut.ts'
import { makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const check = [newColumn('c1', '自查结果', { ctrlNo: 'text', mustFlag: '1' })]

/** Asks a teacher each week, and lets so many days go by. */
async function askEachWeek(more: object = {}) {
  const school = await makePupilSchool(server)
  const teacher = await makePerson(school, { name: '安全员' })
  const tmplNo = await publish(school, check, '安全自查')
  const { client } = school.admin
  const scope = [{ kind: 'emp' as const, no: teacher.empNo }]
  const { hndNo } = await client.call(hnd.handout, { title: '安全自查', tmplNo, scope, rpt: '1', ...more })
  const go = async (days: number) => {
    await server.owner.query(
      `update hnd set sent_tm = sent_tm - make_interval(days => $2), due_tm = due_tm - make_interval(days => $2),
        nxt_tm = nxt_tm - make_interval(days => $2) where ent_no = $1`,
      [school.entNo, days],
    )
    await beginRounds(server.services, school.entNo)
  }
  const latest = async () => (await client.call(hnd.getpage, {})).datas[0]
  return { school, teacher, client, hndNo, tmplNo, scope, go, latest }
}

test('a collection that repeats is handed out anew after a week, and the round before ends', async () => {
  const { client, hndNo, teacher, go, latest } = await askEachWeek()
  expect((await client.call(hnd.get, { hndNo })).nxtTm).not.toBeNull()
  await go(6)
  expect(await latest()).toMatchObject({ hndNo, rnd: 1 })
  await go(1)
  const second = await latest()
  expect(second).toMatchObject({ title: '安全自查', rnd: 2, stt: '2', toCnt: 1, doneCnt: 0 })
  expect((await client.call(hnd.getpage, {})).recordCount).toBe(1)
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ stt: '3', nxtTm: null, rounds: [{ rnd: 2 }, { rnd: 1 }] })
  // Expects the new round of the teacher alone.
  const { datas } = await teacher.client.call(box.getpage, { tab: 'todo' })
  expect(datas.map(({ title }) => title)).toEqual(['请填写：安全自查（第 2 期）'])
  await teacher.client.call(ans.send, { hndNo: second?.hndNo ?? '', vals: { c1: '无隐患' } })
  expect(await teacher.client.answer(ans.send, { hndNo, vals: { c1: '补填' } })).toMatchObject({ code: 10001 })
  expect(await client.answer(hnd.reopen, { hndNo, dueTm: null })).toMatchObject({ message: '下一期已经开始，不能重新开放这一期' })
})

test('two processes begin one round, and weeks in which the server slept are not made up for', async () => {
  const { client, school, go, latest } = await askEachWeek()
  await go(23)
  await Promise.all([beginRounds(server.services, school.entNo), beginRounds(server.services, school.entNo)])
  const second = await latest()
  expect(second).toMatchObject({ rnd: 2 })
  const { nxtTm, sentTm } = await client.call(hnd.get, { hndNo: second?.hndNo ?? '' })
  const daysBetween = (from: string, to: string) =>
    (Date.UTC(+to.slice(0, 4), +to.slice(4, 6) - 1, +to.slice(6, 8)) -
      Date.UTC(+from.slice(0, 4), +from.slice(4, 6) - 1, +from.slice(6, 8))) /
    86_400_000
  expect(daysBetween(sentTm ?? '', nxtTm ?? '')).toBe(5)
})

test('each round is due as long after its beginning as the first, and a time after the next one is refused', async () => {
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  const { client, go, latest, tmplNo, scope } = await askEachWeek({ dueTm: `${soon}180000` })
  await go(7)
  const second = await latest()
  expect(second?.dueTm?.slice(0, 8)).toBe(soon)
  const far = { title: '安全自查', tmplNo, scope, rpt: '1' as const, dueTm: '20990101000000' }
  expect(await client.answer(hnd.handout, far)).toMatchObject({ code: 10001, message: '截止时间要早于下一期开始，请改早一些' })
})

test('the next round asks the form as it is published by then', async () => {
  const { client, tmplNo, go, latest, teacher } = await askEachWeek()
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [...check, newColumn('c2', '照片说明', { ctrlNo: 'text' })] })
  await client.call(bill.publishtmpl, { tmplNo })
  await go(7)
  const { billClmns } = await teacher.client.call(ans.open, { hndNo: (await latest())?.hndNo ?? '' })
  expect(billClmns.map(({ clmnName }) => clmnName)).toEqual(['自查结果', '照片说明'])
})

test('a round that would ask nobody waits for the next week, and one that is stopped never begins', async () => {
  const { client, hndNo, school, teacher, go, latest } = await askEachWeek()
  await server.owner.query(`update emp set stt = '2' where ent_no = $1 and emp_no = $2`, [school.entNo, teacher.empNo])
  await go(7)
  expect(await latest()).toMatchObject({ hndNo, rnd: 1, stt: '2' })
  await server.owner.query(`update emp set stt = '1' where ent_no = $1 and emp_no = $2`, [school.entNo, teacher.empNo])
  await client.call(hnd.stoprepeat, { hndNo })
  expect(await client.answer(hnd.stoprepeat, { hndNo })).toMatchObject({ message: '这次收集没有设置重复' })
  await go(14)
  expect(await latest()).toMatchObject({ hndNo, rnd: 1, rpt: '0' })
})
