import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, type School, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { addStudents, below, drawn, listOf, withGrades } from '../../../../../test/support/units.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { edcunit } from '../edcunit.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('what is in use is not disabled or deleted, and is told; what lies above comes first again', async () => {
  const open = await withGrades(server)
  const { client, refusal, one, first, second } = open
  await addStudents(open, first, {}, { stt: '3' })
  expect(await refusal(edcunit.disable, { datas: [first] })).toBe('“一年级（1）班”里还有 1 名在读学生，请先调班再停用')
  expect(await refusal(edcunit.disable, { datas: [one] })).toBe('下级“一年级（1）班”、“一年级（2）班”还在使用，请先停用它们')
  expect(await refusal(edcunit.delete, { unitNo: one })).toMatch('“一年级”里还有 2 个下级单元，不能删除')
  expect(await refusal(edcunit.delete, { unitNo: first })).toMatch('还有 2 名学生（含已毕业、转出的）')
  await client.call(edcunit.disable, { datas: [open.two, ...(await listOf(open, open.two)).map(({ unitNo }) => unitNo)] })
  const [low] = await listOf(open, open.two)
  expect(await refusal(edcunit.enable, { datas: [low?.unitNo] })).toBe('“二年级（1）班”的上级“二年级”已停用，请先启用上级')
  await client.call(edcunit.enable, { datas: [open.two] })
  await client.call(edcunit.delete, { unitNo: second })
  expect(await below(open, one)).toBe('一年级（1）班')
})

test('a class that is moved takes number, name and years of its new grade; one that does not fit is refused', async () => {
  const open = await withGrades(server)
  const { client, refusal, one, two, first, second } = open
  await client.call(edcunit.updateprtedcunit, { prtNo: two, unitNos: [second, first] })
  expect(await below(open, two)).toBe('二年级（1）班 二年级（2）班 二年级（3）班')
  expect(await client.call(edcunit.get, { unitNo: first })).toMatchObject({ clsNo: 3, entrYear: 2025, selfNo: '202503' })
  expect(await refusal(edcunit.updateprtedcunit, { prtNo: open.lower, unitNos: [one] })).toBe(
    '“一年级”和“初中部”的学段不同，不能移到它之下',
  )
  expect(await refusal(edcunit.updateprtedcunit, { prtNo: two, unitNos: [one] })).toBe(
    '年级只能放在学校、校区、学段之下，“二年级”是年级',
  )
  await client.call(edcunit.updateprtedcunit, { prtNo: open.root, unitNos: [one], befNo: open.lower })
  expect(await below(open, open.root)).toBe('小学部(二年级(二年级（1）班 二年级（2）班 二年级（3）班)) 一年级 初中部')
})

test('siblings are put in order as a whole', async () => {
  const open = await withGrades(server)
  const unitOrds = [open.two, open.one].map((unitNo, i) => ({ unitNo, showOrd: (i + 1) * 10 }))
  await open.client.call(edcunit.setedcunitord, { unitOrds })
  expect(await below(open, open.primary)).toMatch(/^二年级.*一年级/)
  expect((await open.client.answer(edcunit.setedcunitord, { unitOrds: unitOrds.slice(1) })).code).toBe(10005)
})

test('students are counted in each unit and all above it; who left or waits for a class is no class', async () => {
  const open = await withGrades(server)
  const { client, one, first, second, root } = open
  await addStudents(open, first, { wts: '02' }, { sex: 'F', wts: '01,31' }, { stt: '4' }, { stt: '3' }, { stt: '0' })
  await addStudents(open, second, { sex: 'F' })
  const counts = { clsCnt: 2, stuCnt: 4, boyCnt: 2, girlCnt: 2, boardCnt: 1, dayCnt: 1, suspCnt: 1 }
  expect(await client.call(edcunit.getstatis, { unitNo: one })).toEqual(counts)
  expect(await client.call(edcunit.getstatis)).toEqual({ ...counts, clsCnt: 3 })
  await client.call(edcunit.graduate, { unitNos: [one], early: '1' })
  expect(await client.call(edcunit.getstatis, { unitNo: root })).toMatchObject({ clsCnt: 1, stuCnt: 1, suspCnt: 1 })
  expect(await client.call(edcunit.getstatis, { unitNo: one })).toMatchObject({ clsCnt: 2, stuCnt: 3, suspCnt: 1 })
  expect(await open.refusal(edcunit.update, { unitNo: first, des: '新' })).toMatch('已毕业，只能改备注')
  expect(await open.refusal(edcunit.enable, { datas: [first] })).toMatch('已毕业，不能启用')
})

test('a grade leaves with its own year; with another one only when that is confirmed', async () => {
  const open = await withGrades(server)
  const { client, one } = open
  const { grdtYear } = await client.call(edcunit.get, { unitNo: one })
  const asked = { unitNos: [one], early: '1' as const, grdtYear: (grdtYear ?? 0) + 1 }
  expect(await open.refusal(edcunit.graduate, asked)).toBe(`“一年级”应在${grdtYear}年毕业；要改为${asked.grdtYear}年毕业请确认`)
  await client.call(edcunit.graduate, { ...asked, yearFlag: '1' })
  expect(await client.call(edcunit.get, { unitNo: one })).toMatchObject({ grdtFlag: '1', grdtYear: asked.grdtYear })
  await client.call(edcunit.graduate, { unitNos: [open.two], early: '1', grdtYear: (grdtYear ?? 0) - 1 })
  expect(await client.call(edcunit.get, { unitNo: open.two })).toMatchObject({ grdtYear: (grdtYear ?? 0) - 1 })
})

test('grades are answered with the classes that were made in them', async () => {
  const open = await withGrades(server)
  const grades = [{ entrYear: 2024, clsCnt: 2 }]
  const made = await open.client.call(edcunit.creategradeandclass, { prtNo: open.primary, stdyPrd: '1', grades })
  expect(made.map(({ unitName, unitType }) => [unitName, unitType])).toEqual([
    ['三年级', '4'],
    ['三年级（1）班', '5'],
    ['三年级（2）班', '5'],
  ])
})

test('a unit says its whole path, its holders, and what may be made below it', async () => {
  const open = await withGrades(server)
  const { client, one, first } = open
  const person = await makePerson(open.school, { name: '李娜', roles: ['P030CLASS'] })
  await client.call(empdatapwr.setbydataval, { dataVal: first, roleNo: 'P030CLASS', empNos: [person.empNo] })
  expect(await client.call(edcunit.getunitname, { unitNo: first })).toBe('一年级（1）班 · 小学部')
  expect(await client.call(edcunit.get, { unitNo: one })).toMatchObject({ mayHold: ['5'], path: '一年级 · 小学部', leads: [] })
  expect((await client.call(edcunit.get, { unitNo: first })).leads).toEqual([
    { empNo: person.empNo, empName: '李娜', roleNo: 'P030CLASS', roleName: '班主任' },
  ])
  const ticked = await client.call(edcunit.getrolelistforset, { empNo: person.empNo, roleNo: 'P030CLASS' })
  expect(ticked.map(({ unitName, chkFlag }) => unitName + chkFlag)).toEqual([
    '一年级（1）班1',
    '一年级（2）班0',
    '二年级（1）班0',
  ])
})

test('a head teacher sees the own class with the way to it, and nothing beside it', async () => {
  const open = await withGrades(server)
  const { first, second, root } = open
  const person = await makePerson(open.school, { roles: ['P030CLASS'] })
  await open.client.call(empdatapwr.setbydataval, { dataVal: first, roleNo: 'P030CLASS', empNos: [person.empNo] })
  await addStudents(open, first, {})
  await addStudents(open, second, {})
  const { client } = person
  expect(drawn(await client.call(edcunit.gettree))).toMatch(/^\S+\(小学部\(一年级\(一年级（1）班\)\)\)$/)
  expect(await client.call(edcunit.getstatis)).toMatchObject({ clsCnt: 1, stuCnt: 1 })
  expect(await client.call(edcunit.getrolelist)).toMatchObject([{ unitNo: first, roleNames: ['班主任'] }])
  expect(await client.call(edcunit.getrolechdlist, { roleNo: 'P030CLASS' })).toMatchObject([{ unitNo: first, endFlag: '1' }])
  expect((await client.answer(edcunit.get, { unitNo: second })).code).toBe(10002)
  expect(await client.call(edcunit.getrolechdlist, { roleNo: 'P030CLASS', unitNo: root })).toEqual([])
})

test('units to tick come down to the type that is asked for, ticked where they are named', async () => {
  const open = await withGrades(server)
  const { client, first, one } = open
  const flat = await client.call(edcunit.getchktypelist, { unitType: '5', unitNos: [first] })
  expect(flat.map(({ unitName, chkFlag }) => unitName + chkFlag)).toEqual(['一年级（1）班1', '一年级（2）班0', '二年级（1）班0'])
  const [top] = await client.call(edcunit.getchktypetree, { unitType: '4', unitNos: [one] })
  expect(top?.items[0]?.items.map(({ unitName, chkFlag, items }) => [unitName, chkFlag, items.length])).toEqual([
    ['一年级', '1', 0],
    ['二年级', '0', 0],
  ])
})

/** Reads all units of a school, without the stamps. */
const stateOf = ({ entNo }: School) =>
  asOwner(server, entNo, (db) =>
    db
      .selectFrom('edcunit')
      .select([
        'unitNo',
        'unitName',
        'prtNo',
        'showOrd',
        'clsNo',
        'selfNo',
        'entrYear',
        'grdtYear',
        'curGrade',
        'nameLock',
        'stt',
      ])
      .where('entNo', '=', entNo)
      .where('stt', '<>', '0')
      .orderBy('unitNo')
      .execute(),
  )

test('whatever is done to units is taken back exactly', async () => {
  const open = await withGrades(server)
  const { client, school, primary, one, two, first, second } = open
  const deeds: [string, () => Promise<unknown>][] = [
    ['a class made', () => client.call(edcunit.create, { prtNo: one, unitType: '5' })],
    [
      'grades made',
      () => client.call(edcunit.creategradeandclass, { prtNo: primary, stdyPrd: '1', grades: [{ entrYear: 2024, clsCnt: 3 }] }),
    ],
    ['classes made', () => client.call(edcunit.createclassmany, { prtNo: two, clsCnt: 3 })],
    ['a grade renamed', () => client.call(edcunit.update, { unitNo: one, unitName: '启蒙年级' })],
    ['moved', () => client.call(edcunit.updateprtedcunit, { prtNo: two, unitNos: [first, second] })],
    [
      'ordered',
      () => client.call(edcunit.setedcunitord, { unitOrds: [two, one].map((unitNo, i) => ({ unitNo, showOrd: i + 1 })) }),
    ],
    ['disabled', () => client.call(edcunit.disable, { datas: [first, second, one] })],
    ['deleted', () => client.call(edcunit.delete, { unitNo: first })],
  ]
  for (const [name, act] of deeds) {
    const before = await stateOf(school)
    await act()
    expect([name, await stateOf(school)]).not.toEqual([name, before])
    await client.call(history.undo, { op: client.lastOp })
    expect([name, await stateOf(school)]).toEqual([name, before])
  }
})

test('a class is not made or brought back below what is no longer in use', async () => {
  const open = await withGrades(server)
  const { client, one, first, second } = open
  await client.call(edcunit.disable, { datas: [first] })
  const op = client.lastOp
  await client.call(edcunit.disable, { datas: [one, second] })
  expect(await open.refusal(history.undo, { op })).toBe('“一年级（1）班”的上级“一年级”已停用，请先启用上级再撤销')
  expect(await open.refusal(edcunit.create, { prtNo: one, unitType: '5' })).toBe('“一年级”已停用，请另选上级')
})

test('a grade that is upgraded takes its classes and their names along; the highest has to graduate first', async () => {
  const open = await withGrades(server)
  const { client, refusal, one, two, first } = open
  await addStudents(open, first, {})
  const once = { unitNos: [one, two] }
  expect(await refusal(edcunit.upgrade, once)).toMatch(/^“[一二]年级”已是2026学年应在的年级/)
  for (let year = 0; year < 4; year++) await client.call(edcunit.upgrade, { ...once, again: '1' })
  expect(await below(open, open.primary)).toMatch('五年级(五年级（1）班 五年级（2）班)')
  expect(await client.call(edcunit.get, { unitNo: first })).toMatchObject({ prtNo: one, stuCnt: 1 })
  expect(await refusal(edcunit.upgrade, { ...once, again: '1' })).toBe('“六年级”已是最高年级，请先毕业')
  await client.call(edcunit.graduate, { unitNos: [two] })
  await client.call(edcunit.upgrade, { unitNos: [one], again: '1' })
  expect((await client.call(edcunit.get, { unitNo: first })).unitName).toBe('六年级（1）班')
})
