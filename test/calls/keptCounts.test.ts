import { afterAll, beforeAll, expect, test } from 'vitest'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { renewAllResults } from '#domain/students/checkResults.ts'
import { mendKeptCounts } from '#domain/students/keptCounts.ts'
import { makeRandom } from '#app/server/demo/random.ts'
import { transaction } from '#server/database/database.ts'
import { sharedServer, type TestServer } from '../support/harness.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool, undoLast } from '../support/pupilSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Answers what differs between the rows of a school and what is kept of them; mends it. */
const differing = ({ entNo }: PupilSchool) =>
  transaction(server.services.database.sidePool, { entNo }, (db) => mendKeptCounts(db, entNo))

async function seeded(count: number) {
  const school = await makePupilSchool(server)
  const stuNos = await Promise.all(Array.from({ length: count }, () => enrol(school)))
  const ptrNos = await Promise.all(stuNos.map((stuNo) => giveGuardian(school, stuNo)))
  return { school, stuNos, ptrNos }
}

test('whatever is done to students, guardians and links, what is kept of them is what is there', async () => {
  const { school, stuNos, ptrNos } = await seeded(12)
  const { entNo, classNo, otherNo } = school
  const random = makeRandom(20261125)
  const some = (list: readonly string[]) => `{${list.filter(() => random.chance(0.3)).join()}}`
  const one = (list: readonly string[]) => random.pick([...list])
  const statements: (() => [string, unknown[]])[] = [
    () => ['update stu set stt = $2 where ent_no = $1 and stu_no = any($3)', [one(['0', '1', '2', '3', '4']), some(stuNos)]],
    () => [
      'update stu set unit_no = $2, sex = $3 where ent_no = $1 and stu_no = any($4)',
      [one([classNo, otherNo]), one(['M', 'F']), some(stuNos)],
    ],
    // Lets some change places, which leaves the counts as they were.
    () => ['update stu set unit_no = case unit_no when $2 then $3 else $2 end where ent_no = $1', [classNo, otherNo]],
    () => ['update stu set wts = $2 where ent_no = $1 and stu_no = any($3)', [one(['01', '02', '02,11']), some(stuNos)]],
    () => [
      'update ptr set stt = $2, auth_flag = $3 where ent_no = $1 and ptr_no = any($4)',
      [one(['0', '1', '2']), one(['0', '1']), some(ptrNos)],
    ],
    () => ['delete from stuptr where ent_no = $1 and stu_no = $2', [one(stuNos)]],
    () => [
      `insert into stuptr (ent_no, stu_no, ptr_no, relt) select $1, s, p, '52' from unnest($2::text[]) s, unnest($3::text[]) p on conflict do nothing`,
      [some(stuNos), some(ptrNos)],
    ],
  ]
  for (let i = 0; i < 60; i++) {
    const [text, values] = random.pick(statements)()
    await server.owner.query(text, [entNo, ...values])
  }
  expect(await differing(school)).toEqual({})
})

test('two who take a guardian each from one child at the same time leave it without one', async () => {
  const { school, stuNos, ptrNos } = await seeded(1)
  const { entNo } = school
  const [stuNo, first] = [stuNos[0] as string, ptrNos[0] as string]
  const second = await giveGuardian(school, stuNo)
  const clients = await Promise.all([server.owner.connect(), server.owner.connect()])
  await Promise.all(clients.map((client) => client.query('begin')))
  const taking = clients.map((client, i) =>
    client.query('delete from stuptr where ent_no = $1 and stu_no = $2 and ptr_no = $3', [entNo, stuNo, [first, second][i]]),
  )
  await Promise.all(taking.map((one, i) => one.then(() => clients[i]?.query('commit'))))
  clients.forEach((client) => client.release())
  expect((await school.admin.client.call(stu.getpage, { noPtr: '1' })).recordCount).toBe(1)
  expect(await differing(school)).toEqual({})
})

test('a guardian who is deleted while a child is given to them leaves it without one', async () => {
  const { school, stuNos, ptrNos } = await seeded(2)
  const { entNo } = school
  await server.owner.query('delete from stuptr where ent_no = $1 and stu_no = $2', [entNo, stuNos[0]])
  const [deleting, giving] = await Promise.all([server.owner.connect(), server.owner.connect()])
  await deleting.query('begin')
  await deleting.query(`update ptr set stt = '0' where ent_no = $1 and ptr_no = $2`, [entNo, ptrNos[1]])
  const given = giving.query(`insert into stuptr (ent_no, stu_no, ptr_no, relt) values ($1, $2, $3, '52')`, [
    entNo,
    stuNos[0],
    ptrNos[1],
  ])
  await deleting.query('commit')
  await given
  for (const client of [deleting, giving]) client.release()
  expect((await school.admin.client.call(stu.getpage, { noPtr: '1' })).recordCount).toBe(2)
  expect(await differing(school)).toEqual({})
})

test('the chips count what their lists show, for a school and for a head teacher, also after an undo', async () => {
  const { school, stuNos } = await seeded(6)
  const { admin, head, classNo, otherNo } = school
  await admin.client.call(stu.updateunit, { stuNos: stuNos.slice(0, 2), unitNo: otherNo })
  await admin.client.call(stu.disable, { stuNos: stuNos.slice(2, 3), lvRsn: '养病' })
  await undoLast(admin)
  for (const { client } of [admin, head])
    for (const filter of [{}, { unitNo: classNo }, { stt: '1' as const }, { wts: '02' }, { keyWord: '王' }]) {
      const counts = await client.call(stu.getstatis, filter)
      const alone = await client.call(stu.getlist, { ...filter, noPtr: '1' })
      expect(counts.noPtrCnt).toBe(alone.length)
      const listed = async (more: object) => (await client.call(stu.getpage, { ...filter, ...more })).recordCount
      expect([counts.total, counts.manCnt, counts.womanCnt, counts.noPtrCnt, counts.noAuthCnt]).toEqual([
        await listed({}),
        await listed({ sex: 'M' }),
        await listed({ sex: 'N' }),
        await listed({ noPtr: '1' }),
        await listed({ authFlag: '0' }),
      ])
      expect(await listed({ noPtr: '0' })).toBe(counts.total - counts.noPtrCnt)
    }
  for (const { client } of [admin, head]) {
    const counts = await client.call(ptr.getstatis, {})
    expect((await client.call(ptr.getlist, { noStu: '1' })).length).toBe(counts.noStuCnt)
    expect([counts.total, counts.noStuCnt]).toEqual([
      (await client.call(ptr.getpage, {})).recordCount,
      (await client.call(ptr.getpage, { noStu: '1' })).recordCount,
    ])
  }
})

test('the home page knows how many students there were a month ago', async () => {
  const { school, stuNos } = await seeded(5)
  const { admin, entNo } = school
  await server.owner.query(`update stu_day set day = day - 40 where ent_no = $1`, [entNo])
  await server.owner.query('alter table ent disable trigger user')
  await server.owner.query(`update ent set crt_tm = now() - interval '90 days' where ent_no = $1`, [entNo])
  await server.owner.query('alter table ent enable trigger user')
  await admin.client.call(stu.transfer, { stuNos: stuNos.slice(0, 2), lvDt: '20260101', lvRsn: '迁居' })
  for (let i = 0; i < 3; i++) await enrol(school)
  const { figures } = await admin.client.call(home.get)
  expect(figures.find(({ code }) => code === 'stu')).toMatchObject({ cnt: 6, change: 1 })
})

test('the hourly work lets go of days that nobody compares with any more, and works out what a school has changed', async () => {
  const { school } = await seeded(3)
  const { entNo, admin } = school
  await server.owner.query('update stu_day set day = day - 71 where ent_no = $1', [entNo])
  await enrol(school)
  await renewAllResults(server.services, entNo)
  const days = await server.owner.query('select sum(cnt)::int as n from stu_day where ent_no = $1', [entNo])
  expect(days.rows).toEqual([{ n: 1 }])
  const made = await server.owner.query('select kind from chkrun where ent_no = $1 order by kind', [entNo])
  expect(made.rows.map(({ kind }) => kind)).toEqual(['counts', 'pairs', 'units'])
  expect((await admin.client.call(datacheck.get)).stuCnt).toBe(4)
})

test('what is kept and differs all the same is mended, and told', async () => {
  const { school, stuNos, ptrNos } = await seeded(3)
  const { entNo } = school
  await server.owner.query('update stu_cnt set cnt = cnt + 5 where ent_no = $1', [entNo])
  await server.owner.query('delete from ptr_cnt where ent_no = $1', [entNo])
  await server.owner.query('insert into stu_alone values ($1, $2)', [entNo, stuNos[0]])
  await server.owner.query('insert into ptr_alone values ($1, $2)', [entNo, ptrNos[0]])
  const found = await differing(school)
  expect(Object.keys(found)).toEqual(['stu_cnt', 'ptr_cnt', 'stu_alone', 'ptr_alone'])
  expect(await differing(school)).toEqual({})
  expect((await school.admin.client.call(stu.getstatis, {})).total).toBe(3)
  // Counts nobody as another kind than they are.
  await server.owner.query('delete from stuptr where ent_no = $1', [entNo])
  await server.owner.query(`update stu_alone set stt = '3', sex = null where ent_no = $1`, [entNo])
  await server.owner.query(`update ptr_alone set stt = null where ent_no = $1`, [entNo])
  expect(await differing(school)).toEqual({ stu_alone: 3, ptr_alone: 3 })
  expect((await school.admin.client.call(stu.getstatis, {})).noPtrCnt).toBe(3)
  expect(await differing(school)).toEqual({})
})
