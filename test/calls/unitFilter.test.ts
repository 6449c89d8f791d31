import { afterAll, beforeAll, expect, test } from 'vitest'
import { act } from '#features/vam/act/act.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { makePersonWithRights } from '../support/personWithRights.ts'
import { makePupilSchool } from '../support/pupilSchool.ts'
import { calls } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const filtered = calls.filter(
  ({ method, input }) => method === 'GET' && 'unitNo' in input.shape && 'keyWord' in input.shape && input.safeParse({}).success,
)
const gone = { code: 10002, message: '所选的年级或班级已不存在，或不在可访问的范围内' }

test('every list that is narrowed by a grade or class refuses one that does not exist, and one of another school, with a sentence', async () => {
  const [school, other] = [await makePupilSchool(server), await makePupilSchool(server)]
  const { client } = school.admin
  expect(filtered.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/ent/stu/getpage', '/vam/act/getmissingpage', '/vam/reg/getpage', '/vam/wrk/getpage']),
  )
  for (const call of filtered)
    for (const unitNo of ['NOPE', other.classNo]) {
      const { code, message } = await client.answer(call, { unitNo })
      expect([call.path, { code, message }]).toEqual([call.path, gone])
    }
})

test('a list of activities is narrowed by a class within reach alone', async () => {
  const school = await makePupilSchool(server)
  const rights = ['act:view', 'act:export', 'reg:view', 'reg:export', 'wrk:view', 'stu:view'] as const
  const { client } = await makePersonWithRights(school, rights, school.classNo)
  for (const call of [act.getmissingpage, act.exportmissing, reg.getpage, reg.export, wrk.getpage]) {
    expect([call.path, (await client.answer(call, { unitNo: school.classNo })).code]).toEqual([call.path, 0])
    const { code, message } = await client.answer(call, { unitNo: school.otherNo })
    expect([call.path, { code, message }]).toEqual([call.path, gone])
  }
})
