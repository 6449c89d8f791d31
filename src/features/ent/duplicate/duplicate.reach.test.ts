import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../test/support/personWithRights.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { closeAfterFiles, portrait } from '../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { stu } from '../stu/stu.contract.ts'
import { duplicate } from './duplicate.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => closeAfterFiles(server))

test('a merge in another class is not there for a head teacher, and not one that she takes back', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [keptNo, goneNo] = [
    await enrol(school, { stuName: '严明', unitNo: school.otherNo }),
    await enrol(school, { stuName: '严明', unitNo: school.otherNo }),
  ]
  const { mrgNo } = await client.call(duplicate.merge, { keptNo, goneNo })
  await client.call(stu.update, { stuNo: keptNo, rem: '后来' })
  const { client: teacher } = await makePersonWithRights(school, ['duplicate:view', 'duplicate:set'], school.classNo)
  for (const call of [duplicate.getundo, duplicate.takeback])
    expect(await teacher.answer(call, { mrgNo })).toEqual(await teacher.answer(call, { mrgNo: 'D999999999' }))
})

test('a comparison tells nothing of labels that one does not see, and a merge loses none of them', async () => {
  const school = await makePupilSchool(server)
  const oneNo = await enrol(school, { stuName: '严明', wts: '01,43' })
  const otherNo = await enrol(school, { stuName: '严明', wts: '01,31' })
  const { client } = await makePersonWithRights(school, ['duplicate:view', 'duplicate:set', 'stu:view'])
  const { fields } = await client.call(duplicate.getpair, { oneNo, otherNo })
  expect(fields.find(({ field }) => field === 'wts')).toMatchObject({ one: '走读', other: '走读', differs: false })
  await client.call(duplicate.merge, { keptNo: oneNo, goneNo: otherNo, fields: { wts: 'gone' } })
  expect((await school.admin.client.call(stu.get, { stuNo: oneNo })).wts).toBe('01,31,43')
})

test('with a withdrawn consent the face goes also from the record that was merged', async () => {
  const school = await makePupilSchool(server)
  const { entNo } = school
  const { client } = school.admin
  await asOwner(server, entNo, (db) => db.insertInto('entcfg').values({ entNo, cfgCode: 'FACE_ON', curVal: '1' }).execute())
  const keptNo = await enrol(school, { stuName: '严明' })
  const goneNo = await enrol(school, { stuName: '严明', unitNo: school.otherNo })
  const { fileNo } = await client.call(upload.upload, { file: await portrait() })
  const consent = { cnsntFlag: '1', cnsntBy: '严父（父亲）' } as const
  await client.call(stu.applyforstufacepht, { stuNo: goneNo, facePht: fileNo, ...consent })
  const { mrgNo } = await client.call(duplicate.merge, { keptNo, goneNo, fields: { facePht: 'gone' } })
  await school.head.client.call(stu.withdraw, { stuNo: keptNo })
  const { rows } = await server.owner.query('select 1 from file where file_no = $1', [fileNo])
  expect([rows.length, existsSync(join(server.services.files.root, entNo, fileNo))]).toEqual([0, false])
  expect((await client.answer(duplicate.takeback, { mrgNo })).code).not.toBe(0)
})

test('a list that gave one name and birth date to thousands keeps nobody from finding the others', async () => {
  const school = await makePupilSchool(server)
  const { entNo, classNo } = school
  const many = sql`insert into stu (ent_no, stu_no, stu_name, unit_no, sex, brth)
    select ${entNo}, 'N' || i, '王小明', ${classNo}, 'M', date '2018-05-10' from generate_series(1, 4000) i`
  await asOwner(server, entNo, (db) => many.execute(db))
  const twice = [
    await enrol(school, { stuName: '尤里', brth: '20180510' }),
    await enrol(school, { stuName: '尤里', brth: '20180510' }),
  ]
  const { datas } = await school.admin.client.call(duplicate.getlist)
  expect(datas.map(({ one, other }) => [one.stuNo, other.stuNo])).toEqual([twice])
})
