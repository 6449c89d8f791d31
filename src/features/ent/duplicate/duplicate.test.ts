import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDigit } from '#contract/values/idNumber.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { duplicate } from './duplicate.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

let people = 0
/** Returns a valid ID number of a boy born on a day, another one each time. */
function idNo(born: string, sex: 'M' | 'N' = 'M') {
  const digits = `980102${born}${String((people += 2) + (sex === 'M' ? 1 : 0)).padStart(3, '0')}`
  return digits + checkDigit(digits)
}

const born = '20180510'
const pairsOf = async ({ admin }: School, input = {}) =>
  (await admin.client.call(duplicate.getlist, input)).datas.map(({ one, other, reasons, score }) => ({
    nos: [one.stuNo, other.stuNo],
    reasons,
    score,
  }))

/** Gives a guardian of one child also to another. */
async function share(school: School, ptrNo: string, stuNo: string, flags = '') {
  await server.owner.query(`begin; set local app.ent_no = '${school.entNo}';
    insert into stuptr (ent_no, stu_no, ptr_no, relt, prior) values ('${school.entNo}', '${stuNo}', '${ptrNo}', '51', 1);
    ${flags && `update stuptr set ${flags} where ent_no = '${school.entNo}' and stu_no = '${stuNo}' and ptr_no = '${ptrNo}';`} commit`)
}

/** Writes two down; `change` is what the second differs in. */
async function twoOf(school: PupilSchool, facts: Parameters<typeof enrol>[1], change: Parameters<typeof enrol>[1]) {
  const one = await enrol(school, facts)
  const other = await enrol(school, { ...facts, ...change })
  return [one, other] as [string, string]
}

async function familyOf(school: PupilSchool, ...[facts, change]: [Parameters<typeof enrol>[1], Parameters<typeof enrol>[1]]) {
  const [one, other] = await twoOf(school, facts, change)
  await share(school, await giveGuardian(school, one), other)
  return [one, other] as [string, string]
}

test('each reason finds its pair, the surest first', async () => {
  const school = await makePupilSchool(server)
  const number = idNo(born)
  const left = await enrol(school, { stuName: '周安', idNo: number })
  await school.admin.client.call(stu.transfer, { stuNos: [left], lvDt: '20260101', lvRsn: '迁居' })
  const back = await enrol(school, { stuName: '周安', idNo: number })
  const twice = await twoOf(school, { stuName: '吴晓敏', brth: born }, {})
  const sounds = await familyOf(school, { stuName: '郑子轩', brth: born }, { stuName: '郑子萱' })
  const slip = await familyOf(school, { stuName: '冯思远', brth: born, stdyNo: '2024001' }, { stuName: '冯思运', stdyNo: null })
  expect(await pairsOf(school)).toEqual([
    { nos: [left, back], reasons: ['idNo', 'nameBrth'], score: 100 },
    { nos: twice, reasons: ['nameBrth'], score: 80 },
    { nos: sounds, reasons: ['phone'], score: 65 },
    { nos: slip, reasons: ['phone'], score: 55 },
  ])
  expect((await pairsOf(school, { reason: 'phone' })).map(({ nos }) => nos)).toEqual([sounds, slip])
  const { datas } = await school.admin.client.call(duplicate.getlist)
  expect(datas[0]).toMatchObject({ backFlag: '1', one: { idNo: '••••', sttName: '转出' } })
})

test('twins, siblings and namesakes are never offered', async () => {
  const school = await makePupilSchool(server)
  // Makes twins, with ID numbers and without, of one sex and of two.
  await familyOf(school, { stuName: '王子轩', idNo: idNo(born) }, { stuName: '王子涵', idNo: idNo(born) })
  await familyOf(school, { stuName: '蒋子轩', brth: born }, { stuName: '蒋子豪' })
  await familyOf(school, { stuName: '沈明', brth: born, sex: 'M' }, { stuName: '沈敏', sex: 'N' })
  await familyOf(school, { stuName: '韩一鸣', brth: born, stdyNo: '2024002' }, { stuName: '韩一铭', stdyNo: null, sex: 'N' })
  await familyOf(school, { stuName: '杨佳怡', idNo: idNo(born) }, { stuName: '杨佳仪', idNo: idNo(born) })
  // Makes siblings, also with names that sound alike.
  await familyOf(school, { stuName: '许文博', brth: born }, { stuName: '许文波', brth: '20160301' })
  await familyOf(school, { stuName: '何欣', brth: born }, { stuName: '何欣然', brth: '20160301' })
  // Makes two of one name, born on one day, with a number each.
  await twoOf(school, { stuName: '张伟', idNo: idNo(born) }, { idNo: idNo(born) })
  expect(await pairsOf(school)).toEqual([])
})

test('of one name and birth date, a wrong ID number does not tell two apart', async () => {
  const school = await makePupilSchool(server)
  const right = idNo(born)
  const wrong = right.slice(0, 17) + (right.endsWith('5') ? '6' : '5')
  const pair = await twoOf(school, { stuName: '吕清', idNo: right }, { idNo: wrong })
  expect((await pairsOf(school)).map(({ nos }) => nos)).toEqual([pair])
})

test('a pair that is not the same is not shown again, until that is taken back', async () => {
  const school = await makePupilSchool(server)
  const [one, other] = await twoOf(school, { stuName: '施雨', brth: born }, {})
  await school.admin.client.call(duplicate.notsame, { oneNo: other, otherNo: one })
  expect(await pairsOf(school)).toEqual([])
  await undoLast(school.admin)
  expect((await pairsOf(school)).length).toBe(1)
})

const tables = ['stu', 'stuptr', 'stuarch', 'phtapply']
async function snapshot({ entNo }: School) {
  const rows = tables.map(async (table) => {
    const { rows: found } = await server.owner.query(
      `select (to_jsonb(t) - array['ver', 'upd_user', 'upd_tm'])::text as row from ${table} t where ent_no = $1 order by 1`,
      [entNo],
    )
    return [table, found.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

/** Makes a child who was recorded twice: the facts are spread over both records. */
async function madeTwice() {
  const school = await makePupilSchool(server)
  const { entNo, otherNo } = school
  const [kept, gone] = await twoOf(
    school,
    { stuName: '孔思齐', brth: born, stdyNo: '2024003' },
    { stdyNo: '2024004', unitNo: otherNo, wts: '02', authTel: '13900001111', rem: '近视' },
  )
  const father = await giveGuardian(school, kept)
  await share(school, father, gone, `grd_flag = '1', pick_flag = '0'`)
  const mother = await giveGuardian(school, gone, { ptrName: '李秀', relt: '52', prior: 2 })
  await server.owner.query(`begin; set local app.ent_no = '${entNo}';
    update stuptr set pick_flag = '0' where ent_no = '${entNo}' and stu_no = '${kept}';
    insert into stuarch (ent_no, stu_no, hobby, ntnl) values ('${entNo}', '${kept}', '围棋', null);
    insert into stuarch (ent_no, stu_no, hobby, ntnl) values ('${entNo}', '${gone}', '钢琴', '01'); commit`)
  return { school, kept, gone, father, mother }
}

test('a merge takes the chosen values over and keeps every guardian; taken back, all is as it was', async () => {
  const { school, kept, gone, father, mother } = await madeTwice()
  const { client } = school.admin
  const before = await snapshot(school)
  const shown = await client.call(duplicate.getpair, { oneNo: kept, otherNo: gone })
  const line = (field: string) => shown.fields.find((one) => one.field === field)
  expect(line('stuName')).toMatchObject({ differs: false })
  expect(line('rem')).toMatchObject({ one: null, other: '近视', differs: true, prefer: 'other' })
  expect(line('unitNo')).toMatchObject({ one: '三年级（1）班 · 正常', other: '三年级（2）班 · 正常', differs: true })
  expect(shown.refusal).toBe(null)
  const { mrgNo } = await client.call(duplicate.merge, {
    keptNo: kept,
    goneNo: gone,
    fields: { stdyNo: 'gone', unitNo: 'gone', authTel: 'gone', rem: 'gone', ntnl: 'gone', hobby: 'kept' },
    keptVer: shown.one.ver,
    goneVer: shown.other.ver,
  })
  const merged = await client.call(stu.getex, { stuNo: kept })
  expect(merged).toMatchObject({
    stdyNo: '2024004',
    unitNo: school.otherNo,
    authTel: '139****1111',
    rem: '近视',
    wts: null,
    ntnl: '01',
  })
  expect(merged.ptrs.map(({ ptrNo, grdFlag, pickFlag, prior }) => [ptrNo, grdFlag, pickFlag, prior])).toEqual([
    [father, '1', '0', 1],
    [mother, '0', '1', 3],
  ])
  expect(await client.answer(stu.get, { stuNo: gone })).toMatchObject({ code: 10002 })
  expect(await pairsOf(school)).toEqual([])
  expect((await client.call(stu.getlist, { keyWord: '1111' })).map(({ stuNo }) => stuNo)).toEqual([kept])

  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  expect((await colleague.client.call(duplicate.getmerges)).datas).toMatchObject([
    { mrgNo, keptName: '孔思齐', goneName: '孔思齐', stt: '1', undoFlag: '1' },
  ])
  expect(await colleague.client.call(duplicate.getundo, { mrgNo })).toEqual({ blocks: [], keeps: [], keepCnt: 0 })
  await colleague.client.call(duplicate.takeback, { mrgNo })
  expect(await snapshot(school)).toEqual(before)
  expect((await client.call(duplicate.getmerges)).datas).toMatchObject([{ stt: '3', undoFlag: '0' }])
  expect(await client.answer(duplicate.takeback, { mrgNo })).toMatchObject({ code: 10002 })
})

test('who comes again takes the number of the record that is merged into theirs', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const number = idNo(born)
  const left = await enrol(school, { stuName: '曹阳', idNo: number, stdyNo: '2024005' })
  await client.call(stu.transfer, { stuNos: [left], lvDt: '20260101', lvRsn: '迁居' })
  const back = await enrol(school, { stuName: '曹阳', idNo: number })
  const shown = await client.call(duplicate.getpair, { oneNo: left, otherNo: back })
  expect(shown.keep).toBe('other')
  await client.call(duplicate.merge, { keptNo: left, goneNo: back, fields: { unitNo: 'gone', idNo: 'gone' } })
  expect(await client.call(stu.get, { stuNo: left })).toMatchObject({ stt: '1', stdyNo: '2024005', lvDt: null, brth: born })
})

test('two with ID numbers of their own are not merged, nor what somebody changed meanwhile, nor twice at once', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [one, other] = await twoOf(school, { stuName: '严明', idNo: idNo(born) }, { idNo: idNo(born) })
  expect(await client.answer(duplicate.merge, { keptNo: one, goneNo: other })).toMatchObject({
    code: 10001,
    message: '两人的身份证号不同，不是同一人；如有一个录错，请先改正再合并',
  })
  const [kept, gone] = await twoOf(school, { stuName: '金星', brth: born }, {})
  expect(await client.answer(duplicate.merge, { keptNo: kept, goneNo: gone, goneVer: 7 })).toMatchObject({ code: 10004 })
  const both = await Promise.all([
    client.answer(duplicate.merge, { keptNo: kept, goneNo: gone }),
    client.answer(duplicate.merge, { keptNo: gone, goneNo: kept }),
  ])
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 10002])
})

test('a head teacher sees the pairs of her class and decides on none; a bureau sees those of two schools', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const here = await makePupilSchool(server, bureau.entNo)
  const there = await makePupilSchool(server, bureau.entNo)
  const mine = await twoOf(here, { stuName: '魏来', brth: born }, {})
  await twoOf(here, { stuName: '陶然', brth: born }, { unitNo: here.otherNo })
  const { client } = here.head
  expect((await client.call(duplicate.getlist)).datas.map(({ one, other }) => [one.stuNo, other.stuNo])).toEqual([mine])
  expect(await client.answer(duplicate.notsame, { oneNo: mine[0], otherNo: mine[1] })).toMatchObject({ code: 30001 })

  const number = idNo(born)
  const [first, second] = [
    await enrol(here, { stuName: '姜宁', idNo: number }),
    await enrol(there, { stuName: '姜宁', idNo: number }),
  ]
  const { datas, recordCount } = await bureau.admin.client.call(duplicate.getlist)
  expect(recordCount).toBe(1)
  expect(datas[0]).toMatchObject({
    one: { entNo: here.entNo, stuNo: first },
    other: { entName: `学校${there.entNo}`, stuNo: second },
  })
  const input = { oneNo: first, otherNo: second, oneEntNo: here.entNo, otherEntNo: there.entNo }
  const shown = await bureau.admin.client.call(duplicate.getpair, input)
  expect(shown.refusal).toBe('两条记录在两所学校，不能合并；请由学校确认转学')
  expect(await here.admin.client.answer(duplicate.getpair, input)).toMatchObject({ code: 10002 })
  expect(await bureau.admin.client.answer(duplicate.merge, { keptNo: mine[0], goneNo: mine[1] })).toMatchObject({ code: 30001 })
})
