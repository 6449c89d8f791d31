import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { change, makePrimary, openImport, prepare, run, snapshot, thisYear } from '../../../../../test/support/primarySchool.ts'
import { linesAt } from '../../../../../test/support/firstPage.ts'
import { blockCodes, rollover, warningCodes } from '../rollover.contract.ts'
import type { Finding } from '../useRollover.tsx'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Presses a button as the screen does; on a page it does `mend`. */
async function press({ admin: { client } }: School, { fix }: Finding, mend?: () => Promise<unknown>) {
  const { plan } = await client.call(rollover.get)
  const save = (changes: Partial<typeof plan>) => client.call(rollover.savedraft, { plan: { ...plan, ...changes } })
  const { path, disable, decide, drop, giveUp, rename, plan: part } = fix
  if (path) return mend?.()
  if (disable) return client.call(edcunit.disable, { datas: disable })
  if (giveUp) return client.call(rollover.dropimports)
  if (drop) return save({ moves: plan.moves.filter((move) => drop.every(({ stuNo }) => stuNo !== move.stuNo)) })
  if (decide) return save({ moves: decide.map(({ stuNo }) => ({ stuNo, kind: 'graduate' as const, rsn: '随班毕业' })) })
  if (part === 'again') return save({ again: '1' })
  if (part === 'entries') return save({ entries: plan.entries.map((one) => ({ ...one, clsCnt: 0 })) })
  for (const { unitNo, newName, ruleName } of rename ?? [])
    await client.call(edcunit.update, { unitNo, unitName: newName, ...(newName === ruleName && { nameLock: '0' }) })
}

type Case = { code: Finding['code']; seed: (school: School) => Promise<unknown>; mend?: (school: School) => Promise<unknown> }

const toClass =
  (unitNo: string, ...stuNos: string[]) =>
  (school: School) =>
    school.admin.client.call(stu.updateunit, { stuNos, unitNo })
const wait = `insert into edcunit (ent_no, unit_no, unit_name, unit_type, prt_no, stdy_prd, wait_flag, name_lock)
  values (current_setting('app.ent_no'), 'W3', '待分班', '5', 'G3', '1', '1', '1')`

const cases: Case[] = [
  {
    code: 'none',
    seed: (school) => change(school, `update edcunit set stt = '0' where unit_type in ('4', '5') and ent_no = '${school.entNo}'`),
    mend: ({ entNo, admin: { client } }) =>
      client.call(edcunit.creategradeandclass, {
        prtNo: rootUnitOf(entNo),
        stdyPrd: '2',
        grades: [{ entrYear: thisYear, clsCnt: 1 }],
      }),
  },
  { code: 'again', seed: (school) => run(school) },
  {
    code: 'strays',
    seed: (school) => change(school, `update edcunit set stt = '2' where ent_no = '${school.entNo}' and unit_no = 'C32'`),
    mend: toClass('C31', 'S320', 'S321', 'S322'),
  },
  {
    code: 'empty',
    seed: (school) => change(school, `update stu set unit_no = 'C31' where ent_no = '${school.entNo}' and unit_no = 'C32'`),
  },
  {
    code: 'undecided',
    seed: (school) => change(school, `update stu set stt = '4' where ent_no = '${school.entNo}' and stu_no = 'S610'`),
  },
  { code: 'imports', seed: async (school) => openImport(school, (await makePerson(school, { name: '李老师' })).userNo) },
  {
    code: 'moves',
    seed: (school) =>
      prepare(school, {
        moves: [
          { stuNo: 'S110', kind: 'skip', to: { unitNo: 'C41' }, rsn: '试' },
          { stuNo: 'S312', kind: 'transfer', rsn: '随父母迁居' },
        ],
      }),
  },
  {
    code: 'names',
    seed: (school) =>
      change(school, `update edcunit set name_lock = '1' where ent_no = '${school.entNo}' and unit_no in ('G2', 'G6')`),
  },
  {
    code: 'names',
    seed: (school) =>
      change(
        school,
        `update edcunit set unit_name = '二年级（2）班', name_lock = '1' where ent_no = '${school.entNo}' and unit_no = 'C11'`,
      ),
  },
  {
    code: 'names',
    seed: (school) =>
      prepare(school, { entries: ['1', '5'].map((stdyPrd) => ({ prtNo: rootUnitOf(school.entNo), stdyPrd, clsCnt: 1 })) }),
  },
  {
    code: 'large',
    seed: (school) =>
      change(
        school,
        `insert into stu (ent_no, stu_no, stu_name, unit_no, sex)
         select '${school.entNo}', 'L' || i, '学生' || i, 'C11', 'M' from generate_series(1, 60) i`,
      ),
    mend: toClass('C12', ...Array.from({ length: 30 }, (_, i) => `L${i + 1}`)),
  },
  {
    code: 'waiting',
    seed: (school) =>
      change(school, `${wait}; update stu set unit_no = 'W3' where ent_no = '${school.entNo}' and stu_no = 'S310'`),
    mend: toClass('C31', 'S310'),
  },
  {
    code: 'ages',
    seed: (school) => change(school, `update stu set brth = '1990-01-01' where ent_no = '${school.entNo}' and stu_no = 'S310'`),
    mend: ({ admin: { client } }) => client.call(stu.update, { stuNo: 'S310', brth: null }),
  },
]

test('every finding has a button, and pressing it removes the finding', async () => {
  // Leaves out the season, which is answered when it is confirmed.
  const answered = [...blockCodes, ...warningCodes].filter((code) => code !== 'season')
  expect(new Set(cases.map(({ code }) => code))).toEqual(new Set(answered))
  for (const { code, seed, mend } of cases) {
    const school = await makePrimary(server)
    const { client } = school.admin
    const look = async () => {
      const { blocks, warnings } = await client.call(rollover.get)
      return [...blocks, ...warnings].find((one) => one.code === code)
    }
    expect([code, await look()]).toEqual([code, undefined])
    await seed(school)
    const found = await look()
    expect([code, found?.code]).toEqual([code, code])
    if (!found) continue
    // Checks that the link leads to just the counted students; of a class that is too large, to all of it.
    if (found.fix.path?.startsWith('/ent/stu') && code !== 'large')
      expect([code, await linesAt(client, found.fix.path)]).toEqual([code, found.cnt])
    await press(school, found, mend && (() => mend(school)))
    expect([code, await look()]).toEqual([code, undefined])
  }
})

test('one’s own open import is seen to where it is listed, another’s is given up here', async () => {
  const school = await makePrimary(server)
  const { client } = school.admin
  const colleague = await makePerson(school, { name: '李老师' })
  await openImport(school, school.admin.userNo)
  await openImport(school, colleague.userNo)
  const [both] = (await client.call(rollover.get)).blocks
  expect(both).toMatchObject({
    cnt: 2,
    text: expect.stringContaining('：我、'),
    fix: { path: '/ent/imp?impStt=1' },
  })
  await client.call(rollover.dropimports)
  expect((await client.call(rollover.get)).blocks).toMatchObject([
    { code: 'imports', cnt: 1, fix: { path: '/ent/imp?impStt=1' } },
  ])
})

test('what hinders a year-end is told with its number and what to do, and nothing is done', async () => {
  const school = await makePrimary(server)
  await change(
    school,
    `update stu set stt = '4' where ent_no = '${school.entNo}' and stu_no = 'S610';
     update stu set unit_no = 'C31' where ent_no = '${school.entNo}' and unit_no = 'C32'`,
  )
  const shown = await prepare(school)
  expect(shown.blocks.map(({ code, cnt, fix }) => [code, cnt, fix])).toEqual([
    ['empty', 1, { disable: ['C32'] }],
    ['undecided', 1, { decide: [{ stuNo: 'S610', stuName: '学生610', unitName: '六年级（1）班' }] }],
  ])
  const before = await snapshot(school)
  const refused = await school.admin.client.answer(rollover.run, {
    rollNo: shown.rollNo as string,
    sign: shown.sign,
    schYear: thisYear + 1,
  })
  expect(refused).toMatchObject({ code: 10001, message: expect.stringContaining('1 个班没有学生：三年级（2）班') })
  expect(await snapshot(school)).toEqual(before)
})

test('an exception that leads nowhere is named, and the ones beside it stay', async () => {
  const school = await makePrimary(server)
  const moves = [
    { stuNo: 'S110', kind: 'skip' as const, to: { unitNo: 'C41' }, rsn: '试' },
    { stuNo: 'S111', kind: 'return' as const, rsn: '试' },
    { stuNo: 'S210', kind: 'repeat' as const, to: { unitNo: 'C61' }, rsn: '试' },
    { stuNo: 'S310', kind: 'reclass' as const, to: { unitNo: 'C31' }, rsn: '试' },
    { stuNo: 'S311', kind: 'reclass' as const, to: { unitNo: 'C32' }, rsn: '试' },
  ]
  const [wrong] = (await prepare(school, { moves })).blocks
  expect(wrong?.fix).toEqual({
    drop: [
      { stuNo: 'S110', why: '跳级的去向不是高一级的班级' },
      { stuNo: 'S111', why: '没有休学，不用复学' },
      { stuNo: 'S210', why: '留级的去向已不存在或要毕业' },
      { stuNo: 'S310', why: '已在三年级（1）班，不用调班' },
    ],
  })
  if (wrong) await press(school, wrong)
  expect((await school.admin.client.call(rollover.get)).plan.moves).toMatchObject([{ stuNo: 'S311' }])
})

test('a school without units has nothing to roll over, and what it lacks is told', async () => {
  const { admin } = await makeSchool(server)
  expect((await admin.client.call(rollover.get)).blocks).toMatchObject([{ code: 'none', fix: { path: '/ent/edcunit' } }])
})
