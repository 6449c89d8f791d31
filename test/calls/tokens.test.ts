import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  type School,
  startServer,
  type TestServer,
} from '../support/harness.ts'
import { makeOperator, pwd, pwdHash } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Event = { name: string; ends: (person: Person, school: School) => Promise<unknown> }

const events: Event[] = [
  { name: 'signing out', ends: ({ client }) => client.call(signin.logout) },
  { name: 'a change of the password', ends: ({ client }) => client.call(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' }) },
  {
    name: 'switching to another identity',
    async ends({ client, userNo }) {
      const other = await makeSchool(server)
      const { empNo } = other.admin
      await asOwner(server, other.entNo, async (db) => {
        await db.deleteFrom('identity').where('entNo', '=', other.entNo).execute()
        await db.insertInto('identity').values({ userNo, idntNo: '030', entNo: other.entNo, idntVal: empNo }).execute()
      })
      await client.call(user.switch, { idntVal: empNo, idntNo: '030', entNo: other.entNo })
    },
  },
  { name: 'disabling the employee', ends: ({ empNo }, { admin }) => admin.client.call(emp.disable, { datas: [empNo] }) },
  {
    name: 'disabling the account',
    ends: async ({ userNo }) => (await makeOperator(server)).client.call(account.update, { userNo, stt: '2' }),
  },
  {
    name: 'taking a role away',
    ends: ({ empNo }, { admin }) => admin.client.call(emprole.deleteroleemp, { roleNo: 'P030STAFF', empNos: [empNo] }),
  },
  {
    name: 'a password that an operator resets',
    ends: async ({ userNo }) => (await makeOperator(server)).client.call(account.resetpwd, { userNo }),
  },
]

test.each(events)('after $name the old token opens nothing, with a hundred requests in flight', async ({ ends }) => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { roles: ['P030STAFF'], pwdHash: await pwdHash })
  const { token } = person.client
  const ask = () => clientOf(server, token).answer(emp.getpage)
  expect((await ask()).code).toBe(0)
  const under = Array.from({ length: 100 }, ask)
  await ends(person, school)
  const after = await Promise.all(Array.from({ length: 100 }, ask))
  expect(after.filter(({ code }) => code === 0)).toEqual([])
  // Checks that calls under way met it before or after, and nothing else.
  const met = new Set((await Promise.all(under)).map(({ code }) => code))
  for (const code of met) expect([0, 50008, 50014, 20003]).toContain(code)
})
