import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChild, type Classes, makeClasses, makeHeadTeacher } from '../../../../test/support/classes.ts'
import { type Client, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { history } from '#contract/shell/history.contract.ts'
import { ptr } from '../ptr/ptr.contract.ts'
import { stuptr } from './stuptr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

let phones = 14_100_000_000
const phone = () => String(++phones)
const father = (stuNo: string, more: object = {}) => ({ stuNo, relt: '51', ptrName: '王伟', authTel: phone(), ...more })

/** Makes a school with 王小明 in the first of two classes and 李小红 in the second. */
async function makeFamilies(): Promise<Classes & { client: Client; ming: string; hong: string }> {
  const school = await makeSchool(server)
  const classes = await makeClasses(school)
  const [ming, hong] = [await addChild(school, classes.one, '王小明'), await addChild(school, classes.two, '李小红')]
  return { ...classes, client: school.admin.client, ming, hong }
}

test('a guardian made with a link has the sex and the standing that the relation tells, and the next place to be called', async () => {
  const { client, ming } = await makeFamilies()
  const made = await client.call(stuptr.createwithptr, father(ming))
  expect(made).toMatchObject({
    stuName: '王小明',
    unitName: '三年级（1）班',
    ptrName: '王伟',
    relt: '51',
    grdFlag: '1',
    prior: 1,
  })
  const aunt = await client.call(stuptr.createwithptr, { ...father(ming), relt: '90', ptrName: '王芳' })
  expect(aunt).toMatchObject({ grdFlag: '0', pickFlag: '1', prior: 2 })
  expect(await client.call(ptr.get, { ptrNo: aunt.ptrNo ?? '' })).toMatchObject({
    sex: 'N',
    stus: [{ stuName: '王小明', relt: '90' }],
  })
})

test('who has the phone or the ID number already is shown with their children, and linked once somebody says it is them', async () => {
  const { client, ming, hong } = await makeFamilies()
  const idNo = idNoOf('98010119850305001')
  const first = father(ming, { idNo })
  const { ptrNo } = await client.call(stuptr.createwithptr, first)
  const known = { code: 10017, result: { ptrNo, ptrName: '王伟', stus: [{ stuName: '王小明', unitName: '三年级（1）班' }] } }
  expect(await client.answer(stuptr.createwithptr, father(hong, { authTel: first.authTel }))).toMatchObject(known)
  expect(await client.answer(stuptr.createwithptr, father(hong, { idNo }))).toMatchObject(known)
  expect(await client.answer(stuptr.createwithptr, father(hong, { ptrNo }))).toMatchObject({ code: 10006 })
  const linked = await client.call(stuptr.createwithptr, father(hong, { authTel: first.authTel, ptrNo, relt: '57' }))
  expect(linked).toMatchObject({ ptrNo, relt: '57', siblings: [{ stuName: '王小明' }] })
  expect(await client.answer(stuptr.create, { stuNo: hong, ptrNo, relt: '51' })).toMatchObject({
    message: '王伟已是李小红的家长，不用再关联',
  })
  const rows = await client.call(stuptr.getstulist, { ptrNo: ptrNo ?? '' })
  expect(rows.map(({ stuName, sexName, sttName }) => [stuName, sexName, sttName])).toEqual([
    ['王小明', '男', '正常'],
    ['李小红', '男', '正常'],
  ])
})

test('a child has at most ten guardians, and a guardian at most ten children, said with the numbers', async () => {
  const { client, school, one, ming } = await makeFamilies()
  for (let i = 0; i < 10; i++) await client.call(stuptr.createwithptr, father(ming, { relt: '97' }))
  expect((await client.answer(stuptr.createwithptr, father(ming))).message).toBe('王小明已有 10 位家长，最多 10 位，请先解除一位')
  const ptrNo = (await client.call(stuptr.getpage, { stuNo: ming })).datas[0]?.ptrNo ?? ''
  const others = await Promise.all(Array.from({ length: 10 }, () => addChild(school, one, '赵小军')))
  const answers = []
  for (const stuNo of others) answers.push((await client.answer(stuptr.create, { stuNo, ptrNo, relt: '97' })).message)
  expect(answers.filter((message) => message === '添加成功')).toHaveLength(9)
  expect(answers.at(-1)).toBe('王伟已有 10 个孩子，最多 10 个')
})

test('the list shows each child with its guardians, who has none, and who has two fathers', async () => {
  const { client, ming, hong, gradeNo, one, two } = await makeFamilies()
  await client.call(stuptr.createwithptr, father(ming))
  await client.call(stuptr.createwithptr, { ...father(ming), relt: '52', ptrName: '陈静' })
  const names = async (filter: object) =>
    (await client.call(stuptr.getpage, filter)).datas.map(({ stuName, ptrName }) => `${stuName} ${ptrName ?? '–'}`)
  expect(await names({ unitNo: gradeNo })).toEqual(['王小明 王伟', '王小明 陈静', '李小红 –'])
  expect(await names({ noPtr: '1' })).toEqual(['李小红 –'])
  expect(await names({ unitNo: one, relt: '52' })).toEqual(['王小明 陈静'])
  expect(await names({ unitNo: two })).toEqual(['李小红 –'])
  expect(await names({ keyWord: 'cj' })).toEqual(['王小明 王伟', '王小明 陈静'])
  expect(await names({ keyWord: '小红' })).toEqual(['李小红 –'])
  expect(await names({ many: '1' })).toEqual([])
  await client.call(stuptr.createwithptr, father(ming, { ptrName: '张强' }))
  expect(await names({ many: '1' })).toEqual(['王小明 王伟', '王小明 陈静', '王小明 张强'])
  expect((await client.call(stuptr.getpage, { stuNo: hong })).recordCount).toBe(1)
})

test('link and guardian are changed in one form, and a stale form is shown what both are now', async () => {
  const { client, ming } = await makeFamilies()
  const made = await client.call(stuptr.createwithptr, father(ming))
  const key = { stuNo: ming, ptrNo: made.ptrNo ?? '' }
  const changed = await client.call(stuptr.updatewithptr, { ...key, ver: made.ver ?? 0, ptrName: '王建伟', msgFlag: '0' })
  expect(changed).toMatchObject({ ptrName: '王建伟', msgFlag: '0' })
  const stale = await client.answer(stuptr.update, { ...key, ver: made.ver, relt: '57' })
  expect(stale).toMatchObject({ code: 10004, result: { ptrName: '王建伟', ver: changed.ver } })
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.call(stuptr.getpage, { stuNo: ming })).datas).toMatchObject([{ ptrName: '王伟', msgFlag: '1' }])
})

test('to unlink leaves both, and comes back with an undo', async () => {
  const { client, ming } = await makeFamilies()
  const { ptrNo } = await client.call(stuptr.createwithptr, father(ming))
  const key = { stuNo: ming, ptrNo: ptrNo ?? '' }
  await client.call(stuptr.delete, key)
  expect((await client.call(stuptr.getpage, { stuNo: ming })).datas).toMatchObject([{ ptrNo: null }])
  expect(await client.call(ptr.get, { ptrNo: key.ptrNo })).toMatchObject({ stus: [] })
  expect((await client.answer(stuptr.delete, key)).code).toBe(10002)
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.call(stuptr.getpage, { stuNo: ming })).datas).toMatchObject([{ ptrNo, relt: '51' }])
})

test('a head teacher completes the relations of her class and takes that back; of other classes she learns nothing', async () => {
  const { school, client, one, ming, hong } = await makeFamilies()
  const teacher = (await makeHeadTeacher(school, one)).client
  const made = await teacher.call(stuptr.createwithptr, father(ming))
  expect((await teacher.call(ptr.getpage)).datas.map(({ ptrName }) => ptrName)).toEqual(['王伟'])
  await teacher.call(history.undo, { op: teacher.lastOp })
  expect((await client.answer(ptr.get, { ptrNo: made.ptrNo })).code).toBe(10002)

  const far = father(hong, { ptrName: '李强' })
  const { ptrNo } = await client.call(stuptr.createwithptr, far)
  const refused = await teacher.answer(stuptr.createwithptr, father(ming, { authTel: far.authTel }))
  expect([refused.code, refused.message]).toEqual([10003, '这个手机已被本校另一名家长使用，请联系学校管理员关联'])
  expect(JSON.stringify(refused)).not.toMatch(/李强|李小红/)
  const missing = await teacher.answer(ptr.get, { ptrNo: 'P000000000' })
  for (const [call, input] of [
    [ptr.get, { ptrNo }],
    [ptr.reveal, { ptrNo, field: 'authTel' }],
    [ptr.updatephone, { ptrNo, authTel: phone() }],
    [stuptr.create, { stuNo: ming, ptrNo, relt: '51' }],
    [stuptr.update, { stuNo: hong, ptrNo, relt: '57' }],
    [stuptr.createwithptr, father(hong)],
  ] as const)
    expect([call.path, await teacher.answer(call, input)]).toEqual([call.path, missing])
  expect(await teacher.call(ptr.find, { authTel: far.authTel })).toBeNull()
  expect((await teacher.call(stuptr.getpage)).datas.map(({ stuName }) => stuName)).toEqual(['王小明'])
  expect((await teacher.answer(stuptr.delete, { stuNo: ming, ptrNo })).message).toBe('没有权限进行操作')
})

test('a guardian with children in two classes is seen by each head teacher with the own child alone', async () => {
  const { school, client, one, two, ming, hong } = await makeFamilies()
  const { ptrNo } = await client.call(stuptr.createwithptr, father(ming))
  await client.call(stuptr.create, { stuNo: hong, ptrNo: ptrNo ?? '', relt: '57' })
  for (const [unitNo, name] of [
    [one, '王小明'],
    [two, '李小红'],
  ] as const) {
    const { client: teacher } = await makeHeadTeacher(school, unitNo)
    expect((await teacher.call(ptr.get, { ptrNo: ptrNo ?? '' })).stus.map(({ stuName }) => stuName)).toEqual([name])
    expect((await teacher.call(stuptr.getpage)).datas).toMatchObject([{ stuName: name, siblings: [] }])
  }
})
