import { afterAll, beforeAll, expect, test } from 'vitest'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Returns the fields that a record's history, and any of its former states, offer to restore. */
async function offered({ client }: Person, record: { kind: string; no: string; entNo?: string }): Promise<string[]> {
  const { datas } = await client.call(history.gettimeline, record)
  const told = datas.flatMap(({ parts }) => parts.flatMap(({ changes }) => changes))
  const then = []
  for (const { op } of datas)
    for (const side of ['before', 'after'] as const) {
      const { parts } = await client.call(history.getthen, { ...record, op, side })
      then.push(...parts.flatMap(({ fields }) => fields))
    }
  return [...new Set([...told, ...then].flatMap(({ field, backFlag }) => (backFlag === '1' ? [field] : [])))].toSorted()
}

test('a phone that is verified and a class, which have ways of their own, are not offered to be given back', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school, { authTel: '13800138000' })
  await client.call(stu.auth, { stuNo })
  await client.call(stu.updatephone, { stuNo, authTel: '13800138001' })
  await client.call(stu.updateunit, { stuNos: [stuNo], unitNo: school.otherNo })
  await client.call(stu.update, { stuNo, rem: '走读' })
  expect(await offered(school.admin, { kind: 'stu', no: stuNo })).toEqual(['rem'])
  const hired = { empName: '李四', authTel: '13900000001', orgNos: [school.orgNo] }
  const { empNo } = await client.call(emp.create, { ...hired, sex: 'M' })
  await client.call(emp.auth, { empNo })
  await client.call(emp.updatephone, { empNo, authTel: '13900000002' })
  await client.call(emp.update, { empNo, rem: '支教' })
  expect(await offered(school.admin, { kind: 'emp', no: empNo })).toEqual(['rem'])
})

test('everything that is offered of a former state is given back together', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school, { authTel: '13800138010', rem: '走读' })
  const op = client.lastOp
  await client.call(stu.auth, { stuNo })
  await client.call(stu.updatephone, { stuNo, authTel: '13800138011' })
  await client.call(stu.update, { stuNo, stuName: '李雷雷', unitNo: school.otherNo, rem: '住校' })
  const record = { kind: 'stu', no: stuNo }
  const [part] = (await client.call(history.getthen, { ...record, op })).parts
  const flds = part?.fields.flatMap(({ field, backFlag }) => (backFlag === '1' ? [field] : [])) ?? []
  await client.call(history.restore, { ...record, tbl: 'stu', op, side: 'after', flds, ver: part?.ver ?? null })
  const now = await client.call(stu.getex, { stuNo })
  expect(now).toMatchObject({ stuName: '王小明', rem: '走读', unitNo: school.otherNo })
})

test('the state of a school is given back from above, never by the school itself', async () => {
  const school = await makeSchool(server)
  const record = { kind: 'ent', no: school.entNo }
  const above = await makeOperator(server)
  for (const stt of ['3', '1'] as const) await above.client.call(ent.update, { entNo: school.entNo, stt, rem: stt })
  // Checks that its users were signed out with the first of them.
  const own = await makePerson(school, { roles: ['P030ADMIN'] })
  expect(await offered(own, record)).toEqual(['rem'])
  expect(await offered(above, { ...record, entNo: school.entNo })).toEqual(['rem', 'stt'])
})

test('a value that the record no longer may have is not offered', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  await client.call(ent.update, { linkTel: '0571-88880001', des: '百年老校' })
  // Expects no telephone among them, which can be changed, but no longer removed.
  expect(await offered(school.admin, { kind: 'ent', no: school.entNo })).toEqual(['des'])
})

test('a former logo is given back by any administrator of the school, and nobody else’s picture becomes it', async () => {
  const school = await makeSchool(server)
  const record = { kind: 'ent', no: school.entNo }
  const other = await makePerson(school, { roles: ['P030ADMIN'] })
  const { client } = school.admin
  const [first, second] = [
    await client.call(upload.upload, { file: await portrait() }),
    await client.call(upload.upload, { file: await portrait() }),
  ]
  await client.call(ent.update, { entLogo: first.fileNo })
  await client.call(ent.update, { entLogo: second.fileNo })
  const op = client.lastOp
  expect(await offered(other, record)).toEqual(['entLogo'])
  await other.client.call(history.restore, { ...record, tbl: 'ent', op, side: 'before', flds: ['entLogo'] })
  expect((await client.call(ent.get)).entLogo).toContain(first.fileNo)
  const { fileNo } = await other.client.call(upload.upload, { file: await portrait() })
  expect((await client.answer(ent.update, { entLogo: fileNo })).message).toBe('标志文件不存在，请重新上传')
})
