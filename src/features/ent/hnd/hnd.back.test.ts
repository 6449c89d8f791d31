import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindOfDue } from '#domain/messages/reminders.ts'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { asOwner, clientOf, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { filled, handOut as handOutTo, publish, unit } from '../../../../test/support/handOut.ts'
import { noticeLinks, tokenIn } from '../../../../test/support/noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { duplicate } from '../duplicate/duplicate.contract.ts'
import { hnd } from './hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const handOut = (more: object = {}) => handOutTo(server, more)
type HandedOut = Awaited<ReturnType<typeof handOut>>
const stranger = () => clientOf(server)

const rowOf = async ({ client, hndNo }: Pick<HandedOut, 'client' | 'hndNo'>, name: string) => {
  const { datas } = await client.call(hnd.getasked, { hndNo })
  const row = datas.find((one) => one.name === name)
  if (!row) throw new Error(`${name} is not asked`)
  return row
}

test('an answer is given back with a word why: whoever wrote it finds it again as a draft and reads why, and is told', async () => {
  const collection = await handOut({ editFlag: '0' })
  const { client, hndNo, tokenOf, school } = collection
  const idNo = '110101201503070030'
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { ...filled, c4: idNo } })
  const { toNo } = await rowOf(collection, '王小明')
  expect(await client.answer(hnd.giveback, { hndNo, toNo, why: '' })).toMatchObject({ code: 10001 })
  await client.call(hnd.giveback, { hndNo, toNo, why: '身份证号请再核对' })
  expect(await rowOf(collection, '王小明')).toMatchObject({ stt: '1', backWhy: '身份证号请再核对', sentTm: null, remindCnt: 1 })
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ doneCnt: 0 })
  expect(await client.call(hnd.getstatis, { hndNo })).toMatchObject({ ansCnt: 0 })
  expect(await client.answer(hnd.giveback, { hndNo, toNo, why: '再一次' })).toMatchObject({ message: '还没有填写，不用退回' })
  const { rows } = await server.owner.query('select t.done_tm, t.read_tm from msgto t where ent_no = $1 and stu_no = $2', [
    school.entNo,
    collection.ming,
  ])
  expect(rows).toEqual(Array(2).fill({ done_tm: null, read_tm: null }))
  const opened = await stranger().call(mAns.open, { token: tokenOf('王建国') })
  expect(opened).toMatchObject({ vals: { ...filled, c4: idNo }, sentTm: null, shutWhy: null, backWhy: '身份证号请再核对' })
  // Shows the other guardian why, but not what was written.
  expect(await stranger().call(mAns.open, { token: tokenOf('赵敏') })).toMatchObject({
    vals: null,
    backWhy: '身份证号请再核对',
  })
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { ...filled, c1: '1' } })
  expect(await rowOf(collection, '王小明')).toMatchObject({ stt: '2', backWhy: null })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({ vals: { c1: '1' }, backWhy: null })
  const { rows: versions } = await server.owner.query(
    "select before -> 'vals' ->> 'c1' as c1 from history where tbl = 'ans' and ent_no = $1 and before is not null",
    [school.entNo],
  )
  expect(versions.map(({ c1 }) => c1)).toContain('2')
})

test('what is given back to a member of staff stands in what is to be done again, and only its sender gives it back, in time', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const tmplNo = await publish(school)
  const scope = [{ kind: 'emp' as const, no: head.empNo }]
  const { hndNo } = await admin.client.call(hnd.handout, { title: '教师信息', tmplNo, scope, dueTm: '20300101120000' })
  await head.client.call(ans.send, { hndNo, vals: filled })
  expect(await head.client.call(box.getunread, {})).toMatchObject({ todoCnt: 0 })
  const { toNo } = await rowOf({ client: admin.client, hndNo }, '韩老师')
  expect(await head.client.answer(hnd.giveback, { hndNo, toNo, why: '不是我发的' })).toMatchObject({ code: 10002 })
  await admin.client.call(hnd.giveback, { hndNo, toNo, why: '身高单位是厘米' })
  expect(await head.client.call(box.getunread, {})).toMatchObject({ todoCnt: 1, unreadCnt: 1 })
  expect(await head.client.call(ans.open, { hndNo })).toMatchObject({ vals: filled, backWhy: '身高单位是厘米' })
  await head.client.call(ans.send, { hndNo, vals: filled })
  await server.owner.query(`update hnd set due_tm = now() - interval '1 minute' where hnd_no = $1`, [hndNo])
  expect(await admin.client.answer(hnd.giveback, { hndNo, toNo, why: '晚了' })).toMatchObject({
    message: '已过截止时间，退回后不能再填，请先结束收集，再重新开放',
  })
})

test('to answer for somebody anew begins with what was entered before, for whoever entered it alone', async () => {
  const collection = await handOut()
  const { client, hndNo, tokenOf } = collection
  const { toNo } = await rowOf(collection, '周没人')
  expect(await client.call(hnd.getproxy, { hndNo, toNo })).toEqual({ vals: null, known: [], files: [] })
  const written = { ...filled, c4: '110101201503070030' }
  await client.call(hnd.proxy, { hndNo, toNo, vals: written })
  expect(await client.call(hnd.getproxy, { hndNo, toNo })).toEqual({ vals: written, known: [], files: [] })
  expect(await collection.school.admin.client.answer(hnd.getproxy, { hndNo, toNo })).toMatchObject({ code: 10002 })
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: written })
  expect(await client.call(hnd.getproxy, { hndNo, toNo: (await rowOf(collection, '李小红')).toNo })).toEqual({
    vals: null,
    known: [],
    files: [],
  })
})

test('where late answers are taken the time is shown and reminded of a day before, and the form stays to be done after it', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, entNo } = school
  const tmplNo = await publish(school)
  const asked = { title: '教师信息', tmplNo, scope: [{ kind: 'emp' as const, no: head.empNo }], lateFlag: '1' as const }
  const { hndNo } = await admin.client.call(hnd.handout, { ...asked, dueTm: '20300101120000' })
  const [told] = (await head.client.call(box.getpage, { tab: 'todo' })).datas
  expect(told).toMatchObject({ dueTm: '20300101120000', lateFlag: '0' })
  const dueIn = async (wait: string) => {
    await server.owner.query(`update msg set due_tm = now() + interval '${wait}' where ent_no = $1`, [entNo])
    await server.owner.query(`update hnd set due_tm = now() + interval '${wait}' where ent_no = $1`, [entNo])
  }
  await dueIn('20 hours')
  await server.owner.query(`update msgto set came_tm = now() - interval '3 days' where ent_no = $1`, [entNo])
  await remindOfDue(server.services, entNo)
  expect((await head.client.call(box.getpage, { tab: 'todo' })).datas).toMatchObject([{ remindCnt: 1 }])
  await dueIn('-1 hour')
  expect(await head.client.call(box.getunread, {})).toMatchObject({ todoCnt: 1 })
  expect((await head.client.call(box.getpage, { tab: 'todo' })).datas).toMatchObject([{ lateFlag: '0' }])
  expect(await head.client.call(ans.open, { hndNo })).toMatchObject({ lateFlag: '1', shutWhy: null })
  await head.client.call(ans.send, { hndNo, vals: filled })
  expect(await head.client.call(box.getunread, {})).toMatchObject({ todoCnt: 0 })
})

test('a pupil who takes part in an activity is asked without a guardian too, and one left out is not told to be unreached', async () => {
  const school = await makePupilSchool(server)
  const { admin, entNo, classNo } = school
  const [one, other] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  const tmplNo = await publish(school)
  await asOwner(server, entNo, async (db) => {
    const at = (days: number) => sql<string>`now() + make_interval(days => ${days})`
    const times = { regSDt: at(-1), regEDt: at(1), sDt: at(2), eDt: at(3) }
    const form = JSON.stringify([])
    await db
      .insertInto('tmpl')
      .values({ entNo, tmplNo: '200001', typeNo: '02', tmplName: '报名', stt: '2', verNo: 1, draft: form })
      .execute()
    await db.insertInto('tmplver').values({ entNo, tmplNo: '200001', verNo: 1, billClmns: form }).execute()
    await db
      .insertInto('act')
      .values({
        entNo,
        actNo: 'A1',
        title: '运动会',
        cls: '1',
        who: '3',
        stt: '4',
        empNo: admin.empNo,
        tmplNo: '200001',
        verNo: 1,
        ...times,
      })
      .execute()
    await db
      .insertInto('reg')
      .values({ entNo, regNo: 'R1', actNo: 'A1', stuNo: one, byUserNo: admin.userNo, verNo: 1, vals: '{}' })
      .execute()
  })
  const scope = [{ kind: 'act' as const, no: 'A1' }]
  expect(await admin.client.call(hnd.preview, { scope })).toMatchObject({ stuCnt: 1, unreached: [{ stuNo: one }] })
  expect(await admin.client.call(hnd.handout, { title: '运动会', tmplNo, scope })).toMatchObject({ toCnt: 1 })
  const but = [unit(classNo), { kind: 'stu' as const, no: other, outFlag: '1' as const }]
  expect(await admin.client.call(hnd.preview, { scope: but })).toMatchObject({ stuCnt: 1, unreached: [{ stuNo: one }] })
})

test('classes of one name are counted each for itself, and shown with their path', async () => {
  const school = await makePupilSchool(server)
  const { admin, entNo, classNo, otherNo, gradeNo } = school
  const grade = { stdyPrd: '1', entrYear: 2023, grdtYear: 2029, curGrade: 4, unitType: '4', prtNo: rootUnitOf(entNo) }
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('edcunit')
      .values({ entNo, unitNo: `${entNo}H`, unitName: '四年级', ...grade })
      .execute()
    await db
      .updateTable('edcunit')
      .set({ prtNo: `${entNo}H` })
      .where('entNo', '=', entNo)
      .where('unitNo', '=', otherNo)
      .execute()
    await db
      .updateTable('edcunit')
      .set({ unitName: '向日葵班' })
      .where('entNo', '=', entNo)
      .where('unitNo', 'in', [classNo, otherNo])
      .execute()
  })
  await enrol(school)
  await enrol(school, { stuName: '李小红', unitNo: otherNo })
  const { hndNo } = await admin.client.call(hnd.handout, {
    title: '登记',
    tmplNo: await publish(school),
    scope: [unit(gradeNo), unit(`${entNo}H`)],
  })
  const { places } = await admin.client.call(hnd.get, { hndNo })
  expect(places.map(({ place, toCnt }) => `${place} ${toCnt}`).toSorted()).toEqual(
    ['向日葵班 · 三年级 1', '向日葵班 · 四年级 1'].toSorted(),
  )
  const { result } = await admin.client.answer(hnd.export, { hndNo })
  expect(await cellsOf((result as Uint8Array<ArrayBuffer>).buffer)).toContain('向日葵班 · 四年级')
})

test('each refusal to a guardian is a sentence of its own', async () => {
  const { school, client, hndNo, tokenOf, hong } = await handOut()
  const token = tokenOf('李卫东')
  expect(await stranger().answer(mAns.send, { token: 'wrong', vals: filled })).toMatchObject({
    message: '这个链接已经失效：通知可能已收回，或孩子已离校、您不再接收他的消息，请联系学校',
  })
  await client.call(hnd.end, { hndNo })
  expect((await stranger().call(mAns.open, { token })).shutWhy).toBe('收集已经结束，不能再填写')
  await server.owner.query("update stuptr set msg_flag = '0' where ent_no = $1 and stu_no = $2", [school.entNo, hong])
  expect(await stranger().answer(mAns.open, { token })).toMatchObject({ code: 10002 })
})

test('history calls an answer by the collection and whom it is about', async () => {
  const collection = await handOut()
  const { client, hndNo, school } = collection
  const { toNo } = await rowOf(collection, '周没人')
  await client.call(hnd.proxy, { hndNo, toNo, vals: filled })
  const { datas } = await school.head.client.call(history.getpage, {})
  expect(datas.map(({ what }) => what).join()).toContain('家庭情况 · 周没人')
})

test('answers are exported in clear for holders of the right alone', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  const sheet = async (mask: '0' | '1') => {
    const { result } = await client.answer(hnd.export, { hndNo, mask })
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  expect(await sheet('1')).toContain('139****5678')
  expect(await sheet('0')).toContain('13912345678')
})

test('what a pupil was asked and answered goes with the record that stays when two are merged, and comes back', async () => {
  const collection = await handOut()
  const { school, client, hndNo, hong, tokenOf } = collection
  const { entNo, admin } = school
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  const twin = await enrol(school, { stuName: '李小红', unitNo: school.otherNo })
  await admin.client.call(duplicate.merge, { keptNo: twin, goneNo: hong, fields: {} })
  const answersOf = async () =>
    (
      await server.owner.query(
        'select t.stu_no, t.stt, a.stu_no as by from hndto t left join ans a using (ent_no, to_no) where t.ent_no = $1 order by 1',
        [entNo],
      )
    ).rows
  expect(await answersOf()).toContainEqual({ stu_no: twin, stt: '2', by: twin })
  expect(await stranger().call(mAns.open, { token: tokenOf('李卫东') })).toMatchObject({ vals: filled, shutWhy: null })
  await undoLast(admin)
  expect(await answersOf()).toContainEqual({ stu_no: hong, stt: '2', by: hong })
  expect(await answersOf()).toHaveLength(3)
  expect(await stranger().call(mAns.open, { token: tokenOf('李卫东') })).toMatchObject({ vals: filled })
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ doneCnt: 1 })
})

test('where both of a pair were asked the answered one stays, and an undo puts both back', async () => {
  const school = await makePupilSchool(server)
  const { entNo, admin, classNo, head } = school
  const [one, other] = [await enrol(school), await enrol(school)]
  await giveGuardian(school, one, { ptrName: '王建国' })
  await giveGuardian(school, other, { ptrName: '赵敏', relt: '52' })
  const tmplNo = await publish(school)
  const { hndNo } = await head.client.call(hnd.handout, { title: '家庭情况', tmplNo, scope: [unit(classNo)] })
  const links = await noticeLinks(server, '请填写：家庭情况', entNo)
  const tokenOf = (name: string) => tokenIn(links.find(({ ptrName }) => ptrName === name)?.link ?? '')
  await stranger().call(mAns.send, { token: tokenOf('赵敏'), vals: filled })
  await admin.client.call(duplicate.merge, { keptNo: one, goneNo: other, fields: {} })
  expect(await head.client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 1, doneCnt: 1 })
  expect(await stranger().call(mAns.open, { token: tokenOf('赵敏') })).toMatchObject({ vals: filled, otherFlag: '0' })
  expect(await head.client.answer(hnd.remind, { hndNo })).toMatchObject({
    message: '没有可以提醒的人：都已填写，或没有人接收消息',
  })
  await undoLast(admin)
  expect(await head.client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 2, doneCnt: 1 })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({ vals: null, shutWhy: null })
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: filled })
  expect(await head.client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 2, doneCnt: 2 })
  // Both have answered: the one of the record that stays.
  await admin.client.call(duplicate.merge, { keptNo: one, goneNo: other, fields: {} })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({ otherFlag: '0' })
  await undoLast(admin)
  expect(await stranger().call(mAns.open, { token: tokenOf('赵敏') })).toMatchObject({ vals: filled, otherFlag: '0' })
})
