import { afterAll, beforeAll, expect, test } from 'vitest'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { linesAt } from '../../../../test/support/firstPage.ts'
import { makePerson, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { home } from './home.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Returns a task after checking that it counts the lines it leads to. */
async function taskOf({ client }: Person, code: string) {
  const task = (await client.call(home.get)).tasks.find((one) => one.code === code)
  if (task) expect([code, task.cnt]).toEqual([code, await linesAt(client, task.path)])
  return task
}

test('students who may be the same wait for whoever decides on them, until they are told apart', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, entNo, classNo } = school
  const twin = { stuName: '欧阳一', brth: '20170901' }
  const [oneNo, otherNo] = [await enrol(school, twin), await enrol(school, twin)]
  expect(await taskOf(admin, 'duplicate')).toMatchObject({
    cnt: 1,
    text: '1 对学生疑似重复，等待核对',
    path: '/ent/duplicate',
  })
  // Checks that a head teacher, who decides on no pairs, has none.
  expect(await taskOf(head, 'duplicate')).toBeUndefined()
  await admin.client.call(duplicate.notsame, { oneNo, otherNo })
  expect(await taskOf(admin, 'duplicate')).toBeUndefined()
  // Checks that a large school, whose search takes long, is not kept waiting: it is told a moment later.
  await enrol(school, twin)
  expect(await taskOf(admin, 'duplicate')).toMatchObject({ cnt: 2 })
  await server.owner.query(
    `insert into stu (ent_no, stu_no, stu_name, unit_no, sex) select $1, 'L' || i, '学生' || i, $2, 'M' from generate_series(1, 5000) i`,
    [entNo, classNo],
  )
  await enrol(school, twin)
  await expect.poll(() => taskOf(admin, 'duplicate'), { timeout: 20_000 }).toMatchObject({ cnt: 5 })
})

test('what a head teacher was asked to repair waits for her and for whoever asked, until nothing is left of it', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, classNo } = school
  const stuNo = await enrol(school)
  for (const rule of ['noPtr', 'noIdNo'] as const) await admin.client.call(datacheck.assign, { rule, unitNos: [classNo] })
  expect(await taskOf(head, 'chkmine')).toMatchObject({ cnt: 2, text: '你有 2 项体检任务没有完成', path: '/ent/datacheck' })
  expect(await taskOf(admin, 'chktask')).toMatchObject({ cnt: 2, text: '2 项体检任务没有完成', path: '/ent/datacheck?tab=task' })
  await admin.client.call(stuptr.createwithptr, { stuNo, ptrName: '赵静', authTel: '13700001112', relt: '52' })
  expect([(await taskOf(head, 'chkmine'))?.cnt, (await taskOf(admin, 'chktask'))?.cnt]).toEqual([1, 1])
  const other = await makePerson(school, { roles: ['P030CLASS'] })
  expect([await taskOf(other, 'chkmine'), await taskOf(head, 'chktask'), await taskOf(admin, 'chkmine')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
