import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { renewAnonymous } from '#domain/collections/anonymous.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { clientOf, makePerson, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { filled, handOut as handOutTo, publish } from '../../../../../test/support/handOut.ts'
import { cellsOf } from '../../../../../test/support/seedSchool.ts'
import { makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const stranger = () => clientOf(server)
const opinion = [newColumn('c1', '意见', { ctrlNo: 'text', mustFlag: '1' })]

/** Asks so many teachers for their opinion without their names, and answers a way to let the n-th say something. */
async function askTeachers(count: number) {
  const school = await makePupilSchool(server)
  const teachers = await Promise.all(Array.from({ length: count }, (_, i) => makePerson(school, { name: `教师${i}` })))
  const tmplNo = await publish(school, opinion, '意见征集')
  const { client } = school.admin
  const scope = teachers.map(({ empNo }) => ({ kind: 'emp' as const, no: empNo }))
  const { hndNo } = await client.call(hnd.handout, { title: '意见', tmplNo, scope, anon: '2' })
  const say = (i: number, words: string) => teachers[i]?.client.call(ans.send, { hndNo, vals: { c1: words } })
  const seen = async () =>
    (await client.call(hnd.getanswers, { hndNo, pageSize: 50 })).datas.map(({ vals }) => String(vals['c1'])).toSorted()
  return { school, teachers, client, hndNo, say, seen }
}

test('who reads answers without names is told what was said and who has answered, but not who said what', async () => {
  const { client, hndNo, tokenOf } = await handOutTo(server, { anon: '1' })
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: filled })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({ anon: '1', vals: filled })
  const { datas } = await client.call(hnd.getasked, { hndNo, state: 'done' })
  expect(datas).toMatchObject([{ name: '王小明', stt: '2' }])
  const answers = await client.call(hnd.getanswers, { hndNo })
  expect(answers.datas).toMatchObject([{ name: null, place: null, vals: { c1: '2', c2: '139****5678' } }])
  expect(JSON.stringify(answers)).not.toContain(datas[0]?.toNo)
  const which = { hndNo, toNo: datas[0]?.toNo ?? '' }
  const refused = { code: 10001, message: expect.stringContaining('匿名') }
  expect(await client.answer(hnd.getanswer, which)).toMatchObject(refused)
  expect(await client.answer(hnd.reveal, { ...which, clmnNo: 'c2' })).toMatchObject(refused)
  expect(await client.answer(hnd.giveback, { ...which, why: '请写全' })).toMatchObject(refused)
  expect(await client.answer(hnd.proxy, { ...which, vals: filled })).toMatchObject(refused)
  expect(await client.call(hnd.getstatis, { hndNo })).toMatchObject({ ansCnt: 1 })
  const { result } = await client.answer(hnd.export, { hndNo })
  const cells = await cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  expect(cells).toContain('139****5678')
  expect(cells).not.toMatch(/王小明|王建国|三年级/)
})

test('fully anonymous answers are published five and more together, and nothing in the database or its history leads to who gave one', async () => {
  const { school, teachers, hndNo, say, seen, client } = await askTeachers(12)
  const words = teachers.map((_, i) => `第${i}条意见`)
  for (const [i, one] of words.entries()) if (i < 9) await say(i, one)
  await renewAnonymous(server.services, school.entNo)
  expect(await seen()).toEqual([])
  await say(9, words[9] ?? '')
  await renewAnonymous(server.services, school.entNo)
  expect(await seen()).toHaveLength(5)
  await say(10, words[10] ?? '')
  await renewAnonymous(server.services, school.entNo)
  expect(await seen()).toHaveLength(5)
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 12, doneCnt: 11 })
  await client.call(hnd.end, { hndNo })
  expect(await seen()).toEqual(words.slice(0, 11).toSorted())
  expect(await client.call(hnd.getstatis, { hndNo })).toMatchObject({ ansCnt: 11 })
  expect(await client.answer(hnd.reopen, { hndNo })).toMatchObject({ code: 10001, message: expect.stringContaining('已经公布') })
  const tables = await server.owner.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const holding: string[] = []
  for (const { table } of tables.rows) {
    const { rows } = await server.owner.query(`select from ${table} t where t::text like '%条意见%' limit 1`)
    if (rows.length > 0) holding.push(table)
  }
  expect(holding).toEqual(['ansanon'])
  // Lies in no order that tells who was first, and beside no time, and every lot was written at once.
  const { rows } = await server.owner.query<{ lots: number }>(
    `select count(distinct xmin::text)::int as lots from ansanon where hnd_no = $1`,
    [hndNo],
  )
  expect(rows).toEqual([{ lots: 2 }])
  const { rows: told } = await server.owner.query(
    `select from msgto r join hnd h using (ent_no, msg_no) where h.hnd_no = $1 and (r.done_tm at time zone 'Asia/Shanghai')::time <> '00:00'`,
    [hndNo],
  )
  expect(told).toHaveLength(0)
  const { rows: history } = await server.owner.query(`select from history where ent_no = $1 and user_no = any($2)`, [
    school.entNo,
    teachers.map(({ userNo }) => userNo),
  ])
  expect(history).toHaveLength(0)
})

test('of fewer than five answers only the number is told, and they are destroyed a month after the end', async () => {
  const { school, hndNo, say, seen, client } = await askTeachers(6)
  for (let i = 0; i < 4; i++) await say(i, `第${i}条意见`)
  await client.call(hnd.end, { hndNo })
  expect(await seen()).toEqual([])
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ doneCnt: 4 })
  // Opens again what nobody has read, and publishes it once there are five.
  await client.call(hnd.reopen, { hndNo })
  await client.call(hnd.end, { hndNo })
  // Writes the time of the end as no statement of the product can.
  await server.owner.query(`begin; set local session_replication_role = replica;
    update hnd set upd_tm = now() - interval '31 days' where hnd_no = '${hndNo}'; commit`)
  await renewAnonymous(server.services, school.entNo)
  const { rows } = await server.owner.query('select from ansbox where hnd_no = $1', [hndNo])
  expect(rows).toHaveLength(0)
})

test('whoever has answered without a name can neither read nor change it, keeps no draft, and waits for nothing more', async () => {
  const { teachers, hndNo, say } = await askTeachers(2)
  const [first, second] = teachers
  expect(await first?.client.call(ans.open, { hndNo })).toMatchObject({ anon: '2', shutWhy: null })
  expect(await first?.client.answer(ans.save, { hndNo, vals: { c1: '草' } })).toMatchObject({
    message: '完全匿名的表单不存草稿，请一次填完',
  })
  await say(0, '第0条意见')
  expect(await first?.client.call(ans.open, { hndNo })).toMatchObject({
    vals: null,
    sentTm: null,
    shutWhy: expect.stringContaining('已经匿名提交'),
  })
  expect(await first?.client.answer(ans.send, { hndNo, vals: { c1: '又说' } })).toMatchObject({ code: 10001 })
  expect(await first?.client.call(box.getunread, {})).toMatchObject({ todoCnt: 0 })
  expect(await second?.client.call(box.getunread, {})).toMatchObject({ todoCnt: 1 })
})

test('no form that tells who fills it in, and nothing that is written back, is handed out without names', async () => {
  const school = await makePupilSchool(server)
  const scope = [{ kind: 'emp' as const, no: school.head.empNo }]
  const { client } = school.admin
  const signed = await publish(school, [...opinion, newColumn('c2', '签名', { kitNo: 'sign' })], '签名表')
  const errors = async (more: object) =>
    (
      (await client.answer(hnd.handout, { title: '意见', tmplNo: signed, scope, ...more })).result as {
        errors: { field: string }[]
      }
    ).errors
  expect(await errors({ anon: '2' })).toMatchObject([{ field: 'anon', message: expect.stringContaining('签名') }])
  expect(await errors({ anon: '1', gapFlag: '1' })).toMatchObject([{ field: 'gapFlag' }])
})
