import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { msgtmpl } from './msgtmpl.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const words = { tmplName: '放学提前', title: '今天提前放学', body: '15:00 放学', need: '3' as const, choices: ['来接', '自己走'] }

test('a text is kept with all it asks, for oneself, or by who reviews messages for everybody; each removes only their own', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const teacher = await makePerson(school, { name: '李老师', roles: ['P030CLASS'] })
  const shared = await client.call(msgtmpl.create, { ...words, shareFlag: '1' })
  const own = await teacher.client.call(msgtmpl.create, { ...words, tmplName: '班会' })
  const listed = await teacher.client.call(msgtmpl.getlist, {})
  expect(listed.map(({ tmplName, shareFlag, mineFlag, choices }) => [tmplName, shareFlag, mineFlag, choices])).toEqual(
    expect.arrayContaining([
      ['放学提前', '1', '0', words.choices],
      ['班会', '0', '1', words.choices],
    ]),
  )
  expect((await client.call(msgtmpl.getlist, {})).map(({ tmplName }) => tmplName)).toEqual(['放学提前'])
  expect(await teacher.client.answer(msgtmpl.create, { ...words, tmplName: '都用', shareFlag: '1' })).toMatchObject({
    code: 30001,
  })
  expect(await teacher.client.answer(msgtmpl.delete, { tmplNo: shared.tmplNo })).toMatchObject({ code: 10002 })
  await teacher.client.call(msgtmpl.delete, { tmplNo: own.tmplNo })
  expect((await teacher.client.call(msgtmpl.getlist, {})).map(({ tmplName }) => tmplName)).toEqual(['放学提前'])
})

test('a name that is taken is refused beside its field', async () => {
  const { admin } = await makeSchool(server)
  await admin.client.call(msgtmpl.create, words)
  expect(await admin.client.answer(msgtmpl.create, words)).toMatchObject({ code: 10003, message: '已有同名的模板，请换一个名称' })
})
