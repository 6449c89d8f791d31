import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { undoLast } from '../../../../../test/support/pupilSchool.ts'
import { emp } from '../emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('work numbers are handed on within a block and back, and one that a colleague has is refused by its cell', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [one, two, three] = await Promise.all(['高明', '吴霞', '郑刚'].map((name) => makePerson(school, { name })))
  const nos = [one, two, three].map((person) => person?.empNo ?? '')
  const [first = '', second = '', third = ''] = nos
  await client.call(emp.updatemany, { datas: nos.map((empNo, i) => ({ empNo, workNo: `T${i + 1}` })) })
  const numbers = async () => (await client.call(emp.getexlist, { empNos: nos })).map(({ empNo, workNo }) => [empNo, workNo])
  const before = await numbers()
  await client.call(emp.updatemany, {
    datas: [
      { empNo: first, workNo: 'T2' },
      { empNo: second, workNo: 'T1' },
    ],
  })
  expect(Object.fromEntries(await numbers())).toEqual({ [first]: 'T2', [second]: 'T1', [third]: 'T3' })
  await undoLast(school.admin)
  expect(await numbers()).toEqual(before)
  const answer = await client.answer(emp.updatemany, {
    datas: [
      { empNo: first, workNo: 'T3', empName: '高2' },
      { empNo: second, rem: '没有错的一格' },
    ],
  })
  expect((answer.result as { errors: object[] }).errors).toEqual([
    { index: 0, field: 'empName', message: '姓名只能有汉字、字母、· 和空格' },
    { index: 0, field: 'workNo', message: '工号“T3”已被使用' },
  ])
  expect(await numbers()).toEqual(before)
})
