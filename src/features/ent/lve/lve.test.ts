import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { pass, step } from '../../../../test/support/approvals.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { asOwner, makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { lve } from './lve.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const day = (ahead = 0) => new Date(Date.now() + (8 + 24 * ahead) * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
const kinds = newColumn('c2', '类型', { ctrlNo: 'select', infoType: 'LVE_KIND', mustFlag: '1' })
const fixed = [
  newColumn('c1', '请假人', { kitNo: 'emp', len: 1, mustFlag: '1', listFlag: '1', fldCode: 'emp' }),
  newColumn('c2', '起止日期', { kitNo: 'days', mustFlag: '1', listFlag: '1', fldCode: 'days' }),
  newColumn('c3', '事由', { ctrlNo: 'textarea', len: 200, wdt: 2, mustFlag: '1', listFlag: '1', fldCode: 'rsn' }),
]

/** Makes a school in which the head teacher asks for leave of a pupil, and a director decides. */
async function makeLeaves(columns = [...fixed, { ...kinds, clmnNo: 'c4' }, newColumn('c5', '学生', { kitNo: 'stu' })]) {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const director = await makePerson(school, { name: '王主任', roles: ['P030STAFF'] })
  const stuNo = await enrol(school)
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '04', tmplName: '请假单' })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns })
  await client.call(bill.publishtmpl, { tmplNo })
  const { flowNo } = await client.call(flow.create, { flowName: '请假', tmplNo })
  await client.call(flow.update, { flowNo, steps: [step(1, '主任', { empNos: [director.empNo] })] as never })
  const { head } = school
  const ask = async (from: number, till: number, pupil = true) => {
    const c1 = [{ no: head.empNo, name: '韩老师' }]
    const vals = {
      c1,
      c2: { sDt: day(from), eDt: day(till) },
      c3: '发烧',
      c4: '2',
      ...(pupil && { c5: [{ no: stuNo, name: '王小明' }] }),
    }
    const { prcNo } = await head.client.call(prc.start, { flowNo, vals, chosen: {} })
    await pass(director, prcNo)
    return prcNo
  }
  return { ...school, client, director, stuNo, flowNo, tmplNo, ask }
}

test('an application that passed is a leave of the pupil, told by the list, the calendar and the home page alike', async () => {
  const { client, flowNo, ask, head, director } = await makeLeaves()
  await client.call(flow.publish, { flowNo })
  const prcNo = await ask(0, 1)
  const { datas } = await head.client.call(lve.getpage, { span: 'today' })
  expect(datas).toMatchObject([
    { name: '王小明', place: '三年级（1）班', kind: '2', stt: '2', dayFlag: '1', sTm: `${day()}000000` },
  ])
  expect((await client.call(lve.getpage, { keyWord: 'wxm' })).recordCount).toBe(1)
  expect((await client.call(lve.getpage, { span: 'today', who: 'emp' })).recordCount).toBe(0)
  const lveNo = datas[0]?.lveNo ?? ''
  expect(await client.call(lve.get, { lveNo })).toMatchObject({ prcNo, rsn: '发烧', leftTm: null })
  const month = await client.call(lve.getcalendar, { month: day().slice(0, 6) })
  expect(month).toContainEqual({ day: day(), stuCnt: 1, empCnt: 0, names: ['王小明'] })
  expect((await client.call(home.get, {})).tasks).toContainEqual({
    code: 'leave',
    cnt: 1,
    text: '今日请假 1 名学生',
    path: '/ent/lve',
  })
  expect((await head.client.call(prc.get, { prcNo })).leaves).toMatchObject([{ name: '王小明', stt: '2' }])
  expect(await director.client.answer(lve.getpage, {})).toMatchObject({ code: 30001 })
})

test('the gate lets a pupil out once while the leave goes on, writes down who fetched them, and takes them back', async () => {
  const { client, flowNo, ask, head } = await makeLeaves()
  await client.call(flow.publish, { flowNo })
  await ask(1, 2)
  await ask(0, 0)
  const [today] = (await head.client.call(lve.getpage, { span: 'gate' })).datas
  const lveNo = today?.lveNo ?? ''
  const [ahead] = (await client.call(lve.getpage, { stt: '1' })).datas
  const said = async (call: typeof lve.leave | typeof lve.back, no = lveNo) => (await client.answer(call, { lveNo: no })).message
  expect(await said(lve.back)).toBe('王小明还没有登记离校')
  expect(await said(lve.leave, ahead?.lveNo)).toBe('王小明的请假还没有开始，不能离校')
  await client.call(lve.leave, { lveNo, ftchName: '王建国', ftchRelt: '父亲' })
  expect(await said(lve.leave)).toBe('王小明已经登记过离校')
  expect(await client.call(lve.get, { lveNo })).toMatchObject({ ftchName: '王建国', ftchRelt: '父亲', stt: '2' })
  await client.call(lve.back, { lveNo })
  expect(await said(lve.back)).toBe('王小明已经登记过返校')
  expect(await client.call(lve.get, { lveNo })).toMatchObject({ stt: '3' })
})

test('a leave is cut short by who applied or a head teacher, and one that has not begun is then none', async () => {
  const { client, flowNo, ask, head } = await makeLeaves()
  await client.call(flow.publish, { flowNo })
  const prcNo = await ask(1, 2)
  const [{ lveNo } = { lveNo: '' }] = (await client.call(lve.getpage, {})).datas
  await head.client.call(prc.cutleave, { lveNo })
  expect((await client.call(lve.getpage, {})).recordCount).toBe(0)
  expect(await head.client.answer(lve.cut, { lveNo })).toMatchObject({ message: '这次请假已经结束，不用销假' })
  expect((await head.client.call(prc.get, { prcNo })).leaves).toMatchObject([{ stt: '3' }])
})

test('leaves of employees are seen by those alone who look after them, and of pupils by who reaches them', async () => {
  const { client, flowNo, ask, head, entNo, otherNo } = await makeLeaves()
  await client.call(flow.publish, { flowNo })
  await ask(0, 0, false)
  await ask(0, 0)
  expect((await client.call(lve.getpage, { span: 'today' })).datas.map(({ name }) => name).toSorted()).toEqual([
    '王小明',
    '韩老师',
  ])
  expect((await head.client.call(lve.getpage, { span: 'today' })).datas.map(({ name }) => name)).toEqual(['王小明'])
  await asOwner(server, entNo, (db) => sql`update empdatapwr set data_val = ${otherNo}`.execute(db))
  expect((await head.client.call(lve.getpage, { span: 'today' })).recordCount).toBe(0)
})

test('a flow of a form of leave is not published while the form lacks what a leave is written down with, and says what', async () => {
  const { client, flowNo } = await makeLeaves(fixed)
  expect(await client.answer(flow.publish, { flowNo })).toMatchObject({
    code: 10001,
    message: '请假的“类型”还没有对应的字段（单选或下拉，选项用信息字典“请假类型”）',
  })
})

test('the list is exported as it is filtered, by a department as well, for whoever may take it along', async () => {
  const made = await makeLeaves([...fixed, { ...kinds, clmnNo: 'c4' }])
  const { client, flowNo, ask, head, orgNo, entNo } = made
  await client.call(flow.publish, { flowNo })
  await ask(0, 1, false)
  expect(await client.call(lve.getpage, { orgNo })).toMatchObject({ recordCount: 1 })
  await server.owner.query("insert into org (ent_no, org_no, org_name, help_code) values ($1, 'OTHER', '总务处', 'zwc')", [entNo])
  expect(await client.call(lve.getpage, { orgNo: 'OTHER' })).toMatchObject({ recordCount: 0 })
  const sheet = async (person: typeof client, filter: Record<string, unknown>) => {
    const { code, result } = await person.answer(lve.export, filter)
    expect(code).toBe(0)
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  const cells = await sheet(client, { span: 'today' })
  for (const told of ['班级或部门', '韩老师', '员工', '教务处', '病假', '请假中']) expect(cells).toContain(told)
  expect(cells).not.toContain('发烧')
  expect(await sheet(client, { orgNo: 'OTHER' })).not.toContain('韩老师')
  // Shows no employees to who looks after pupils alone.
  expect(await sheet(head.client, {})).not.toContain('韩老师')
  const staff = await makePerson(made, { roles: ['P030STAFF'] })
  expect((await staff.client.answer(lve.export, {})).code).toBe(codes.forbidden[0])
})

test('the reason is hidden from who decided in a step that hides it, and told where the step hides another field', async () => {
  for (const [hides, rsn] of [
    [['c3'], null],
    [['c4'], '发烧'],
  ] as const) {
    const made = await makeLeaves()
    const decider = await makePerson(made, { name: '年级组长', roles: ['P030ADMIN'] })
    await made.client.call(flow.update, {
      flowNo: made.flowNo,
      steps: [step(1, '年级', { empNos: [decider.empNo], hides }), step(2, '主任', { empNos: [made.director.empNo] })] as never,
    })
    await made.client.call(flow.publish, { flowNo: made.flowNo })
    const vals = {
      c1: [{ no: made.head.empNo, name: '韩老师' }],
      c2: { sDt: day(0), eDt: day(1) },
      c3: '发烧',
      c4: '2',
      c5: [{ no: made.stuNo, name: '王小明' }],
    }
    const { prcNo } = await made.head.client.call(prc.start, { flowNo: made.flowNo, vals, chosen: {} })
    await pass(decider, prcNo)
    await pass(made.director, prcNo)
    const [leave] = (await decider.client.call(lve.getpage, {})).datas
    expect((await decider.client.call(lve.get, { lveNo: leave?.lveNo ?? '' })).rsn).toBe(rsn)
  }
})

test('who hands in names only pupils whom they could have looked up', async () => {
  const made = await makeLeaves()
  const { head, flowNo, otherNo, client } = made
  await client.call(flow.publish, { flowNo })
  const other = await enrol(made, { stuName: '李小红', unitNo: otherNo })
  const vals = { c1: [{ no: head.empNo, name: '韩老师' }], c2: { sDt: day(0), eDt: day(1) }, c3: '发烧', c4: '2' }
  expect(
    (await head.client.answer(prc.start, { flowNo, vals: { ...vals, c5: [{ no: other, name: '李小红' }] }, chosen: {} })).message,
  ).toBe('学生里有的已不存在、已改名，或不在你能选择的范围内，请重新选择')
})
