import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { makePerson, makeSchool, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a person with a rare character in the name is found by it', async () => {
  const school = await makeSchool(server)
  await makePerson(school, { name: '王𫖯' })
  for (const keyWord of ['王𫖯', '𫖯']) expect((await school.admin.client.call(emp.getpage, { keyWord })).recordCount).toBe(1)
})
