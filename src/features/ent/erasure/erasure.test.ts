import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { codes } from '#contract/codes.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { transaction } from '#server/database/database.ts'
import { readDatabaseCatalog } from '#server/database/databaseCatalog.ts'
import { makeField, openActivity } from '../../../../test/support/activities.ts'
import { makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { minutes } from '../../../../test/support/meetings.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { erasure } from './erasure.contract.ts'
import { erasedParts, keptReferences } from './erasure.parts.ts'
import { repeatErasures } from './erasure.repeat.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const gone = codes.notFound[0]

/** Lists the tables in which one of these texts stands anywhere, in a column or in what history kept. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await server.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const found: string[] = []
  for (const { name } of rows)
    for (const text of texts) {
      const { rowCount } = await server.owner.query(
        `select from "${name}" t where position($1 in to_jsonb(t)::text) > 0 limit 1`,
        [text],
      )
      if (rowCount) found.push(`${name}: ${text}`)
    }
  return found
}

test('nothing of a child who left stands anywhere after the erasure: rows, archive, history, works, receipts, files', async () => {
  const { school, admin, head, pupils } = await makeField(server)
  const { entNo } = school
  const facts = { stuName: '宓抹除', authTel: '14499990001', rem: '对花生过敏的孩子' }
  const { stuNo } = await admin.client.call(stu.create, { ...facts, sex: 'M', unitNo: pupils.classNo })
  await admin.client.call(stuarch.set, { stuNo, adr: '抹除路九十九号' })
  const ptrNo = await giveGuardian(school, stuNo, { ptrName: '宓家长', authTel: '14499990002' })
  const actNo = await openActivity(admin, { wrkFlag: '1', wrkSDt: minutes(-60), wrkEDt: minutes(60), wrkMax: 1 })
  const [taken] = await head.client.call(reg.enroll, { actNo, stuNos: [stuNo] })
  const { fileNo } = await head.client.call(upload.upload, { file: await portrait() })
  const work = { regNo: taken?.regNo as string, title: '宓抹除的画', fileNos: [fileNo], agreeFlag: '1' as const }
  await head.client.call(wrk.create, work)
  const scope = [{ kind: 'stu' as const, no: stuNo }]
  const { msgNo } = await admin.client.call(msg.send, {
    title: '缴费',
    body: '请看',
    need: '3',
    choices: ['同意', '不同意'],
    scope,
  })
  await server.owner.query(`update msgto set rcpt = '同意', rcpt_note = '宓家长的附言' where msg_no = $1`, [msgNo])
  await admin.client.call(stu.transfer, { stuNos: [stuNo], lvDt: '20260901', lvRsn: '随宓家长去外地' })
  const transferred = admin.client.lastOp
  const texts = ['宓抹除', '14499990001', '花生过敏', '抹除路', '随宓家长', '附言']
  expect((await tablesWith(texts)).length).toBeGreaterThan(8)

  expect((await admin.client.call(erasure.getgone, { ersKind: '1', keyWord: '宓抹' })).datas).toMatchObject([
    { idntVal: stuNo, name: '宓抹除', sttName: '转出' },
  ])
  const parts = await admin.client.call(erasure.get, { ersKind: '1', idntVal: stuNo })
  expect(parts).toEqual(
    expect.arrayContaining([
      { what: '档案', cnt: 1 },
      { what: '作品', cnt: 1 },
      { what: '家长关联', cnt: 1 },
    ]),
  )
  const erase = { ersKind: '1', idntVal: stuNo, askBy: '2' } as const
  expect((await admin.client.answer(erasure.create, { ...erase, ersName: '宓抹' })).message).toBe('姓名和所选的人不一致')
  await admin.client.call(erasure.create, { ...erase, ersName: '宓抹除' })

  expect(await tablesWith(texts)).toEqual([])
  expect(await server.services.files.open(entNo, fileNo)).toBeUndefined()
  expect((await admin.client.answer(history.undo, { op: transferred })).code).not.toBe(0)
  expect((await admin.client.answer(erasure.get, { ersKind: '1', idntVal: stuNo })).code).toBe(gone)
  expect((await admin.client.call(erasure.getpage, {})).datas).toMatchObject([{ idntVal: stuNo, ersKind: '1', askBy: '2' }])

  // The guardian has no child on the roll any more, so that the family can be erased as a whole.
  await admin.client.call(erasure.create, { ersKind: '2', idntVal: ptrNo, askBy: '1', ersName: '宓家长' })
  expect(await tablesWith(['宓家长', '14499990002'])).toEqual([])
})

test('an employee who left is erased with the account that is nobody else’s; one that works elsewhere goes on there', async () => {
  const school = await makePupilSchool(server)
  const other = await makePupilSchool(server)
  const { admin, entNo } = school
  const [alone, both] = [await makePerson(school, { name: '尹离职' }), await makePerson(school, { name: '尹兼职' })]
  await server.owner.query('insert into identity (user_no, idnt_no, ent_no, idnt_val) values ($1, $2, $3, $4)', [
    both.userNo,
    '030002',
    other.entNo,
    other.admin.empNo,
  ])
  for (const { empNo } of [alone, both]) {
    await admin.client.call(emp.disable, { datas: [empNo] })
    const name = empNo === alone.empNo ? '尹离职' : '尹兼职'
    await admin.client.call(erasure.create, { ersKind: '3', idntVal: empNo, askBy: '1', ersName: name })
  }
  expect(await tablesWith(['尹离职'])).toEqual([])
  const { rows } = await server.owner.query('select stt, nick_name from account where user_no = any($1) order by stt', [
    [alone.userNo, both.userNo],
  ])
  expect(rows).toMatchObject([{ stt: '0', nick_name: '已抹除' }, { stt: '1' }])
  const { rows: identities } = await server.owner.query('select ent_no from identity where user_no = any($1)', [
    [alone.userNo, both.userNo],
  ])
  expect(identities).toEqual([{ ent_no: other.entNo }])
  expect(identities.some(({ ent_no }) => ent_no === entNo)).toBe(false)
})

test('whoever is still here is not erased, and only who may deletes for good', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const stuNo = await enrol(school)
  const ptrNo = await giveGuardian(school, stuNo)
  const refusal = '还在校、在职'
  for (const [ersKind, idntVal, name] of [
    ['1', stuNo, '王小明'],
    ['2', ptrNo, '王建国'],
    ['3', head.empNo, '韩老师'],
  ] as const) {
    const { message } = await admin.client.answer(erasure.create, { ersKind, idntVal, askBy: '1', ersName: name })
    expect(message).toContain(refusal)
  }
  expect((await head.client.answer(erasure.getgone, { ersKind: '1' })).code).toBe(codes.forbidden[0])
  expect((await admin.client.call(ptr.get, { ptrNo })).ptrName).toBe('王建国')
})

test('a restored database is erased again by the list that lies outside the backup', async () => {
  const school = await makePupilSchool(server)
  const { admin, entNo } = school
  const stuNo = await enrol(school, { stuName: '宓恢复' })
  await admin.client.call(stu.delete, { stuNo })
  await admin.client.call(erasure.create, { ersKind: '1', idntVal: stuNo, askBy: '2', ersName: '宓恢复' })
  const listed = server.services.erased.read().filter((one) => one.entNo === entNo)
  expect(listed).toEqual([{ entNo, ersKind: '1', idntVal: stuNo, askBy: '2', userNo: admin.userNo }])
  // Puts back what a backup of the day before holds.
  await server.owner.query('delete from erasure where ent_no = $1', [entNo])
  await server.owner.query(`update stu set stu_name = '宓恢复', stt = '1' where ent_no = $1`, [entNo])
  await repeatErasures(server.services, entNo)
  expect(await tablesWith(['宓恢复'])).toEqual([])
  const { rows } = await server.owner.query(
    'select s.stt, e.crt_user from erasure e join stu s using (ent_no) where ent_no = $1',
    [entNo],
  )
  expect(rows).toEqual([{ stt: '0', crt_user: admin.userNo }])
})

test('every table that names a student, guardian or employee is erased, or is named as one that stays', async () => {
  const { references } = await transaction(server.services.database.sidePool, {}, readDatabaseCatalog)
  const known = Object.values(erasedParts).map(({ own, parts }) => ({
    own,
    named: parts.map(({ table, by }) => `${table}.${by}`),
  }))
  const missing = references.flatMap(({ from, to, columns, targets }) => {
    const kind = known.find(({ own }) => own === to)
    if (!kind) return []
    const named = columns.filter((_, i) => targets[i] !== 'ent_no').map((column) => `${from}.${column}`)
    return named.filter((one) => !kind.named.includes(one) && !keptReferences.includes(one))
  })
  expect(missing).toEqual([])
})
