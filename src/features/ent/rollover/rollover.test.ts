import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootUnitOf } from '#contract/units.ts'
import { asOwner, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/harness.ts'
import { type Plan, rollover } from './rollover.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

// The school year of the calendar, from September on.
const now = new Date(Date.now() + 8 * 3600_000)
const thisYear = now.getUTCFullYear() - (now.getUTCMonth() < 8 ? 1 : 0)

/** A primary school of six grades with two classes of three children each; guardians of the first child of every class. */
async function makePrimary(perClass = 3) {
  const school = await makeSchool(server)
  const { entNo } = school
  await asOwner(server, entNo, async (db) => {
    await db.updateTable('edcunit').set({ curSchYear: thisYear }).where('entNo', '=', entNo).execute()
    const root = rootUnitOf(entNo)
    for (let grade = 1; grade <= 6; grade++) {
      const entrYear = thisYear - grade + 1
      const years = { entNo, stdyPrd: '1', entrYear, grdtYear: entrYear + 6 }
      const gradeName = `${'一二三四五六'[grade - 1]}年级`
      const gradeNo = `G${grade}`
      const names = { unitName: gradeName, unitType: '4', prtNo: root, curGrade: grade, showOrd: grade * 10 }
      await db
        .insertInto('edcunit')
        .values({ ...years, unitNo: gradeNo, ...names })
        .execute()
      for (const clsNo of [1, 2]) {
        const unitNo = `C${grade}${clsNo}`
        const unitName = `${gradeName}（${clsNo}）班`
        await db
          .insertInto('edcunit')
          .values({ ...years, unitNo, unitName, unitType: '5', prtNo: gradeNo, clsNo })
          .execute()
        const children = Array.from({ length: perClass }, (_, i) => ({
          entNo,
          stuNo: `S${grade}${clsNo}${i}`,
          stuName: `学生${grade}${clsNo}${i}`,
          unitNo,
          sex: 'M',
        }))
        await db.insertInto('stu').values(children).execute()
        const ptr = { ptrNo: `P${grade}${clsNo}`, ptrName: '家长', sex: 'F', authTel: `139${entNo.slice(-6)}${grade}${clsNo}` }
        await db
          .insertInto('ptr')
          .values({ entNo, ...ptr })
          .execute()
        await db
          .insertInto('stuptr')
          .values({ entNo, stuNo: `S${grade}${clsNo}0`, ptrNo: ptr.ptrNo, relt: '52' })
          .execute()
      }
    }
  })
  return school
}

const tables = ['edcunit', 'stu', 'ptr', 'stuptr', 'empdatapwr', 'stuarch', 'rollover']

/** Every row of a school as it is, without what an undo may change. */
async function snapshot({ entNo }: School) {
  const rows = tables.map(async (table) => {
    const skip = `'ver', 'upd_user', 'upd_tm'${table === 'rollover' ? ", 'stt', 'op', 'done_tm', 'counts', 'user_no'" : ''}`
    const live = table === 'edcunit' ? `and t.stt <> '0'` : ''
    const { rows: found } = await server.owner.query(
      `select (to_jsonb(t) - array[${skip}])::text as row from ${table} t where ent_no = $1 ${live} order by 1`,
      [entNo],
    )
    return [table, found.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

const plain: Plan = { entries: [], promotes: [], moves: [], again: '0' }

async function prepare(school: School, changes: Partial<Plan> = {}) {
  const { client } = school.admin
  const shown = await client.call(rollover.get)
  return client.call(rollover.savedraft, { plan: { ...shown.plan, ...changes } })
}

async function run(school: School, changes: Partial<Plan> = {}) {
  const { rollNo, sign } = await prepare(school, changes)
  const counts = await school.admin.client.call(rollover.run, { rollNo: rollNo as string, sign, schYear: thisYear + 1 })
  return { rollNo: rollNo as string, counts }
}

const unitsOf = async ({ entNo }: School) => {
  const { rows } = await server.owner.query(
    `select unit_no, unit_name, stt, grdt_flag, cur_grade from edcunit where ent_no = $1 and stt <> '0' and unit_type in ('4', '5') order by unit_no`,
    [entNo],
  )
  return new Map(rows.map((row) => [row.unit_no as string, row]))
}
const studentOf = async ({ entNo }: School, stuNo: string) =>
  (await server.owner.query('select unit_no, stt, lv_rsn from stu where ent_no = $1 and stu_no = $2', [entNo, stuNo])).rows[0]

test('both years stand side by side before anything is changed, and the proposal is the usual one', async () => {
  const school = await makePrimary()
  const before = await snapshot(school)
  const shown = await school.admin.client.call(rollover.get)
  expect(shown.schYear).toBe(thisYear)
  expect(shown.now.map(({ unitName, fate, newName }) => [unitName, fate, newName]).slice(4)).toEqual([
    ['五年级', 'upgrade', '六年级'],
    ['六年级', 'graduate', '六年级'],
  ])
  expect(shown.next.map(({ name, cnt, isNew }) => [name, cnt, isNew]).slice(0, 3)).toEqual([
    ['一年级', 0, true],
    ['二年级', 6, false],
    ['三年级', 6, false],
  ])
  expect(shown.counts).toMatchObject({ upgradeCnt: 5, graduateCnt: 6, newClassCnt: 2 })
  expect(shown.blocks).toEqual([])
  expect(await snapshot(school)).toEqual(before)
})

test('a year-end takes everybody on without touching a student who is only a year older', async () => {
  const school = await makePrimary()
  const { counts } = await run(school)
  expect(counts).toMatchObject({ upgradeCnt: 5, graduateCnt: 6, newClassCnt: 2 })
  const units = await unitsOf(school)
  expect(units.get('G1')).toMatchObject({ unit_name: '二年级', cur_grade: 2 })
  expect(units.get('C12')).toMatchObject({ unit_name: '二年级（2）班' })
  expect(units.get('G6')).toMatchObject({ unit_name: `${thisYear + 1}届六年级`, stt: '2', grdt_flag: '1' })
  expect([...units.values()].filter(({ unit_name }) => unit_name.startsWith('一年级')).length).toBe(3)
  expect(await studentOf(school, 'S610')).toMatchObject({ stt: '2', lv_rsn: '毕业' })
  const { rows } = await server.owner.query(
    `select min(ver) as low, max(ver) as high from stu where ent_no = $1 and unit_no not like 'C6%'`,
    [school.entNo],
  )
  expect(rows[0]).toEqual({ low: 1, high: 1 })
  const rest = await server.owner.query(`select ptr_no from ptr where ent_no = $1 and stt = '2' order by 1`, [school.entNo])
  expect(rest.rows.map(({ ptr_no }) => ptr_no)).toEqual(['P61', 'P62'])
})

test('taken back, every row is as it was', async () => {
  const school = await makePrimary()
  const before = await snapshot(school)
  const { rollNo } = await run(school, {
    moves: [
      { stuNo: 'S110', kind: 'repeat', to: { entry: `${rootUnitOf(school.entNo)}/1`, clsNo: 2 }, rsn: '家长申请' },
      { stuNo: 'S211', kind: 'skip', to: { unitNo: 'C31' }, rsn: '学业优秀' },
      { stuNo: 'S612', kind: 'repeat', to: { gradeNo: 'G5' }, rsn: '因病' },
      { stuNo: 'S312', kind: 'transfer', rsn: '随父母迁居' },
      { stuNo: 'S320', kind: 'suspend', rsn: '因病' },
    ],
  })
  expect(await studentOf(school, 'S211')).toMatchObject({ unit_no: 'C31' })
  expect(await studentOf(school, 'S312')).toMatchObject({ stt: '3', lv_rsn: '随父母迁居' })
  expect(await studentOf(school, 'S612')).toMatchObject({ stt: '1' })
  const { client } = school.admin
  expect(await client.call(rollover.getundo, { rollNo })).toEqual({ blocks: [], keeps: [], keepCnt: 0 })
  expect(await snapshot(school)).not.toEqual(before)
  await client.call(rollover.takeback, { rollNo })
  const after = await snapshot(school)
  for (const table of tables.filter((name) => name !== 'rollover')) expect([table, after[table]]).toEqual([table, before[table]])
  expect((await client.call(rollover.getpage)).datas).toMatchObject([{ rollNo, stt: '3', undoFlag: '0' }])
})

test('a colleague may take it back too, and it says what stays of later work and what stands in the way', async () => {
  const school = await makePrimary()
  const { entNo } = school
  const { rollNo } = await run(school)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const change = (text: string) =>
    server.owner.query(`begin; set local app.ent_no = '${entNo}'; set local app.op = '${crypto.randomUUID()}'; ${text}; commit`)
  await change(`update stu set rem = '近视' where ent_no = '${entNo}' and stu_no = 'S610'`)
  const mild = await colleague.client.call(rollover.getundo, { rollNo })
  expect(mild).toEqual({ blocks: [], keeps: ['学生“学生610”的备注'], keepCnt: 1 })
  await change(`update stu set stt = '1' where ent_no = '${entNo}' and stu_no = 'S611'`)
  const blocked = await colleague.client.call(rollover.getundo, { rollNo })
  expect(blocked.blocks).toEqual(['学生“学生611”的状态之后又有改动，不能撤销'])
  expect(await colleague.client.answer(rollover.takeback, { rollNo })).toMatchObject({ code: 10015 })
  await change(`update stu set stt = '2' where ent_no = '${entNo}' and stu_no = 'S611'`)
  await colleague.client.call(rollover.takeback, { rollNo })
  const { rows } = await server.owner.query(`select rem, stt from stu where ent_no = $1 and stu_no = 'S610'`, [entNo])
  expect(rows[0]).toEqual({ rem: '近视', stt: '1' })
})

test('students who came into a new class since keep the year-end from being taken back, by name', async () => {
  const school = await makePrimary()
  const { entNo } = school
  const { rollNo } = await run(school)
  const fresh = await server.owner.query(
    `select unit_no from edcunit where ent_no = $1 and unit_name = '一年级（1）班' and stt = '1'`,
    [entNo],
  )
  await asOwner(server, entNo, (db) =>
    db.insertInto('stu').values({ entNo, stuNo: 'SN', stuName: '新同学', unitNo: fresh.rows[0].unit_no, sex: 'F' }).execute(),
  )
  const { client } = school.admin
  expect((await client.call(rollover.getundo, { rollNo })).blocks).toEqual(['教育单元“一年级（1）班”里已有学生，不能撤销'])
  expect(await client.answer(rollover.takeback, { rollNo })).toMatchObject({ code: 10016 })
})

test('what hinders a year-end is told with its number and what to do, and nothing is done', async () => {
  const school = await makePrimary()
  const { entNo } = school
  await server.owner.query(`begin; set local app.ent_no = '${entNo}';
    update stu set stt = '4' where ent_no = '${entNo}' and stu_no = 'S610';
    update stu set unit_no = 'C31' where ent_no = '${entNo}' and unit_no = 'C32'; commit`)
  const shown = await prepare(school)
  expect(shown.blocks.map(({ code, cnt }) => [code, cnt])).toEqual([
    ['empty', 1],
    ['undecided', 1],
  ])
  expect(shown.blocks[0]?.disable).toEqual(['C32'])
  expect(shown.blocks[1]?.decide).toEqual([{ stuNo: 'S610', stuName: '学生610', unitName: '六年级（1）班' }])
  const before = await snapshot(school)
  const refused = await school.admin.client.answer(rollover.run, {
    rollNo: shown.rollNo as string,
    sign: shown.sign,
    schYear: thisYear + 1,
  })
  expect(refused).toMatchObject({ code: 10001, message: expect.stringContaining('1 个班没有学生：三年级（2）班') })
  expect(await snapshot(school)).toEqual(before)
})

test('what is confirmed is what was seen: a change meanwhile, or another year typed, refuses it', async () => {
  const school = await makePrimary()
  const { client } = school.admin
  const shown = await prepare(school)
  const rollNo = shown.rollNo as string
  expect(await client.answer(rollover.run, { rollNo, sign: shown.sign, schYear: thisYear })).toMatchObject({ code: 10001 })
  await server.owner.query(
    `begin; set local app.ent_no = '${school.entNo}'; update stu set stt = '3' where ent_no = '${school.entNo}' and stu_no = 'S310'; commit`,
  )
  const refused = await client.answer(rollover.run, { rollNo, sign: shown.sign, schYear: thisYear + 1 })
  expect(refused).toMatchObject({ code: 10004, message: '核对之后数据有变化，请看过新的结果再结转' })
})

test('a school goes on once a year, unless it says so', async () => {
  const school = await makePrimary()
  await run(school)
  const { client } = school.admin
  const shown = await client.call(rollover.get)
  expect(shown.blocks.map(({ code }) => code)).toContain('again')
  const again = await client.call(rollover.savedraft, { plan: { ...shown.plan, again: '1' } })
  expect(again.blocks.map(({ code }) => code)).not.toContain('again')
})

test('graduates may go on in the same school, and wait for their class', async () => {
  const school = await makePrimary()
  const root = rootUnitOf(school.entNo)
  const entry = `${root}/2`
  const { counts } = await run(school, {
    entries: [
      { prtNo: root, stdyPrd: '1', clsCnt: 2 },
      { prtNo: root, stdyPrd: '2', clsCnt: 1 },
    ],
    promotes: [{ unitNo: 'G6', entry }],
  })
  expect(counts).toMatchObject({ promoteCnt: 6, graduateCnt: 0, newClassCnt: 3 })
  const { rows } = await server.owner.query(
    `select g.unit_name as grade, u.unit_name as class, s.stt, count(*)::int as n from stu s join edcunit u using (ent_no, unit_no)
       join edcunit g on g.ent_no = u.ent_no and g.unit_no = u.prt_no
     where s.ent_no = $1 and s.stu_no like 'S6%' group by 1, 2, 3`,
    [school.entNo],
  )
  expect(rows).toEqual([{ grade: '七年级', class: '待分班', stt: '1', n: 6 }])
})

test('names given by hand stay through the year-end', async () => {
  const school = await makePrimary()
  const { entNo } = school
  await server.owner.query(`begin; set local app.ent_no = '${entNo}';
    update edcunit set unit_name = '向日葵班', name_lock = '1' where ent_no = '${entNo}' and unit_no = 'C11'; commit`)
  await run(school)
  expect((await unitsOf(school)).get('C11')).toMatchObject({ unit_name: '向日葵班' })
})

test('an exception that leads nowhere is named and hinders it', async () => {
  const school = await makePrimary()
  const shown = await prepare(school, {
    ...plain,
    moves: [
      { stuNo: 'S110', kind: 'skip', to: { unitNo: 'C41' }, rsn: '试' },
      { stuNo: 'S111', kind: 'return', rsn: '试' },
      { stuNo: 'S210', kind: 'repeat', to: { unitNo: 'C61' }, rsn: '试' },
    ],
  })
  expect(shown.blocks.map(({ text }) => text)).toEqual([
    '有的例外做不到：学生110跳级的去向不是高一级的班级、学生111没有休学，不用复学、学生210的去向已不存在或要毕业',
  ])
})
