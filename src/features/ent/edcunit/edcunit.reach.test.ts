import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../test/support/personWithRights.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { ptr } from '../ptr/ptr.contract.ts'
import { rollover } from '../rollover/rollover.contract.ts'
import { stu } from '../stu/stu.contract.ts'
import { edcunit } from './edcunit.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const said = '你只管理部分单元，不能升级或毕业范围之外的单元'

test('who manages a class advances neither its grade nor the school, and is told so', async () => {
  const school = await makePupilSchool(server)
  await enrol(school)
  const { client } = await makePersonWithRights(
    school,
    ['edcunit:view', 'edcunit:set', 'rollover:view', 'rollover:set', 'stu:view'],
    school.classNo,
  )
  const again = { again: '1' } as const
  expect((await client.answer(edcunit.upgrade, again)).message).toBe(said)
  expect((await client.answer(edcunit.upgrade, { ...again, unitNos: [school.gradeNo] })).message).toBe(said)
  expect((await client.answer(edcunit.graduate, { unitNos: [school.gradeNo], early: '1' })).message).toBe(said)
  const { plan } = await school.admin.client.call(rollover.get)
  const whole = { plan: { ...plan, ...again } }
  const { rollNo, schYear, sign } = await school.admin.client.call(rollover.savedraft, whole)
  for (const [call, input] of [
    [rollover.savedraft, whole],
    [rollover.run, { rollNo, schYear: schYear + 1, sign }],
    [rollover.dropdraft, { rollNo }],
    [rollover.dropimports, {}],
    [rollover.takeback, { rollNo }],
  ] as const)
    expect((await client.answer(call, input)).message).toBe('你只管理部分单元，学年升级由管理全校的人来做')
  const units = await school.admin.client.call(edcunit.getlist, { unitType: '4' })
  expect(units).toMatchObject([{ unitName: '三年级', curGrade: 3, stt: '1' }])
})

test('a guardian whose other child is in a class that the caller does not manage does not rest', async () => {
  const school = await makePupilSchool(server)
  const { entNo } = school
  const [near, far] = [await enrol(school), await enrol(school, { unitNo: school.otherNo })]
  const [both, alone] = [await giveGuardian(school, near), await giveGuardian(school, near)]
  await asOwner(server, entNo, (db) => db.insertInto('stuptr').values({ entNo, stuNo: far, ptrNo: both, relt: '51' }).execute())
  const officer = await makePersonWithRights(school, ['edcunit:view', 'edcunit:set'], school.classNo)
  await officer.client.call(edcunit.graduate, { unitNos: [school.classNo], early: '1' })
  const sttOf = async (ptrNo: string) => (await school.admin.client.call(ptr.get, { ptrNo })).stt
  expect([await sttOf(both), await sttOf(alone)]).toEqual(['1', '2'])
})

test('what taking a year-end back would meet is told a head teacher without the names of other classes', async () => {
  const school = await makePupilSchool(server)
  const { entNo, gradeNo } = school
  const { client } = school.admin
  const [near, far] = [await enrol(school), await enrol(school, { stuName: '赵远', unitNo: school.otherNo })]
  await asOwner(server, entNo, (db) =>
    db
      .updateTable('edcunit')
      .set({ entrYear: 2021, curGrade: 6 })
      .where('entNo', '=', entNo)
      .where('unitNo', '=', gradeNo)
      .execute(),
  )
  const { plan } = await client.call(rollover.get)
  const { rollNo, schYear, sign } = await client.call(rollover.savedraft, { plan: { ...plan, again: '1' } })
  await client.call(rollover.run, { rollNo: rollNo ?? '', schYear: schYear + 1, sign, seasonFlag: '1' })
  await client.call(stu.update, { stuNo: near, rem: '后来' })
  await client.call(stu.update, { stuNo: far, rem: '后来' })
  const told = await school.head.client.call(rollover.getundo, { rollNo: rollNo ?? '' })
  expect(told.keepCnt).toBe(2)
  expect(JSON.stringify(told)).not.toMatch(/赵远|（2）班/)
  expect((await client.call(rollover.getundo, { rollNo: rollNo ?? '' })).keeps).toContain('学生“赵远”的备注')
})
