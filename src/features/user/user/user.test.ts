import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#features/common/user/signin.contract.ts'
import { hashPassword } from '#server/password.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/harness.ts'
import { pwd, pwdHash } from '../../../../test/planted.ts'
import { user } from './user.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%account%'`

test('a password that the administrator resets while its owner changes it stays the one that was reset', async () => {
  const person = await makePerson(await makeSchool(server), { pwdHash: await pwdHash })
  const reset = await server.owner.connect()
  await reset.query('begin')
  await reset.query('update account set pwd_hash = $1, pwd_initial = true where user_no = $2', [
    await hashPassword('Reset-day-8'),
    person.userNo,
  ])
  const change = person.client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })
  await expect.poll(async () => (await server.owner.query(blocked)).rowCount, { timeout: 5000 }).toBeGreaterThan(0)
  await reset.query('commit')
  reset.release()
  expect(await change).toMatchObject({ code: 20004 })
  const answers = ['Sunny-day-7', 'Reset-day-8'].map((one) =>
    clientOf(server).answer(signin.login, { name: person.name, pwd: one }),
  )
  expect((await Promise.all(answers)).map(({ code }) => code)).toEqual([20001, 0])
})
