import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseSettings } from '#features/ecb/entcfg/entcfg.contract.ts'
import { entmdl } from '#features/ecb/entmdl/entmdl.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { getcfg } from '#features/ecb/getcfg/getcfg.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import {
  makePerson,
  makeSchool,
  type Person,
  rootNo,
  type School,
  startServer,
  type TestServer,
  unrecorded,
} from '../../../../test/support/harness.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const listed = async ({ client }: Person, op: string) => (await client.call(history.getpage)).datas.find((one) => one.op === op)

test('what was taken from an enterprise from above it does not give itself back by undoing that', async () => {
  const operator = await makeOperator(server)
  const below = await makeSchool(server, { idntNo: '060' })
  await operator.client.call(entmdl.deletemdlent, { mdlCode: 'photo', entNos: [below.entNo] })
  const op = operator.client.lastOp
  const admin = await makePerson(below, { roles: ['P060ADMIN'], idntNo: '060' })
  const { client } = admin
  expect((await client.answer(entmdl.createmdlent, { mdlCode: 'photo', entNos: [below.entNo] })).code).toBe(10002)
  expect(await listed(admin, op)).toMatchObject({ backStt: '0', why: '这是上级做的，只能由上级撤销' })
  expect(await client.answer(history.undo, { op })).toMatchObject({ code: 10014, message: '这是上级做的，只能由上级撤销' })
  await operator.client.call(history.undo, { op })
})

test('what changed several enterprises at once is taken back whole by whoever did it, and by nobody in part', async () => {
  const [one, other] = [await makeOperator(server), await makeOperator(server)]
  const schools = [await makeSchool(server), await makeSchool(server)]
  const entNos = [rootNo, ...schools.map(({ entNo }) => entNo)]
  const datas = entNos.map((entNo) => ({ entNo, cfgCode: 'IMP_MAX', curVal: '700' }))
  await one.client.call(enterpriseSettings.createcfgent, { datas })
  const { lastOp: op } = one.client
  const why = '一次改了几个企业，只有做的人能撤销'
  expect(await listed(other, op)).toMatchObject({ backStt: '0', why })
  expect(await other.client.call(history.getundo, { op })).toMatchObject({ blocks: [why] })
  expect(await other.client.answer(history.undo, { op })).toMatchObject({ code: 10014, message: why })
  expect(await listed(one, op)).toMatchObject({ backStt: '1' })
  await one.client.call(history.undo, { op })
  const left = await one.client.call(enterpriseSettings.getentlist, { cfgCode: 'IMP_MAX' })
  expect(left.filter(({ entNo }) => entNos.includes(entNo))).toEqual([])
})

test('what stands in the way is told of every enterprise that an operation changed', async () => {
  const operator = await makeOperator(server)
  const school = await makeSchool(server)
  const datas = [rootNo, school.entNo].map((entNo) => ({ entNo, cfgCode: 'WATERMARK', curVal: '0' }))
  await operator.client.call(enterpriseSettings.createcfgent, { datas })
  const { lastOp: op } = operator.client
  expect(await operator.client.call(history.getundo, { op })).toMatchObject({ blocks: [] })
  await school.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode: 'WATERMARK', curVal: '1' }] })
  const { blocks } = await operator.client.call(history.getundo, { op })
  expect(blocks).toEqual([expect.stringMatching(`^${await nameOf(school)}：.*之后又有改动`)])
  expect((await operator.client.answer(history.undo, { op })).message).toMatch('之后又有改动')
})

async function nameOf({ entNo }: School) {
  const { rows } = await server.owner.query('select ent_name from ent where ent_no = $1', [entNo])
  return rows[0].ent_name
}

test('what somebody changed of the own account only they take back', async () => {
  const school = await makeSchool(server)
  const teacher = await makePerson(school)
  await teacher.client.call(user.updatenickname, { nickName: '小王' })
  const { lastOp: op } = teacher.client
  expect(await listed(school.admin, op)).toMatchObject({ backStt: '0', why: '只能撤销自己做的' })
  expect(await school.admin.client.answer(history.undo, { op })).toMatchObject({ code: 10014, message: '只能撤销自己做的' })
  await teacher.client.call(history.undo, { op })
})

test('a merge of students is taken back within 30 days, whichever way it is asked for', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [keptNo, goneNo] = [await enrol(school), await enrol(school)]
  await client.call(duplicate.merge, { keptNo, goneNo, fields: {} })
  const { lastOp: op } = client
  await unrecorded(server, 'stumerge', `update stumerge set crt_tm = now() - interval '31 days' where ent_no = $1`, [
    school.entNo,
  ])
  const tooLate = '合并已超过 30 天，不能撤销'
  expect(await client.call(history.getundo, { op })).toMatchObject({ blocks: [tooLate] })
  expect(await client.answer(history.undo, { op })).toMatchObject({ code: 10014, message: tooLate })
})
