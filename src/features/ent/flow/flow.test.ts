import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { filled, leaveColumns, makeFlow, step } from '../../../../test/support/approvals.ts'
import { asOwner, makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { bill } from '../bill/bill.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { makePersonWithRights } from '../../../../test/support/personWithRights.ts'
import { flow } from './flow.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const form = [
  ...leaveColumns,
  newColumn('c5', '陪同人', { kitNo: 'emp' }),
  newColumn('c6', '日期', { kitNo: 'days' }),
  newColumn('c7', '附注', { kitNo: 'files' }),
]

async function publishForm({ admin }: School, tmplName = '出差单', columns = form, typeNo = '09') {
  const { tmplNo } = await admin.client.call(bill.createtmpl, { typeNo, tmplName })
  await admin.client.call(bill.savetmplclmns, { tmplNo, billClmns: columns })
  await admin.client.call(bill.publishtmpl, { tmplNo })
  return tmplNo
}

/** Makes a flow without steps, of a form with numbers, days and a person. */
async function makeDraft() {
  const school = await makeSchool(server)
  const tmplNo = await publishForm(school)
  const { client } = school.admin
  const { flowNo } = await client.call(flow.create, { flowName: '出差审批', tmplNo })
  const person = await makePerson(school, { name: '王主任', roles: ['P030STAFF'] })
  const write = (...steps: object[]) => client.answer(flow.update, { flowNo, steps })
  return { school, client, tmplNo, flowNo, person, write }
}

const errorsOf = ({ result }: { result: unknown }) => (result as { errors: { field: string; message: string }[] }).errors

test('a flow is written, published, stopped, started again and deleted', async () => {
  const { client, flowNo, tmplNo, person, write } = await makeDraft()
  expect(await client.call(flow.get, { flowNo })).toMatchObject({
    stt: '1',
    verNo: null,
    changedFlag: '1',
    steps: [],
    stepCnt: 0,
  })
  expect(await client.answer(flow.publish, { flowNo })).toMatchObject({ code: 10001, message: '还没有审批步骤，至少要有一步' })
  expect(await client.answer(flow.setstt, { flowNo, stt: '3' })).toMatchObject({ message: '流程还没有发布，不能停用或启用' })
  expect(await write(step(1, '主任审批', { empNos: [person.empNo] }), { ...step(2, '上级'), who: 'leader' })).toMatchObject({
    code: 0,
  })
  expect(await client.call(flow.publish, { flowNo })).toEqual({ verNo: 1 })
  expect(await client.call(flow.get, { flowNo })).toMatchObject({
    stt: '2',
    verNo: 1,
    changedFlag: '0',
    stepCnt: 2,
    tmplNo,
    people: [{ empNo: person.empNo, empName: '王主任', goneFlag: '0' }],
  })
  expect(await client.answer(flow.publish, { flowNo })).toMatchObject({ message: '没有需要发布的修改' })
  await client.call(flow.setstt, { flowNo, stt: '3' })
  expect((await client.call(flow.getpage, { stt: '3' })).datas).toMatchObject([{ flowNo, tmplName: '出差单', openCnt: 0 }])
  await client.call(flow.setstt, { flowNo, stt: '2' })
  await client.call(flow.delete, { flowNo })
  expect(await client.answer(flow.get, { flowNo })).toMatchObject({ code: 10002 })
  expect((await client.call(flow.create, { flowName: '又一个', tmplNo })).flowNo).not.toBe(flowNo)
})

test('what is in use stays as it is until the changes are published', async () => {
  const { client, flowNo, person, write } = await makeDraft()
  await write(step(1, '主任审批', { empNos: [person.empNo] }))
  await client.call(flow.publish, { flowNo })
  await write(step(1, '校长审批', { empNos: [person.empNo] }))
  expect(await client.call(flow.get, { flowNo })).toMatchObject({ changedFlag: '1', verNo: 1, stt: '2' })
  await write(step(1, '主任审批', { empNos: [person.empNo] }))
  expect(await client.call(flow.get, { flowNo })).toMatchObject({ changedFlag: '0' })
  await write(step(1, '校长审批', { empNos: [person.empNo] }))
  expect(await client.call(flow.publish, { flowNo })).toEqual({ verNo: 2 })
  const versions = await server.owner.query(
    "select ver_no, steps->0->>'stepName' as name from flowver where flow_no = $1 and ent_no = (select ent_no from emp where emp_no = $2 limit 1) order by 1",
    [flowNo, person.empNo],
  )
  expect(versions.rows).toEqual([
    { ver_no: 1, name: '主任审批' },
    { ver_no: 2, name: '校长审批' },
  ])
})

test('a step that nobody could decide in is refused by its number and field, and nothing is saved', async () => {
  const { client, flowNo, person, write } = await makeDraft()
  const good = step(1, '主任审批', { empNos: [person.empNo] })
  const bad: [object, string, string][] = [
    [step(2, '校长'), 'empNos', '请指定审批人'],
    [step(2, '校长', { empNos: ['nobody'] }), 'empNos', '指定的人里有的不存在，请重新选择'],
    [step(2, '校长', { who: 'role' }), 'roleNo', '请选择角色'],
    [step(2, '校长', { who: 'role', roleNo: 'R1' }), 'roleNo', '所选角色已停用或不存在，请重新选择'],
    [step(2, '校长', { who: 'field' }), 'clmnNo', '请选择表单里填写审批人的字段'],
    [step(2, '校长', { who: 'field', clmnNo: 'c1' }), 'clmnNo', '表单里没有这个“人员选择”字段，请重新选择'],
    [step(2, '校长', { who: 'head' }), 'who', '表单里没有学生或班级，找不到班主任，请换一种审批人'],
    [step(2, '校长', { who: 'leader', ccNos: ['nobody'] }), 'ccNos', '抄送的人里有的不存在，请重新选择'],
    [step(2, '校长', { who: 'leader', fills: ['c99'] }), 'fills', '审批时填写的字段里有的已不在表单里，请重新选择'],
    [step(2, '校长', { who: 'leader', cond: { clmnNo: 'c99', op: 'filled' } }), 'cond', '表单里没有条件用的字段，请重新选择'],
    [
      step(2, '校长', { who: 'leader', cond: { clmnNo: 'c1', op: 'least', vals: ['3'] } }),
      'cond',
      '“事由”不能这样比较，请换一种条件',
    ],
    [
      step(2, '校长', { who: 'leader', cond: { clmnNo: 'c7', op: 'eq', vals: ['3'] } }),
      'cond',
      '“附注”不能这样比较，请换一种条件',
    ],
    [step(2, '校长', { who: 'leader', cond: { clmnNo: 'c2', op: 'eq' } }), 'cond', '请填写条件的值'],
    [step(2, '校长', { who: 'leader', cond: { clmnNo: 'c2', op: 'least', vals: ['三天'] } }), 'cond', '条件的值应为数字'],
    [step(2, '校长', { who: 'leader', cond: { clmnNo: 'c6', op: 'below', vals: [] } }), 'cond', '条件的值应为数字'],
  ]
  for (const [one, field, message] of bad) {
    const answer = await write(good, one)
    expect(answer).toMatchObject({ code: 10001 })
    expect(errorsOf(answer)).toEqual([{ field: `steps.1.${field}`, message: `第 2 步“校长”：${message}` }])
  }
  expect(errorsOf(await write(good, step(2, ' ', { who: 'leader' })))).toMatchObject([
    { field: 'steps.1.stepName', message: '步骤名称不能为空' },
  ])
  expect(errorsOf(await write(good, { ...good, stepName: '又一步' }))).toMatchObject([
    { field: 'steps', message: '审批步骤里有重复的步骤编号' },
  ])
  expect((await client.call(flow.get, { flowNo })).steps).toEqual([])
})

test('whoever has left may stand beside somebody in office, but decides nothing alone', async () => {
  const { school, client, flowNo, person, write } = await makeDraft()
  const left = await makePerson(school, { name: '李离职' })
  await write(step(1, '审批', { empNos: [person.empNo, left.empNo] }))
  await asOwner(server, school.entNo, (db) => db.updateTable('emp').set({ stt: '2' }).where('empNo', '=', left.empNo).execute())
  expect(await write(step(1, '审批', { empNos: [person.empNo, left.empNo] }))).toMatchObject({ code: 0 })
  expect((await client.call(flow.get, { flowNo })).people).toContainEqual({ empNo: left.empNo, empName: '李离职', goneFlag: '1' })
  expect(await write(step(1, '审批', { empNos: [left.empNo] }))).toMatchObject({
    message: '第 1 步“审批”：指定的人都已离职或停用，请重新选择',
  })
})

test('a form has one flow, is published, and is none of a gate, an activity or a meeting', async () => {
  const { school, client, tmplNo, flowNo, write, person } = await makeDraft()
  expect(await client.answer(flow.create, { flowName: '又一个', tmplNo })).toMatchObject({
    code: 10003,
    message: '这张表单已有审批流程“出差审批”',
    result: { errors: [{ field: 'tmplNo' }] },
  })
  const { tmplNo: unpublished } = await client.call(bill.createtmpl, { typeNo: '09', tmplName: '草稿' })
  expect(await client.answer(flow.create, { flowName: '草稿', tmplNo: unpublished })).toMatchObject({
    message: '这个表单模板不存在，或没有发布',
    result: { errors: [{ field: 'tmplNo' }] },
  })
  const { tmplNo: reply } = await client.call(bill.createtmpl, { typeNo: '03', tmplName: '会议回执' })
  await client.call(bill.publishtmpl, { tmplNo: reply })
  expect(await client.answer(flow.create, { flowName: '回执', tmplNo: reply })).toMatchObject({
    message: '访客单、活动报名表和会议回执在各自的地方填写，请换一张表单',
    result: { errors: [{ field: 'tmplNo' }] },
  })
  // Moves to another form while it is a draft, and no more once it is published.
  const other = await publishForm(school, '外出单')
  await client.call(flow.update, { flowNo, tmplNo: other })
  await write(step(1, '审批', { empNos: [person.empNo] }))
  await client.call(flow.publish, { flowNo })
  expect(await client.answer(flow.update, { flowNo, tmplNo })).toMatchObject({
    message: '发布过的流程不能换表单，请给那张表单新建一个流程',
  })
})

test('of two who change a flow at once the second is told, and the first one stays', async () => {
  const { client, flowNo, person, write } = await makeDraft()
  const { ver } = await client.call(flow.get, { flowNo })
  await write(step(1, '审批', { empNos: [person.empNo] }))
  expect(await client.answer(flow.update, { flowNo, ver, flowName: '改名' })).toMatchObject({
    code: 10004,
    result: { flowName: '出差审批' },
  })
  expect(await client.answer(flow.publish, { flowNo, ver })).toMatchObject({ code: 10004 })
  expect(await client.call(flow.get, { flowNo })).toMatchObject({ flowName: '出差审批', stepCnt: 1, verNo: null })
})

test('a flow by which something is under way is not deleted, and is counted', async () => {
  const { admin, flowNo, start, starter } = await makeFlow(server, ({ one }) => [step(1, '审批', { empNos: [one.empNo] })])
  const prcNo = await start()
  expect((await admin.client.call(flow.getpage, {})).datas).toMatchObject([{ flowNo, openCnt: 1, stepCnt: 1 }])
  expect(await admin.client.answer(flow.delete, { flowNo })).toMatchObject({
    code: 10016,
    message: '“请假”还有 1 个申请没有办完，不能删除。可以先停用，办完再删',
  })
  await starter.client.call(prc.withdraw, { prcNo })
  await admin.client.call(flow.delete, { flowNo })
})

test('a trial tells who would decide and why, and which steps are passed over, without what has to be filled in', async () => {
  const { admin, flowNo, starter, one, two } = await makeFlow(server, ({ one, two }) => [
    step(1, '主任', { empNos: [one.empNo] }),
    step(2, '校长', { empNos: [two.empNo], cond: { clmnNo: 'c2', op: 'least', vals: ['3'] } }),
    step(3, '自选', { who: 'chosen' }),
  ])
  const asked = { flowNo, empNo: starter.empNo, chosen: { s3: [two.empNo] } }
  expect(await admin.client.call(flow.try, { ...asked, vals: { c2: 2 } })).toEqual([
    {
      stepName: '主任',
      people: [{ empNo: one.empNo, empName: '王主任', why: '流程指定', forName: null }],
      wantCnt: 1,
      skipWhy: null,
    },
    { stepName: '校长', people: [], wantCnt: 0, skipWhy: '不符合条件，不用审批' },
    {
      stepName: '自选',
      people: [{ empNo: two.empNo, empName: '李校长', why: '发起人选择', forName: null }],
      wantCnt: 1,
      skipWhy: null,
    },
  ])
  expect((await admin.client.call(flow.try, { ...asked, vals: { ...filled, c2: 3 } }))[1]).toMatchObject({
    people: [{ empName: '李校长' }],
  })
  expect(errorsOf(await admin.client.answer(flow.try, { ...asked, vals: { c2: '两天' } }))).toMatchObject([{ field: 'c2' }])
  expect(await admin.client.answer(flow.try, { ...asked, empNo: 'nobody', vals: {} })).toMatchObject({
    message: '这位员工不存在，或已离职、停用，请另选一位',
  })
})

test('whoever has no right to flows sees none and changes none, nor does another school', async () => {
  const { client, flowNo, person, tmplNo } = await makeDraft()
  for (const [call, input] of [
    [flow.getpage, {}],
    [flow.get, { flowNo }],
    [flow.create, { flowName: '我的', tmplNo }],
    [flow.update, { flowNo, flowName: '我的' }],
    [flow.publish, { flowNo }],
    [flow.setstt, { flowNo, stt: '3' }],
    [flow.delete, { flowNo }],
    [flow.try, { flowNo, empNo: person.empNo, vals: {} }],
  ] as const)
    expect(await person.client.answer(call, input)).toMatchObject({ code: 30001 })
  const other = await makeSchool(server)
  expect(await other.admin.client.answer(flow.get, { flowNo })).toMatchObject({ code: 10002 })
  expect((await client.call(flow.getpage, {})).recordCount).toBe(1)
})

test('whoever may write flows, and nothing else, finds people and roles by name, those in office of the own school alone', async () => {
  const school = await makeSchool(server)
  const { entNo } = school
  const writer = await makePersonWithRights(school, ['flow:view', 'flow:edit'])
  const wanted = await makePerson(school, { name: '司徒明' })
  const left = await makePerson(school, { name: '司徒走' })
  await asOwner(server, entNo, (db) => db.updateTable('emp').set({ stt: '2' }).where('empNo', '=', left.empNo).execute())
  await makePerson(await makeSchool(server), { name: '司徒外' })
  const find = (kind: 'emp' | 'role', keyWord?: string) => writer.client.call(flow.find, { kind, ...(keyWord && { keyWord }) })
  expect(await find('emp', '司徒')).toEqual([{ no: wanted.empNo, name: '司徒明', des: '教务处' }])
  expect((await find('emp')).map(({ name }) => name)).toContain('司徒明')
  expect(await find('role', '班主任')).toMatchObject([{ no: 'P030CLASS', des: null }])
  expect((await writer.client.answer(emp.getpage, {})).code).toBe(30001)
  for (const rights of [['flow:view'], ['emp:view', 'role:view']] as const)
    expect((await (await makePersonWithRights(school, rights)).client.answer(flow.find, { kind: 'emp' })).code).toBe(30001)
  const stranger = await makeSchool(server)
  expect((await stranger.admin.client.answer(flow.find, { kind: 'emp', entNo })).code).not.toBe(0)
})
