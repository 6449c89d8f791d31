import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import {
  change,
  makePrimary,
  prepare,
  run,
  snapshot,
  studentOf,
  thisYear,
  unitsOf,
} from '../../../../test/support/primarySchool.ts'
import { outOfSeason } from './findings/rollover.findings.ts'
import { rollover } from './rollover.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('both years stand side by side before anything is changed, and the proposal is the usual one', async () => {
  const school = await makePrimary(server)
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
  const school = await makePrimary(server)
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

test('what is confirmed is what was seen: a change meanwhile, or another year typed, refuses it', async () => {
  const school = await makePrimary(server)
  const { client } = school.admin
  const shown = await prepare(school)
  const rollNo = shown.rollNo as string
  expect(await client.answer(rollover.run, { rollNo, sign: shown.sign, schYear: thisYear })).toMatchObject({ code: 10001 })
  await server.owner.query(
    `begin; set local app.ent_no = '${school.entNo}'; update stu set stt = '3' where ent_no = '${school.entNo}' and stu_no = 'S310'; commit`,
  )
  const refused = await client.answer(rollover.run, { rollNo, sign: shown.sign, schYear: thisYear + 1 })
  expect(refused).toMatchObject({ code: 10004, message: '核对之后数据有变化，请看过新的结果再升级' })
})

test('a school goes on once a year, unless it says so', async () => {
  const school = await makePrimary(server)
  await run(school)
  const { client } = school.admin
  const shown = await client.call(rollover.get)
  expect(shown.blocks.map(({ code }) => code)).toContain('again')
  const again = await client.call(rollover.savedraft, { plan: { ...shown.plan, again: '1' } })
  expect(again.blocks.map(({ code }) => code)).not.toContain('again')
})

test('graduates may go on in the same school, and wait for their class', async () => {
  const school = await makePrimary(server)
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
  const school = await makePrimary(server)
  const { entNo } = school
  await server.owner.query(`begin; set local app.ent_no = '${entNo}';
    update edcunit set unit_name = '向日葵班', name_lock = '1' where ent_no = '${entNo}' and unit_no = 'C11'; commit`)
  await run(school)
  expect((await unitsOf(school)).get('C11')).toMatchObject({ unit_name: '向日葵班' })
})

test('a name by the rule that meets one given by hand hinders the year-end before anything is written', async () => {
  const school = await makePrimary(server)
  const { client } = school.admin
  await client.call(edcunit.update, { unitNo: 'G6', nameLock: '1' })
  const shown = await client.call(rollover.get)
  expect(shown.blocks.map(({ text, fix }) => [text, fix])).toEqual([
    ['升级后会有重名的单元：六年级', { rename: [{ unitNo: 'G6', unitName: '六年级', newName: '六年级', ruleName: '六年级' }] }],
  ])
  await client.call(edcunit.update, { unitNo: 'G6', unitName: '六年级', nameLock: '0' })
  await run(school)
  expect((await unitsOf(school)).get('G5')).toMatchObject({ unit_name: '六年级' })
})

test('out of season it is done only by who confirms that, and the day is named', async () => {
  expect(['2026-05-31', '2026-06-01', '2026-09-30', '2026-10-01'].map(outOfSeason)).toEqual([
    '今天是5月31日，学年升级一般在6月至9月做',
    undefined,
    undefined,
    '今天是10月1日，学年升级一般在6月至9月做',
  ])
  const school = await makePrimary(server)
  const { client } = school.admin
  const { rollNo, sign, warnings } = await prepare(school)
  const early = warnings.find(({ code }) => code === 'season')
  expect(early?.text ?? '').toMatch(/^$|^今天是\d+月\d+日，/)
  const input = { rollNo: rollNo as string, sign, schYear: thisYear + 1 }
  const { code, message } = await client.answer(rollover.run, input)
  expect([code, message]).toEqual(early ? [10001, `${early.text}，确定现在就做请先勾选确认`] : [0, '设置成功'])
  if (early) await client.call(rollover.run, { ...input, seasonFlag: '1' })
})

test('pupils who are away in a leaving class each go their own way: stay away, come back into the grade below, leave, graduate', async () => {
  const school = await makePrimary(server)
  const ofSchool = `ent_no = '${school.entNo}'`
  const away = ['S610', 'S611', 'S612', 'S620']
  await change(school, `update stu set stt = '4' where ${ofSchool} and stu_no in (${away.map((no) => `'${no}'`).join()})`)
  const moves = [
    { stuNo: 'S610', kind: 'stay' as const, to: { unitNo: 'C51' }, rsn: '继续治疗' },
    { stuNo: 'S611', kind: 'repeat' as const, to: { unitNo: 'C52' }, rsn: '病愈' },
    { stuNo: 'S612', kind: 'transfer' as const, rsn: '随父母迁居' },
    { stuNo: 'S620', kind: 'graduate' as const, rsn: '随班毕业' },
  ]
  const shown = await prepare(school, { moves })
  expect(shown.blocks).toEqual([])
  const { counts } = await run(school, { moves })
  expect(counts).toMatchObject({ stayCnt: 1, repeatCnt: 1, transferCnt: 1, graduateCnt: 3 })
  const states = await Promise.all(away.map((stuNo) => studentOf(school, stuNo)))
  expect(states.map(({ unit_no, stt }) => [unit_no, stt])).toEqual([
    ['C51', '4'],
    ['C52', '1'],
    ['C61', '3'],
    ['C62', '2'],
  ])
})

test('a school with primary and lower secondary grades proposes that those who leave the first go on into the second', async () => {
  const school = await makePrimary(server)
  const root = rootUnitOf(school.entNo)
  await school.admin.client.call(edcunit.creategradeandclass, {
    prtNo: root,
    stdyPrd: '2',
    grades: [{ entrYear: thisYear, clsCnt: 1 }],
  })
  const { plan, now } = await school.admin.client.call(rollover.get)
  expect(plan.promotes).toEqual([{ unitNo: 'G6', entry: `${root}/2` }])
  expect(now.find(({ unitNo }) => unitNo === 'G6')).toMatchObject({ fate: 'promote' })
})

test('taken back, the exceptions are there again, and new classes that still wait for their children are no fault', async () => {
  const school = await makePrimary(server)
  const { client } = school.admin
  const moves = [{ stuNo: 'S312', kind: 'transfer' as const, rsn: '随父母迁居' }]
  const { rollNo } = await run(school, { moves })
  const after = await client.call(rollover.get)
  expect(after.blocks.map(({ code }) => code)).toEqual(['again'])
  expect(after.plan.moves).toEqual([])
  await client.call(rollover.takeback, { rollNo })
  expect((await client.call(rollover.get)).plan.moves).toMatchObject(moves)
  // Keeps nothing of a plan that is given up afterwards.
  const draft = await prepare(school)
  await client.call(rollover.dropdraft, { rollNo: draft.rollNo as string })
  expect((await client.call(rollover.get)).plan.moves).toEqual([])
})
