import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueMessage, sendOverdueMessages } from '#domain/messages/dueMessages.ts'
import { box } from '#features/user/box/box.contract.ts'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { msg } from './msg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Gives the time so many hours from now, as the product writes it. */
const later = (hours: number) => new Date(Date.now() + (hours + 8) * 3600_000).toISOString().replace(/\D/g, '').slice(0, 14)

async function makeOffice() {
  const school = await makeSchool(server)
  const [one, other] = [await makePerson(school, { name: '李老师' }), await makePerson(school, { name: '赵老师' })]
  const { client, empNo } = school.admin
  const toDepartment = { title: '明早升旗', scope: [{ kind: 'org' as const, no: school.orgNo }] }
  const countOf = async (person: typeof one) => (await person.client.call(box.getunread, {})).unreadCnt
  /** Lets the time come that was set, and the job begin. */
  const come = async (msgNo: string) => {
    await server.owner.query("update msg set send_tm = now() - interval '1 second' where ent_no = $1 and msg_no = $2", [
      school.entNo,
      msgNo,
    ])
    await sendDueMessage.run(server.services, { entNo: school.entNo, msgNo })
  }
  return { ...school, client, empNo, one, other, toDepartment, countOf, come }
}

test('a message waits for its time, leaves once then, and goes to whoever is in its scope by then', async () => {
  const { entNo, orgNo, client, one, toDepartment, countOf, come, ...school } = await makeOffice()
  const { msgNo, stt, toCnt } = await client.call(msg.send, { ...toDepartment, sendTm: later(24) })
  expect([stt, toCnt]).toEqual(['2', 2])
  expect(await countOf(one)).toBe(0)
  // Begins no earlier than it should, whoever asks.
  await sendDueMessage.run(server.services, { entNo, msgNo })
  expect(await countOf(one)).toBe(0)
  const comer = await makePerson({ ...school, entNo, orgNo, admin: school.admin }, { name: '孙新来' })
  await come(msgNo)
  await come(msgNo)
  expect([await countOf(one), await countOf(comer)]).toEqual([1, 1])
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ stt: '3', toCnt: 3, failWhy: null })
})

test('a time that was set can be taken back, and the draft is written on', async () => {
  const { client, one, toDepartment, countOf, come } = await makeOffice()
  const { msgNo } = await client.call(msg.send, { ...toDepartment, sendTm: later(24) })
  expect(await client.answer(msg.delete, { msgNo })).toMatchObject({ code: 10001 })
  expect(await client.answer(msg.send, { msgNo, ...toDepartment })).toMatchObject({
    message: expect.stringContaining('正等着到时间发送'),
  })
  await client.call(msg.cancel, { msgNo })
  await come(msgNo)
  expect(await countOf(one)).toBe(0)
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ stt: '1' })
  await client.call(msg.send, { msgNo, ...toDepartment })
  expect(await countOf(one)).toBe(1)
})

test('what cannot leave at its time becomes a draft again, with the reason', async () => {
  const { client, one, other, toDepartment, come, entNo } = await makeOffice()
  const { msgNo } = await client.call(msg.send, { title: '只给她', scope: [{ kind: 'emp', no: one.empNo }], sendTm: later(1) })
  await server.owner.query("update emp set stt = '2' where ent_no = $1 and emp_no = $2", [entNo, one.empNo])
  await come(msgNo)
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ stt: '1', failWhy: expect.stringContaining('没有人会收到') })
  expect(other.empNo).not.toBe(one.empNo)
  const late = await client.call(msg.send, { ...toDepartment, need: '2', sendTm: later(1), dueTm: later(2) })
  await server.owner.query("update msg set due_tm = now() - interval '1 minute' where msg_no = $1 and ent_no = $2", [
    late.msgNo,
    entNo,
  ])
  await come(late.msgNo)
  expect(await client.call(msg.get, { msgNo: late.msgNo })).toMatchObject({ stt: '1', failWhy: '到时间时回应期限已经过去' })
})

test('what was due while no server ran leaves with the work of the hour', async () => {
  const { entNo, client, one, toDepartment, countOf } = await makeOffice()
  const { msgNo } = await client.call(msg.send, { ...toDepartment, sendTm: later(1) })
  await sendOverdueMessages(server.services, entNo)
  expect(await countOf(one)).toBe(0)
  await server.owner.query("update msg set send_tm = now() - interval '1 hour' where msg_no = $1 and ent_no = $2", [msgNo, entNo])
  await sendOverdueMessages(server.services, entNo)
  expect(await countOf(one)).toBe(1)
})

test('a time that has passed, lies years ahead, or leaves nobody time to answer is refused beside its field', async () => {
  const { client, toDepartment } = await makeOffice()
  const refusal = async (more: object) => (await client.answer(msg.send, { ...toDepartment, ...more })).message
  expect(await refusal({ sendTm: later(-1) })).toContain('发送时间已经过去')
  expect(await refusal({ sendTm: later(24 * 800) })).toContain('最多在一年以内')
  expect(await refusal({ need: '2', sendTm: later(3), dueTm: later(2) })).toContain('回应期限要在发送时间之后')
})
