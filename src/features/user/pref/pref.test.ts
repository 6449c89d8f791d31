import { afterAll, beforeAll, expect, test } from 'vitest'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { makePerson, makeSchool, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { callMeeting, makeHall } from '../../../../test/support/meetings.ts'
import { pref } from './pref.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const titlesOf = async ({ client }: Person) => (await client.call(box.getpage, {})).datas.map(({ title }) => title)

test('who does not want to be told of an event is left out, others are told', async () => {
  const hall = await makeHall(server, 2)
  const [one, other] = hall.people as [Person, Person]
  await one.client.call(pref.set, { offEvts: ['mtgpub'] })
  await callMeeting(hall)
  expect([await titlesOf(one), await titlesOf(other)]).toEqual([[], ['会议通知：教学例会']])
})

test('what is urgent nobody switches off for themselves', async () => {
  const hall = await makeHall(server, 1)
  const [one] = hall.people as [Person]
  await one.client.call(pref.set, { offEvts: ['mtgpub', 'mtgchange'] })
  await hall.admin.client.call(mtg.cancelmtg, { mtgNo: await callMeeting(hall) })
  expect(await titlesOf(one)).toEqual(['会议取消：教学例会'])
  const { evts } = await one.client.call(pref.get)
  expect(evts.find(({ evt }) => evt === 'mtgchange')).toMatchObject({ useFlag: '1', fixFlag: '1' })
})

test('somebody chooses among what concerns them, and what they set stays as it is until they set it again', async () => {
  const school = await makeSchool(server)
  const staff = await makePerson(school, { roles: ['P030STAFF'] })
  const nobody = await makePerson(school)
  const names = async ({ client }: Person) => (await client.call(pref.get)).evts.map(({ evt }) => evt)
  expect(await names(school.admin)).toContain('photowait')
  expect(await names(staff)).not.toContain('photowait')
  expect(await names(nobody)).toEqual(['inscope', 'idntnew', 'pwdreset', 'newclient'])
  await staff.client.call(pref.set, { offEvts: ['vstin'], offChns: ['smtp'] })
  await staff.client.call(pref.set, { mail: 'teacher@school.cn', digestFlag: '1' })
  const wishes = { offEvts: ['vstin'], offChns: ['smtp'], mail: 'teacher@school.cn', digestFlag: '1' }
  expect(await staff.client.call(pref.get)).toMatchObject(wishes)
  await staff.client.call(pref.set, { mail: null })
  expect(await staff.client.call(pref.get)).toMatchObject({ ...wishes, mail: null })
  expect(await school.admin.client.call(pref.get)).toMatchObject({ offEvts: [], mail: null, digestFlag: '0' })
})

test('an address that is none is refused in a sentence', async () => {
  const { admin } = await makeSchool(server)
  const { code, message } = await admin.client.answer(pref.set, { mail: '不是邮箱' })
  expect([code, message]).toEqual([10001, expect.stringContaining('邮箱')])
})
