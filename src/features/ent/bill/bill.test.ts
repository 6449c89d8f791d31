import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { basePath } from '#contract/wire.ts'
import { Column } from '#contract/form/column.ts'
import { initialColumns, newColumn } from '#contract/form/initial.ts'
import { billtype } from '#features/ecb/billtype/billtype.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { asOwner, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../test/support/personWithRights.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { bill } from './bill.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const line = (clmnNo: string, clmnName: string, more: Partial<Column> = {}) =>
  newColumn(clmnNo, clmnName, { ctrlNo: 'text', ...more })

/** Makes a school with one template of a type. */
async function makeTemplate(typeNo = '06', tmplName = '信息表') {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo, tmplName })
  return { school, client, tmplNo }
}

async function publish({ admin: { client } }: School, tmplNo: string, billClmns: Column[]) {
  const { ver } = await client.call(bill.savetmplclmns, { tmplNo, billClmns })
  return client.call(bill.publishtmpl, { tmplNo, ver })
}

test('a template of every type begins with its fixed columns and cannot lose them, also not by saving them weaker', async () => {
  const { client } = (await makeSchool(server)).admin
  for (const { typeNo, typeName } of await client.call(bill.gettypelist)) {
    const { tmplNo } = await client.call(bill.createtmpl, { typeNo, tmplName: typeName })
    const { billClmns } = await client.call(bill.gettmpl, { tmplNo })
    expect(billClmns).toEqual(initialColumns(typeNo))
    expect(await client.call(bill.getinitclmnlist, { typeNo })).toEqual(billClmns)
    for (const [at, column] of billClmns.entries()) {
      // Leaves out what a new form begins with, and may lose.
      if (column.fldCode === null) continue
      const save = (changed: Column[]) => client.answer(bill.savetmplclmns, { tmplNo, billClmns: changed })
      expect((await save(billClmns.toSpliced(at, 1))).message).toBe(`“${column.clmnName}”是这类表单必有的字段，不能删除`)
      const hidden = billClmns.with(at, { ...column, showFlag: '0' })
      expect((await save(hidden)).message).toMatch(`“${column.clmnName}”是这类表单必有的字段，控件、必填、选项和显示不能改`)
    }
    if (billClmns.length === 0) continue
    const renamed = billClmns.with(0, { ...(billClmns[0] as Column), clmnName: '换个叫法', tip: '怎么填' })
    const { ver } = await client.call(bill.savetmplclmns, { tmplNo, billClmns: [line('c90', '别的'), ...renamed] })
    expect(await client.call(bill.publishtmpl, { tmplNo, ver })).toMatchObject({ verNo: 1 })
  }
})

test('a draft that is no form yet is kept, and publishing names the fields that are not right', async () => {
  const { client, tmplNo } = await makeTemplate()
  const draft = [
    line('c1', '爱好', { ctrlNo: 'checkbox' }),
    line('c2', '爱好', { visIf: { clmnNo: 'c9', op: 'eq', vals: ['1'] } }),
    newColumn('c3', '家庭成员', { kitNo: 'table' }),
  ]
  const { ver } = await client.call(bill.savetmplclmns, { tmplNo, billClmns: draft })
  expect((await client.call(bill.gettmpl, { tmplNo })).billClmns).toEqual(draft)
  const refused = await client.answer(bill.publishtmpl, { tmplNo, ver })
  expect(refused.message).toBe('爱好：还没有选项；爱好：名称重复，请改一个；爱好：显示条件用的字段已经删除，请重新选择')
  expect((refused.result as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(['c1', 'c2', 'c2', 'c3'])
  expect((await client.call(bill.getlist)).length).toBe(0)
})

test('a published version stays as it was: the next draft leaves it in force, and records keep theirs', async () => {
  const { school, client, tmplNo } = await makeTemplate()
  const [one, two] = [[line('c1', '甲')], [line('c1', '甲改'), line('c2', '乙')]]
  expect(await publish(school, tmplNo, one)).toMatchObject({ verNo: 1 })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: two })
  expect(await client.call(bill.getlist)).toMatchObject([{ tmplNo, verNo: 1, billClmns: one }])
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({ draftFlag: '1', billClmns: two, pubClmns: one })
  expect(await client.call(bill.publishtmpl, { tmplNo })).toMatchObject({ verNo: 2 })
  expect(await client.call(bill.getlist)).toMatchObject([{ verNo: 2, billClmns: two }])
  expect(await client.call(bill.gettmpl, { tmplNo, verNo: 1 })).toMatchObject({
    billClmns: one,
    vers: [{ verNo: 2 }, { verNo: 1 }],
  })
  expect((await client.answer(bill.gettmpl, { tmplNo, verNo: 3 })).message).toBe('记录不存在或不在可访问的范围内')
  expect((await client.answer(bill.publishtmpl, { tmplNo })).message).toBe('没有需要发布的修改')
  const change = `update tmplver set bill_clmns = '[]' where tmpl_no = $1`
  await expect(server.owner.query(change, [tmplNo])).rejects.toThrow('a published version is not changed')
})

test('a draft that says again what is in force is no draft', async () => {
  const { school, client, tmplNo } = await makeTemplate()
  const columns = [line('c1', '甲')]
  await publish(school, tmplNo, columns)
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [line('c1', '乙')] })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({ draftFlag: '0', billClmns: columns })
})

test('a template is renamed, copied, disabled, enabled and deleted; a disabled one is not offered', async () => {
  const { school, client, tmplNo } = await makeTemplate()
  const offered = async () => (await client.call(bill.getlist, { typeNo: '06' })).map((one) => one.tmplName)
  expect((await client.answer(bill.disabletmpl, { tmplNo })).message).toBe('模板还没有发布，不能启用或停用')
  await publish(school, tmplNo, [line('c1', '甲')])
  await client.call(bill.updatetmpl, { tmplNo, tmplName: '学生信息表' })
  expect(await offered()).toEqual(['学生信息表'])
  expect((await client.answer(bill.createtmpl, { typeNo: '06', tmplName: '学生信息表' })).message).toBe(
    '模板名称“学生信息表”已被使用',
  )
  const copy = await client.call(bill.createtmpl, { typeNo: '06', tmplName: '副本', fromNo: tmplNo })
  expect(await client.call(bill.gettmpl, { tmplNo: copy.tmplNo })).toMatchObject({ stt: '1', billClmns: [line('c1', '甲')] })
  const other = await client.answer(bill.createtmpl, { typeNo: '05', tmplName: '别类', fromNo: tmplNo })
  expect(other.message).toBe('只能复制同一类型的模板')
  await client.call(bill.disabletmpl, { tmplNo })
  expect(await offered()).toEqual([])
  await publish(school, tmplNo, [line('c1', '停用时改的')])
  expect(await offered()).toEqual([])
  await client.call(bill.enabletmpl, { tmplNo })
  expect(await offered()).toEqual(['学生信息表'])
  await client.call(bill.deletetmpl, { tmplNo })
  expect((await client.call(bill.gettmpllist, { typeNo: '06' })).map((one) => one.tmplName)).toEqual(['副本'])
  await client.call(history.undo, { op: client.lastOp })
  expect(await offered()).toEqual(['学生信息表'])
})

test('whoever only fills forms in sees what is published, not what is being designed', async () => {
  const { school, client, tmplNo } = await makeTemplate()
  const host = await makePerson(school, { roles: ['P030CLASS'] })
  expect((await host.client.answer(bill.gettmpl, { tmplNo })).code).toBe(10002)
  await publish(school, tmplNo, [line('c1', '甲')])
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [line('c1', '还没发布')] })
  expect(await host.client.call(bill.gettmpl, { tmplNo })).toMatchObject({ draftFlag: '0', billClmns: [line('c1', '甲')] })
  expect(await host.client.call(bill.gettmpl, { tmplNo, verNo: 1 })).toMatchObject({ billClmns: [line('c1', '甲')] })
})

test('two people who design one template do not overwrite each other', async () => {
  const { client, tmplNo } = await makeTemplate()
  const { ver } = await client.call(bill.gettmpl, { tmplNo })
  await client.call(bill.savetmplclmns, { tmplNo, ver, billClmns: [line('c1', '先到的')] })
  const late = await client.answer(bill.savetmplclmns, { tmplNo, ver, billClmns: [line('c1', '后到的')] })
  expect(late).toMatchObject({ code: 10004, message: '他人已修改这条记录', result: { ver: ver + 1 } })
  expect((await client.call(bill.gettmpl, { tmplNo })).billClmns).toMatchObject([{ clmnName: '先到的' }])
  expect((await client.answer(bill.publishtmpl, { tmplNo, ver })).code).toBe(10004)
})

test('publishing is taken back as long as nobody has used the version', async () => {
  const { school, client, tmplNo } = await makeTemplate('01', '访客登记')
  const columns = initialColumns('01')
  await publish(school, tmplNo, columns)
  const first = client.lastOp
  await client.call(history.undo, { op: first })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({
    stt: '1',
    verNo: null,
    draftFlag: '1',
    billClmns: columns,
  })
  await client.call(bill.publishtmpl, { tmplNo })
  const { entNo, admin } = school
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('vst')
      .values({
        entNo,
        vstNo: 'V1',
        tmplNo,
        verNo: 1,
        vstName: '王家访',
        vstTel: '13800138000',
        toEmpNo: admin.empNo,
        planSDt: '2026-11-22T09:00:00Z',
        planEDt: '2026-11-22T10:00:00Z',
      })
      .execute(),
  )
  const refused = await client.answer(history.undo, { op: client.lastOp })
  expect(refused.code).toBe(10016)
  expect(refused.message).toMatch(/不能撤销$/)
  expect(await client.call(bill.gettmpllist, {})).toMatchObject([{ tmplNo, verNo: 1, useCnt: 1, stt: '2' }])
})

test('numbers come from the segment of the type, are never given twice, and end with a sentence', async () => {
  const operator = await makeOperator(server)
  await operator.client.call(billtype.create, { typeNo: '77', typeName: '两张', minVal: 7_700_000, maxVal: 7_700_002 })
  const { client } = (await makeSchool(server)).admin
  const make = (tmplName: string) => client.answer(bill.createtmpl, { typeNo: '77', tmplName })
  const both = await Promise.all([make('甲'), make('乙')])
  expect(both.map(({ result }) => (result as { tmplNo: string }).tmplNo).toSorted()).toEqual(['7700000', '7700001'])
  expect((await make('甲')).message).toBe('模板名称“甲”已被使用')
  expect(await make('丙')).toMatchObject({ code: 61001, message: '这个表单类型的号段已用完，请联系平台管理员' })
  await operator.client.call(billtype.update, { typeNo: '77', stt: '2' })
  expect((await make('丁')).message).toBe('表单类型不存在或已停用')
})

test('scripts and formulas in names stay the text that they are', async () => {
  const { client, tmplNo } = await makeTemplate('06', '<img src=x onerror=alert(1)>')
  const columns = [line('c1', '<script>alert(1)</script>', { tip: '=HYPERLINK("http://x")' }), line('c2', '=1+1')]
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({
    tmplName: '<img src=x onerror=alert(1)>',
    billClmns: columns,
  })
})

test('columns that no designer would send are refused in Chinese', async () => {
  const { client, tmplNo } = await makeTemplate()
  const save = (billClmns: unknown) => client.answer(bill.savetmplclmns, { tmplNo, billClmns })
  const good = line('c1', '甲') as z.input<typeof Column>
  const bad: [unknown, string | RegExp][] = [
    [Array.from({ length: 101 }, (_, i) => line(`c${i + 1}`, `字段${i}`)), '字段最多 100 项'],
    [[{ ...good, ctrlNo: 'iframe' }], /^控件/],
    [[{ ...good, kitNo: 'constructor' }], /^组合/],
    [[{ ...good, clmnNo: '__proto__' }], '字段编号应为 c 加数字'],
    [[good, good], '字段里有重复的字段编号'],
    [[{ ...good, clmnName: '' }], /^字段名称/],
    [[{ ...good, visIf: { clmnNo: 'c1', op: 'call', vals: [] } }], /^条件/],
    [[{ ...good, opts: [{ val: '<', name: '甲' }] }], /^选项值/],
    ['none', /^字段/],
  ]
  for (const [columns, message] of bad) {
    const answer = await save(columns)
    expect([columns, answer.code]).toEqual([columns, 10001])
    expect(answer.message).toMatch(message)
  }
  await save([{ ...good, script: 'x' }])
  expect((await client.call(bill.gettmpl, { tmplNo })).billClmns).toEqual([good])
  expect(await save([{ ...good, tip: 'x'.repeat(1024 * 1024) }])).toMatchObject({ code: 10010, message: '提交的内容过大' })
  const response = await fetch(`${server.url}${basePath}/ent/bill/savetmplclmns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: `{"data":{"tmplNo":"${tmplNo}","billClmns":[],"__proto__":{"a":1}}}`,
  })
  expect(await response.json()).toMatchObject({ code: 10001, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
})

test('the type of a form can be changed until it is first published: its own fields follow, what was added stays', async () => {
  const { school, client, tmplNo } = await makeTemplate('06', '来访登记')
  const own = [line('c1', '爱好'), line('c2', '多久', { visIf: { clmnNo: 'c1', op: 'eq', vals: ['读书'] } })]
  const { billClmns } = await client.call(bill.gettmpl, { tmplNo })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [...billClmns, ...own] })
  await client.call(bill.updatetmpl, { tmplNo, typeNo: '01' })
  const fixed = initialColumns('01')
  const after = await client.call(bill.gettmpl, { tmplNo })
  expect(after.billClmns.slice(0, fixed.length)).toEqual(fixed)
  expect(after.billClmns.slice(fixed.length).map(({ clmnNo, clmnName, visIf }) => [clmnNo, clmnName, visIf?.clmnNo])).toEqual([
    [`c${fixed.length + 1}`, '爱好', undefined],
    [`c${fixed.length + 2}`, '多久', `c${fixed.length + 1}`],
  ])
  await publish(school, tmplNo, after.billClmns)
  const refused = await client.answer(bill.updatetmpl, { tmplNo, typeNo: '06' })
  expect(refused.message).toBe('发布过的模板不能改类型，请复制成新的模板')
})

test('conditions that go round in a circle are refused by the names in it, and the draft stays as it was', async () => {
  const { client, tmplNo } = await makeTemplate()
  const on = (clmnNo: string): Column['visIf'] => ({ clmnNo, op: 'filled', vals: [] })
  const save = (...columns: Column[]) => client.answer(bill.savetmplclmns, { tmplNo, billClmns: columns })
  expect((await save(line('c1', '住址', { visIf: on('c1') }))).message).toBe('住址：显示条件用了它自己，请换一个字段')
  const three = [
    line('c1', '甲', { visIf: on('c3') }),
    line('c2', '乙', { visIf: on('c1') }),
    line('c3', '丙', { visIf: on('c2') }),
  ]
  expect((await save(...three)).message).toBe('甲：显示条件绕成了圈：“甲”→“丙”→“乙”→“甲”，请去掉其中一个')
  expect((await client.call(bill.gettmpl, { tmplNo })).billClmns).toEqual([])
  // A question may show one further up.
  expect((await save(...three.with(2, line('c3', '丙')))).code).toBe(0)
  expect((await client.call(bill.publishtmpl, { tmplNo })).verNo).toBe(1)
})

test('what a condition compares fits the field it refers to, and points stand only where answers are handed out', async () => {
  const { client, tmplNo } = await makeTemplate()
  const asked = [line('c1', '姓名'), newColumn('c2', '年龄', { ctrlNo: 'number' }), newColumn('c3', '生日', { ctrlNo: 'date' })]
  const told = async (visIf: Column['visIf'], more: Partial<Column> = {}) => {
    await client.call(bill.savetmplclmns, { tmplNo, billClmns: [...asked, line('c9', '说明', { visIf, ...more })] })
    return (await client.answer(bill.publishtmpl, { tmplNo })).message
  }
  expect(await told({ clmnNo: 'c1', op: 'least', vals: ['3'] })).toBe('说明：显示条件里“姓名”不能这样比较，请换一种')
  expect(await told({ clmnNo: 'c2', op: 'least', vals: ['三'] })).toBe('说明：显示条件的值应为数字')
  expect(await told({ clmnNo: 'c3', op: 'below', vals: ['20260230'] })).toBe('说明：显示条件的日期不存在')
  expect(await told({ clmnNo: 'c1', op: 'has', vals: [] })).toBe('说明：显示条件还没有值')
  const gone = { clmnNo: 'c7', op: 'filled' as const, vals: [] }
  expect(await told({ clmnNo: 'c1', op: 'filled', vals: [], more: [gone], anyFlag: '1' })).toBe(
    '说明：显示条件用的字段已经删除，请重新选择',
  )
  expect(await told(null, { scrFlag: '1' })).toBe('说明：这种控件不能计分')
  const visit = await makeTemplate('01', '访客登记')
  const rated = newColumn('c90', '印象', { ctrlNo: 'rate', scrFlag: '1' })
  await visit.client.call(bill.savetmplclmns, { tmplNo: visit.tmplNo, billClmns: [...initialColumns('01'), rated] })
  expect((await visit.client.answer(bill.publishtmpl, { tmplNo: visit.tmplNo })).message).toBe('印象：这类表单不计分')
})

test('the settings of a form are drafted, published and copied with its fields, and an older page does not lose them', async () => {
  const { client, tmplNo } = await makeTemplate()
  const [columns, sets] = [[line('c1', '甲')], { singleFlag: '1', scoreFlag: '0' } as const]
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns, sets })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({ sets, pubSets: null })
  await client.call(bill.publishtmpl, { tmplNo })
  expect(await client.call(bill.getlist)).toMatchObject([{ tmplNo, sets }])
  const off = { singleFlag: '0', scoreFlag: '1' } as const
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns, sets: off })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({ draftFlag: '1', sets: off, pubSets: sets })
  const copy = await client.call(bill.createtmpl, { typeNo: '06', tmplName: '副本', fromNo: tmplNo })
  expect(await client.call(bill.gettmpl, { tmplNo: copy.tmplNo })).toMatchObject({ sets: off })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns, sets })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({ draftFlag: '0', sets })
  // Keeps what the version in force has when an older page begins the next draft.
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [line('c1', '乙')] })
  expect(await client.call(bill.gettmpl, { tmplNo })).toMatchObject({ draftFlag: '1', sets })
  expect(await client.call(bill.gettmpl, { tmplNo, verNo: 1 })).toMatchObject({ billClmns: columns, sets })
})

test('of a question about an archive it is told for how many within reach it is known already', async () => {
  const school = await makePupilSchool(server)
  const { classNo, otherNo, admin } = school
  const ming = await enrol(school)
  await enrol(school, { stuName: '李小红', unitNo: otherNo })
  const known = () => admin.client.call(bill.getknown, { arcFld: 'stuarch.hobby' })
  expect(await known()).toEqual({ owner: 'stu', knownCnt: 0, ofCnt: 2 })
  await admin.client.call(stuarch.set, { stuNo: ming, hobby: '足球' })
  expect(await known()).toEqual({ owner: 'stu', knownCnt: 1, ofCnt: 2 })
  expect((await admin.client.answer(bill.getknown, { arcFld: 'emp.salary' })).message).toBe('对应档案字段不在可选范围内')
  // Counts for a designer who reaches one class that class alone.
  const designer = await makePersonWithRights(school, ['bill:view'], classNo)
  expect(await designer.client.call(bill.getknown, { arcFld: 'stuarch.hobby' })).toEqual({ owner: 'stu', knownCnt: 1, ofCnt: 1 })
})
