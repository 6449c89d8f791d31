import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { publish, unit } from '../../../../../test/support/handOut.ts'
import { clientOf, startServer, type TestServer } from '../../../../../test/support/harness.ts'
import { noticeLinks, tokenIn } from '../../../../../test/support/noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const opts = ['满意', '一般', '不满意'].map((name, at) => ({ val: String(at + 1), name }))
const asked: Column[] = [
  newColumn('c1', '对教学', { ctrlNo: 'radio', opts, mustFlag: '1', scrFlag: '1', pts: { 1: 10, 2: 5.5 } }),
  newColumn('c2', '老师', { ctrlNo: 'rate', scrFlag: '1' }),
  newColumn('c3', '哪里不满意', {
    ctrlNo: 'checkbox',
    opts,
    scrFlag: '1',
    pts: { 1: -1, 2: -2 },
    visIf: { clmnNo: 'c1', op: 'eq', vals: ['3'] },
  }),
]

/** Hands a form with points out to the families of two pupils. */
async function handOut(sets: { singleFlag: '0' | '1'; scoreFlag: '0' | '1' }, more: object = {}) {
  const school = await makePupilSchool(server)
  const { entNo, classNo, head } = school
  const [ming, hong] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  await giveGuardian(school, ming, { ptrName: '王建国' })
  await giveGuardian(school, ming, { ptrName: '赵敏', relt: '52', prior: 2 })
  await giveGuardian(school, hong, { ptrName: '李卫东' })
  const tmplNo = await publish(school, asked, '满意度')
  await school.admin.client.call(bill.savetmplclmns, { tmplNo, billClmns: asked, sets })
  if (sets.scoreFlag === '1' || sets.singleFlag === '1') await school.admin.client.call(bill.publishtmpl, { tmplNo })
  const { hndNo } = await head.client.call(hnd.handout, { title: '满意度', tmplNo, scope: [unit(classNo)], ...more })
  const links = await noticeLinks(server, '请填写：满意度', entNo)
  const tokenOf = (name: string) => tokenIn(links.find(({ ptrName }) => ptrName === name)?.link ?? '')
  return { school, client: head.client, hndNo, tmplNo, tokenOf }
}
const stranger = () => clientOf(server)

test('what an answer scores is worked out by the server, anew when it is changed, and stands in list, answer, figures and workbook', async () => {
  const { client, hndNo, tokenOf } = await handOut({ singleFlag: '0', scoreFlag: '0' })
  // Believes no score that is sent, and counts no question that is hidden.
  const first = { c1: '1', c2: 4, c3: ['1'], score: 999, c9: 5 }
  expect((await stranger().answer(mAns.send, { token: tokenOf('王建国'), vals: first })).code).toBe(10001)
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { c1: '1', c2: 4, c3: ['1'] } })
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: { c1: '3', c3: ['1', '2'] } })
  const listed = async () => {
    const { datas } = await client.call(hnd.getasked, { hndNo, state: 'all' })
    return Object.fromEntries(datas.map(({ name, score }) => [name, score]))
  }
  expect(await listed()).toEqual({ 王小明: 14, 李小红: -3 })
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { c1: '2', c2: 1 } })
  expect(await listed()).toEqual({ 王小明: 6.5, 李小红: -3 })
  const [one] = (await client.call(hnd.getasked, { hndNo, keyWord: '王小明' })).datas
  expect(await client.call(hnd.getanswer, { hndNo, toNo: one?.toNo ?? '' })).toMatchObject({ score: 6.5 })
  const { score } = await client.call(hnd.getstatis, { hndNo })
  expect(score).toMatchObject({ cnt: 2, least: -3, most: 6.5, mean: 1.75 })
  expect(score?.bands.map(({ cnt }) => cnt).reduce((sum, cnt) => sum + cnt)).toBe(2)
  const { result } = await client.answer(hnd.export, { hndNo, state: 'all', mask: '1' })
  const [head = [], ...rows] = (await readXlsx(result as Uint8Array)).sheets[0]?.rows ?? []
  expect(head.at(-1)).toBe('得分')
  expect(
    rows
      .slice(0, 2)
      .map((row) => Number(row[head.length - 1]))
      .toSorted((one, other) => one - other),
  ).toEqual([-3, 6.5])
})

test('while the form does not show scores nothing of its points reaches who fills it in, neither before nor after sending', async () => {
  const { school, client, hndNo, tmplNo, tokenOf } = await handOut({ singleFlag: '1', scoreFlag: '0' })
  const isBare = (form: unknown) => expect(JSON.stringify(form)).not.toMatch(/"pts"|scrFlag/)
  const [father, mother] = [tokenOf('王建国'), tokenOf('赵敏')]
  const before = await stranger().call(mAns.open, { token: father })
  expect(before).toMatchObject({ score: null, singleFlag: '1' })
  isBare(before)
  await stranger().call(mAns.send, { token: father, vals: { c1: '1' } })
  for (const token of [father, mother]) {
    const after = await stranger().call(mAns.open, { token })
    expect(after.score).toBeNull()
    isBare(after)
  }
  const { hndNo: ofStaff } = await school.admin.client.call(hnd.handout, {
    title: '教师卷',
    tmplNo,
    scope: [{ kind: 'emp', no: school.head.empNo }],
  })
  isBare(await client.call(ans.open, { hndNo: ofStaff }))
  expect((await client.call(hnd.get, { hndNo })).billClmns).toEqual(asked)
})

test('a form that shows scores tells them to whoever sent the answer, once it is sent, and not to the other guardian', async () => {
  const { tokenOf } = await handOut({ singleFlag: '0', scoreFlag: '1' })
  const [father, mother] = [tokenOf('王建国'), tokenOf('赵敏')]
  expect(JSON.stringify(await stranger().call(mAns.open, { token: father }))).not.toMatch(/"pts"|scrFlag/)
  await stranger().call(mAns.send, { token: father, vals: { c1: '1', c2: 5 } })
  expect(await stranger().call(mAns.open, { token: father })).toMatchObject({ score: 15, billClmns: asked })
  const others = await stranger().call(mAns.open, { token: mother })
  expect(others).toMatchObject({ otherFlag: '1', score: null })
  expect(JSON.stringify(others)).not.toMatch(/"pts"|scrFlag/)
})

test('who is asked can be sorted by score, both ways, over pages; whoever has none comes last', async () => {
  const { client, hndNo, tokenOf } = await handOut({ singleFlag: '0', scoreFlag: '0' })
  const sorted = async (order: 'high' | 'low') => {
    const pages = await Promise.all(
      [1, 2].map((pageIndex) => client.call(hnd.getasked, { hndNo, order, pageIndex, pageSize: 1 })),
    )
    return pages.flatMap(({ datas }) => datas.map(({ name, score }) => [name, score]))
  }
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: { c1: '1', c2: 4 } })
  const hong = ['李小红', 14]
  for (const order of ['high', 'low'] as const) expect(await sorted(order)).toEqual([hong, ['王小明', null]])
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { c1: '3', c3: ['1', '2'] } })
  const ming = ['王小明', -3]
  expect([await sorted('high'), await sorted('low')]).toEqual([
    [hong, ming],
    [ming, hong],
  ])
  expect((await client.answer(hnd.getasked, { hndNo, order: 'name' as 'high' })).code).toBe(10001)
})

test('an anonymous collection tells no score beside a name, and is not sorted by it, but sums the scores up', async () => {
  const { client, hndNo, tokenOf } = await handOut({ singleFlag: '0', scoreFlag: '0' }, { anon: '1' })
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { c1: '3', c3: ['1', '2'] } })
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: { c1: '1', c2: 4 } })
  const orders = await Promise.all(
    (['asked', 'high', 'low'] as const).map(async (order) => (await client.call(hnd.getasked, { hndNo, order })).datas),
  )
  for (const datas of orders) {
    expect(datas.map(({ score }) => score)).toEqual([null, null])
    expect(datas.map(({ name }) => name)).toEqual(orders[0]?.map(({ name }) => name))
  }
  expect((await client.call(hnd.getstatis, { hndNo })).score).toMatchObject({ cnt: 2, least: -3, most: 14 })
})
