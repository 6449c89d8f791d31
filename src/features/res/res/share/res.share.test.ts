import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, rootNo, startServer, type TestServer } from '../../../../../test/support/harness.ts'
import {
  type Library,
  makeClass,
  makeDistricts,
  makeTeacher,
  namesOf,
  putIn,
  sendText,
} from '../../../../../test/support/resources.ts'
import { closeAfterFiles } from '../../../../../test/support/uploads.ts'
import { history } from '#contract/shell/history.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { res } from '../res.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => closeAfterFiles(server))

const pass = ({ admin, clsNo }: Library, resNo: string) => admin.client.answer(res.setpass, { resNos: [resNo], clsNo })
const offers = async ({ admin }: Library) => (await admin.client.call(res.getofferedpage, {})).datas.map(({ resName }) => resName)
const undo = ({ client }: Library['admin'], op = client.lastOp) => client.answer(history.undo, { op })

test('what a school shares with its district is seen by the schools of the bureau once that agreed, and by nobody else', async () => {
  const { bureau, other, school, neighbour, stranger } = await makeDistricts(server)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  const others = [neighbour, stranger, other]
  for (const { admin } of others) expect((await admin.client.answer(res.get, { resNo })).code).toBe(10002)
  expect([await offers(bureau), await offers(other)]).toEqual([['古诗三首'], []])
  expect((await pass(other, resNo)).code).toBe(10002)
  expect((await pass(bureau, resNo)).code).toBe(0)
  const shown = await neighbour.admin.client.call(res.get, { resNo })
  expect([shown.clsName, shown.empName, shown.ofEntName, shown.editFlag]).toEqual(['语文', null, `学校${school.entNo}`, '0'])
  expect([await namesOf(neighbour.admin, { scope: '2' }), await namesOf(neighbour.admin, { scope: '1' })]).toEqual([
    ['古诗三首'],
    [],
  ])
  expect(await namesOf(neighbour.admin, { scope: '2', clsNo: bureau.clsNo, keyWord: '古诗' })).toEqual(['古诗三首'])
  for (const { admin } of [stranger, other]) {
    expect((await admin.client.answer(res.get, { resNo })).code).toBe(10002)
    expect(await namesOf(admin)).toEqual([])
  }
})

test('what is taken back or refused is no longer seen by others', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const [back, off] = [
    await putIn(school.admin, school.clsNo, { scope: '2', resName: '撤回的' }),
    await putIn(school.admin, school.clsNo, { scope: '2', resName: '下架的' }),
  ]
  for (const resNo of [back, off]) await pass(bureau, resNo)
  expect((await namesOf(neighbour.admin)).toSorted()).toEqual(['下架的', '撤回的'])
  await school.admin.client.call(res.setscope, { resNo: back, scope: '1' })
  await bureau.admin.client.call(res.setreject, { resNos: [off], answer: '有错别字' })
  expect(await namesOf(neighbour.admin)).toEqual([])
  expect(await school.admin.client.call(res.get, { resNo: off })).toMatchObject({ shrStt: '3', answer: '有错别字' })
  expect(await school.admin.client.call(res.setscope, { resNo: off, scope: '2' })).toMatchObject({ shrStt: '1' })
})

test('a change of what was reviewed waits for another review, and others see the newest version alone', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const { client } = school.admin
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  const changes = [
    () => client.call(res.update, { resNo, resName: '古诗五首' }),
    () => client.call(res.update, { resNo, des: '五年级' }),
    async () => client.call(res.addversion, { resNo, fileNo: await sendText(school.admin, '二稿.txt') }),
  ]
  for (const change of changes) {
    await pass(bureau, resNo)
    expect((await namesOf(neighbour.admin)).length).toBe(1)
    await change()
    expect(await namesOf(neighbour.admin)).toEqual([])
  }
  await pass(bureau, resNo)
  const { versions, name } = await neighbour.admin.client.call(res.get, { resNo })
  expect([name, versions.map(({ verNo }) => verNo)]).toEqual(['二稿.txt', [2]])
  await client.call(res.update, { resNo, subj: '101' })
  expect(await namesOf(neighbour.admin)).toEqual(['古诗五首'])
})

test('of two who review at once one is told so, and nobody agrees to what was taken back or changed meanwhile', async () => {
  const { bureau, school } = await makeDistricts(server)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  const both = await Promise.all([pass(bureau, resNo), pass(bureau, resNo)])
  expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 10005])
  const second = await putIn(school.admin, school.clsNo, { scope: '2' })
  const [looked] = (await bureau.admin.client.call(res.getofferedpage, { shrStt: '1' })).datas
  await school.admin.client.call(res.update, { resNo: second, resName: '换了名称' })
  const late = { resNos: [second], clsNo: bureau.clsNo, ver: looked?.ver }
  expect(await bureau.admin.client.answer(res.setpass, late)).toMatchObject({ code: 10005 })
  await school.admin.client.call(res.setscope, { resNo: second, scope: '1' })
  expect((await pass(bureau, second)).code).toBe(10002)
})

test('a bureau shares its own with the schools below it at once', async () => {
  const { bureau, neighbour, stranger } = await makeDistricts(server)
  const resNo = await putIn(bureau.admin, bureau.clsNo, { scope: '2', resName: '教研计划' })
  expect([await namesOf(neighbour.admin), await namesOf(stranger.admin)]).toEqual([['教研计划'], []])
  const other = await makeClass(bureau.admin, '计划')
  await bureau.admin.client.call(res.move, { resNos: [resNo], clsNo: other })
  await bureau.admin.client.call(res.update, { resNo, resName: '新的教研计划' })
  expect(await neighbour.admin.client.call(res.get, { resNo })).toMatchObject({ clsName: '计划', resName: '新的教研计划' })
})

test('each enterprise is told where it finds resources and where it may share them', async () => {
  const { bureau, school } = await makeDistricts(server)
  const places = async ({ admin }: Library) => {
    const told = await admin.client.call(res.getplaces)
    return [told.places.map((one) => one.scope + one.entNo), told.shares.map((one) => one.scope + one.revwFlag)]
  }
  expect(await places(school)).toEqual([
    [`1${school.entNo}`, `2${bureau.entNo}`, `3${rootNo}`],
    ['21', '31'],
  ])
  expect(await places(bureau)).toEqual([
    [`1${bureau.entNo}`, `3${rootNo}`],
    ['20', '31'],
  ])
})

test('what waits for a review stands among the tasks of who reviews', async () => {
  const { bureau, school } = await makeDistricts(server)
  await putIn(school.admin, school.clsNo, { scope: '2' })
  const tasks = async ({ admin }: Library) =>
    (await admin.client.call(home.get)).tasks.filter(({ code }) => code === 'resource').map(({ text, path }) => [text, path])
  expect([await tasks(bureau), await tasks(school)]).toEqual([[['1 个资源等你审核', '/res/res?tab=review']], []])
})

test('a look from another school counts where the resource is, and its mark stays with who made it', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const teacher = await makeTeacher(neighbour)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  expect((await teacher.client.answer(res.setseen, { resNo })).code).toBe(10002)
  expect((await teacher.client.answer(res.setfav, { resNo, favFlag: '1' })).code).toBe(10002)
  await pass(bureau, resNo)
  await teacher.client.call(res.setseen, { resNo, downFlag: '1' })
  await teacher.client.call(res.setfav, { resNo, favFlag: '1' })
  expect(await school.admin.client.call(res.get, { resNo })).toMatchObject({ downCnt: 1, favFlag: '0' })
  await bureau.admin.client.call(res.setreject, { resNos: [resNo], answer: '过期' })
  expect(await namesOf(teacher, { mine: 'fav' })).toEqual([])
})

test('an undo brings nothing before others that they have not reviewed', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const { client } = school.admin
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  const told = { code: 10015, message: '资源“古诗三首”共享出去要先审核，不能撤销，请重新设置共享' }
  await pass(bureau, resNo)
  await client.call(res.setscope, { resNo, scope: '1' })
  expect(await undo(school.admin)).toMatchObject(told)
  await client.call(res.update, { resNo, resName: '古诗一首' })
  const renamed = client.lastOp
  await client.call(res.setscope, { resNo, scope: '2' })
  await pass(bureau, resNo)
  expect(await undo(school.admin, renamed)).toMatchObject(told)
  expect(await namesOf(neighbour.admin)).toEqual(['古诗一首'])
})

test('what was deleted comes back as it was, and what was shared with the own schools comes back to them', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const own = await putIn(bureau.admin, bureau.clsNo, { scope: '2', resName: '教研计划' })
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  await pass(bureau, resNo)
  await school.admin.client.call(res.delete, { resNos: [resNo] })
  expect(await namesOf(neighbour.admin)).toEqual(['教研计划'])
  expect((await undo(school.admin)).code).toBe(0)
  await bureau.admin.client.call(res.setscope, { resNo: own, scope: '1' })
  expect(await namesOf(neighbour.admin)).toEqual(['古诗三首'])
  expect((await undo(bureau.admin)).code).toBe(0)
  expect((await namesOf(neighbour.admin)).toSorted()).toEqual(['古诗三首', '教研计划'])
})

test('what is public is seen by every school, once the platform agreed', async () => {
  const { school, stranger } = await makeDistricts(server)
  const operator = await makePerson({ ...school, entNo: rootNo, orgNo: 'O00000001' } as Library, {
    idntNo: '060',
    roles: ['P060OPERATOR'],
  })
  const clsNo = await makeClass(operator, `公共${school.entNo}`)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '3', resName: '公开课' })
  expect(await namesOf(stranger.admin, { keyWord: '公开课' })).toEqual([])
  await operator.client.call(res.setpass, { resNos: [resNo], clsNo })
  expect(await namesOf(stranger.admin, { scope: '3', keyWord: '公开课' })).toEqual(['公开课'])
})
