import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDistricts, makeClass, makeLibrary, putIn } from '../../../../test/support/resources.ts'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { history } from '#contract/shell/history.contract.ts'
import { res } from '../res/res.contract.ts'
import { type ClassNode, classDepthLimit, rescls } from './rescls.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Draws classes as `name own/total`, those below in brackets. */
const drawn = (nodes: ClassNode[]): string =>
  nodes
    .map(({ clsName, resCnt, ttlCnt, items }) => `${clsName} ${resCnt}/${ttlCnt}${items.length > 0 ? `(${drawn(items)})` : ''}`)
    .join(' ')

test('a class counts its resources, and those of all below it', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const lower = await makeClass(admin, '教案', clsNo)
  await putIn(admin, clsNo)
  await putIn(admin, lower)
  const gone = await putIn(admin, lower)
  await admin.client.call(res.delete, { resNos: [gone] })
  expect(drawn(await admin.client.call(rescls.gettree))).toBe('语文 1/2(教案 1/1)')
})

test('classes lie at most five deep, and none below itself', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const line = [clsNo]
  for (let depth = 2; depth <= classDepthLimit; depth++) line.push(await makeClass(admin, `第${depth}级`, line.at(-1) ?? null))
  const tooDeep = { code: 10001, message: '分类最多 5 级，移到这里会有 6 级' }
  expect(await admin.client.answer(rescls.create, { clsName: '第六级', prtNo: line.at(-1) })).toMatchObject(tooDeep)
  const inside = { code: 10001, message: '不能把分类移到它自己或它的下级之下' }
  expect(await admin.client.answer(rescls.update, { clsNo, prtNo: line[1] })).toMatchObject(inside)
})

test('a class moves below another, before the one that is named', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const [first, moved] = [await makeClass(admin, '教案', clsNo), await makeClass(admin, '课件')]
  await admin.client.call(rescls.update, { clsNo: moved, prtNo: clsNo, befNo: first })
  expect(drawn(await admin.client.call(rescls.gettree))).toBe('语文 0/0(课件 0/0 教案 0/0)')
  expect(await admin.client.answer(history.undo, { op: admin.client.lastOp })).toMatchObject({ code: 0 })
  expect(drawn(await admin.client.call(rescls.gettree))).toBe('语文 0/0(教案 0/0) 课件 0/0')
})

test('two classes beside each other do not have one name', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  expect(await admin.client.answer(rescls.create, { clsName: '语文' })).toMatchObject({
    code: 10003,
    message: '分类名称“语文”已被使用',
  })
  await makeClass(admin, '语文', clsNo)
})

test('a class goes once its resources have another one, and comes back with them', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const other = await makeClass(admin, '数学')
  const below = await makeClass(admin, '教案', clsNo)
  await putIn(admin, clsNo)
  expect(await admin.client.answer(rescls.delete, { clsNo })).toMatchObject({
    code: 10016,
    message: expect.stringContaining('1 个下级分类'),
  })
  await admin.client.call(rescls.delete, { clsNo: below })
  expect(await admin.client.answer(rescls.delete, { clsNo })).toMatchObject({
    code: 10016,
    message: expect.stringContaining('1 个资源'),
  })
  await admin.client.call(rescls.delete, { clsNo, toClsNo: other })
  expect(drawn(await admin.client.call(rescls.gettree))).toBe('数学 1/1')
  expect(await admin.client.answer(history.undo, { op: admin.client.lastOp })).toMatchObject({ code: 0 })
  expect(drawn(await admin.client.call(rescls.gettree))).toBe('语文 1/1 数学 0/0')
})

test('what schools share stays shared when the bureau deletes its class', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  const other = await makeClass(bureau.admin, '数学')
  await bureau.admin.client.call(res.setpass, { resNos: [resNo], clsNo: bureau.clsNo })
  await bureau.admin.client.call(rescls.delete, { clsNo: bureau.clsNo, toClsNo: other })
  expect(drawn(await neighbour.admin.client.call(rescls.gettree, { scope: '2' }))).toBe('数学 1/1')
})

test('of the trees above, a school sees the classes that lead to something', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const used = await makeClass(bureau.admin, '教案', bureau.clsNo)
  await makeClass(bureau.admin, '试卷', bureau.clsNo)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  expect(await neighbour.admin.client.call(rescls.gettree, { scope: '2' })).toEqual([])
  await bureau.admin.client.call(res.setpass, { resNos: [resNo], clsNo: used })
  expect(drawn(await neighbour.admin.client.call(rescls.gettree, { scope: '2' }))).toBe('语文 0/1(教案 1/1)')
  expect(drawn(await bureau.admin.client.call(rescls.gettree))).toBe('语文 0/1(教案 1/1 试卷 0/0)')
})
