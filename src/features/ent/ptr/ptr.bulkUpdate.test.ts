import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { ptr } from './ptr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('guardians are changed together, an ID number of another is told with the child, and an undo takes all back', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const ming = await enrol(school)
  const father = await giveGuardian(school, ming)
  const mother = await giveGuardian(school, ming, { ptrName: '李梅', relt: '52' })
  const idNo = idNoOf('98010119850305001')
  const changed = await client.call(ptr.updatemany, {
    datas: [
      { ptrNo: father, idNo, rem: '门卫认识' },
      { ptrNo: mother, ptrName: '李红梅', sex: 'N' },
    ],
  })
  expect(changed.map(({ ptrName, sex, brth, rem }) => [ptrName, sex, brth, rem])).toEqual([
    ['王建国', 'M', '19850305', '门卫认识'],
    ['李红梅', 'N', null, null],
  ])
  const answer = await client.answer(ptr.updatemany, { datas: [{ ptrNo: mother, idNo, ptrName: '李3' }] })
  expect((answer.result as { errors: object[] }).errors).toEqual([
    { index: 0, field: 'ptrName', message: '姓名只能有汉字、字母、· 和空格' },
    { index: 0, field: 'idNo', message: '身份证号已被王建国（三年级（1）班王小明的父亲）使用' },
  ])
  await undoLast(school.admin)
  expect(await client.call(ptr.get, { ptrNo: father })).toMatchObject({ idNo: null, brth: null, rem: null })
  expect(await client.call(ptr.get, { ptrNo: mother })).toMatchObject({ ptrName: '李梅' })
})

test('a head teacher changes the guardians of the own class alone', async () => {
  const school = await makePupilSchool(server)
  const near = await giveGuardian(school, await enrol(school))
  const far = await giveGuardian(school, await enrol(school, { unitNo: school.otherNo }), { ptrName: '周远' })
  const answer = await school.head.client.answer(ptr.updatemany, {
    datas: [near, far].map((ptrNo) => ({ ptrNo, rem: '常来' })),
  })
  expect([answer.code, answer.message]).toEqual([10002, '记录不存在或不在可访问的范围内'])
  await school.head.client.call(ptr.updatemany, { datas: [{ ptrNo: near, rem: '常来' }] })
  expect((await school.admin.client.call(ptr.get, { ptrNo: near })).rem).toBe('常来')
})
