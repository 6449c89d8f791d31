import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { linesAt } from '../../../../test/support/firstPage.ts'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { home } from './home.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('departments are compared with all below them, the ten largest apart and the others together', async () => {
  const school = await makeSchool(server)
  const { admin, orgNo: top } = school
  const under = (orgName: string, prtNo: string) => admin.client.call(org.create, { orgName, prtNo })
  const places: { orgNo: string }[] = []
  for (let i = 0; i < 12; i++) places.push(await under(`第${i}组`, top))
  const [first, second, third] = places.map(({ orgNo }) => orgNo) as [string, string, string]
  const below = (await under('小组', first)).orgNo
  for (const { orgNo } of places) await makePerson({ ...school, orgNo })
  await makePerson({ ...school, orgNo: below })
  // Counts somebody in both of the smallest as one person there.
  const both = await makePerson({ ...school, orgNo: second })
  await admin.client.call(org.createorgemp, { orgNo: third, orgEmps: [{ empNo: both.empNo }] })
  const away = await makePerson({ ...school, orgNo: below })
  await admin.client.call(emp.disable, { datas: [away.empNo] })
  const { departments } = await admin.client.call(home.getcharts)
  expect(departments?.slice(0, 3)).toEqual([
    { orgNo: first, orgName: '第0组', isDirect: false, cnt: 2 },
    { orgNo: second, orgName: '第1组', isDirect: false, cnt: 2 },
    { orgNo: third, orgName: '第2组', isDirect: false, cnt: 2 },
  ])
  // Expects the twelve departments and the people of the top itself as eleven bars.
  expect(departments?.length).toBe(11)
  expect(departments?.at(-1)).toEqual({ orgNo: null, orgName: '其他', isDirect: false, cnt: 3 })
  for (const { orgNo, isDirect, cnt } of departments ?? [])
    if (orgNo) expect(await linesAt(admin.client, `/ent/emp?orgNo=${orgNo}${isDirect ? '&subFlag=0' : ''}`)).toBe(cnt)
})

test('sign-ins are counted by the days of Shanghai, thirty of them, as the log lists them', async () => {
  const { admin, entNo } = await makeSchool(server)
  const elsewhere = await makeSchool(server)
  const write = (place: string, days: number, { time, userNo, result }: { time: string; userNo: string; result: string }) =>
    server.owner.query(
      `insert into login_log (at, name, user_no, ent_no, result)
       values (((now() at time zone 'Asia/Shanghai')::date - $1::int + $2::time) at time zone 'Asia/Shanghai', 'x', $3, $4, $5)`,
      [days, time, userNo, place, result],
    )
  await write(entNo, 29, { time: '00:00:01', userNo: 'u1', result: 'ok' })
  await write(entNo, 30, { time: '23:59:59', userNo: 'u1', result: 'ok' })
  await write(entNo, 1, { time: '00:30', userNo: 'u1', result: 'ok' })
  await write(entNo, 1, { time: '23:30', userNo: 'u1', result: 'wrongPassword' })
  await write(entNo, 1, { time: '23:40', userNo: 'u2', result: 'ok' })
  await write(elsewhere.entNo, 1, { time: '12:00', userNo: 'u3', result: 'ok' })
  const { signIns } = await admin.client.call(home.getcharts)
  const days = signIns ?? []
  expect(days.length).toBe(30)
  expect(days[0]).toMatchObject({ people: 1, tries: 1 })
  expect(days[28]).toMatchObject({ people: 2, tries: 3 })
  expect(days.slice(1, 28).every(({ people, tries }) => people === 0 && tries === 0)).toBe(true)
  for (const { day, tries } of [days[0], days[28]].filter((one) => one !== undefined))
    expect(await linesAt(admin.client, `/user/userlgn?sDt=${day}&eDt=${day}`)).toBe(tries)
})
