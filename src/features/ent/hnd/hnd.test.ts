import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { asOwner, clientOf, makePerson, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { filled, handOut as handOutTo, publish, unit } from '../../../../test/support/handOut.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { bill } from '../bill/bill.contract.ts'
import { msg } from '../msg/msg.contract.ts'
import { hnd } from './hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const handOut = (more: object = {}) => handOutTo(server, more)
const stranger = () => clientOf(server)
const namesOf = async ({ client }: Pick<Person, 'client'>, hndNo: string, state: 'todo' | 'done' | 'exempt') =>
  (await client.call(hnd.getasked, { hndNo, state })).datas.map(({ name }) => name).toSorted()

test('each child of a class is asked once, also one about whom nobody receives messages', async () => {
  const { client, hndNo, toCnt, school } = await handOut()
  expect(toCnt).toBe(3)
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({
    stt: '2',
    toCnt: 3,
    doneCnt: 0,
    places: [{ place: '三年级（1）班', toCnt: 3, doneCnt: 0 }],
  })
  const { datas } = await client.call(hnd.getasked, { hndNo })
  expect(datas.map(({ name, toldCnt }) => `${name} ${toldCnt}`).toSorted()).toEqual(
    ['周没人 0', '李小红 1', '王小明 2'].toSorted(),
  )
  const seen = await client.call(hnd.preview, { scope: [unit(school.classNo)] })
  expect(seen).toMatchObject({ empCnt: 0, stuCnt: 3, unreached: [{ stuName: '周没人' }] })
})

test('a guardian answers by the link of the notice, and the other guardian sees that it is answered, but no number', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  const [father, mother] = [tokenOf('王建国'), tokenOf('赵敏')]
  const opened = await stranger().call(mAns.open, { token: father })
  expect(opened).toMatchObject({ title: '家庭情况', stuName: '王小明', vals: null, sentTm: null, shutWhy: null })
  expect(opened.billClmns.map(({ clmnName }) => clmnName)).toEqual(['到校方式', '监护人手机', '身高', '身份证号'])
  await stranger().call(mAns.send, { token: father, vals: filled })
  expect(await stranger().call(mAns.open, { token: father })).toMatchObject({ vals: filled, otherFlag: '0', shutWhy: null })
  const others = await stranger().call(mAns.open, { token: mother })
  expect(others).toMatchObject({ otherFlag: '1', vals: { c1: '2', c2: '139****5678' } })
  expect(await stranger().answer(mAns.send, { token: mother, vals: filled })).toMatchObject({
    code: 10001,
    message: '已由另一位家长填写，要修改请由他本人修改，或联系发起人',
  })
  expect(await namesOf({ client }, hndNo, 'done')).toEqual(['王小明'])
  // Expects nothing more of either guardian, and reminds the third alone.
  expect(await client.call(hnd.remind, { hndNo })).toEqual({ remindCnt: 1 })
})

test('a wrong answer is refused by its question, and changes nothing', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  const answer = await stranger().answer(mAns.send, { token: tokenOf('王建国'), vals: { c2: '12', c3: 'x' } })
  expect(answer).toMatchObject({ code: 10001 })
  expect((answer.result as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(['c1', 'c2', 'c3'])
  expect(await namesOf({ client }, hndNo, 'done')).toEqual([])
  expect(await stranger().answer(mAns.open, { token: 'wrong' })).toMatchObject({ code: 10002 })
})

test('what is not sent yet is kept for whoever wrote it alone, and unreadable in the database', async () => {
  const { school, tokenOf } = await handOut()
  await stranger().call(mAns.save, { token: tokenOf('王建国'), vals: { c2: '13912345678' } })
  expect((await stranger().call(mAns.open, { token: tokenOf('王建国') })).vals).toEqual({ c2: '13912345678' })
  expect((await stranger().call(mAns.open, { token: tokenOf('赵敏') })).vals).toBeNull()
  const { rows } = await server.owner.query('select drafts::text as drafts from hndto where ent_no = $1', [school.entNo])
  expect(JSON.stringify(rows)).not.toContain('13912345678')
})

test('what somebody goes on writing beside an answer that they sent elsewhere is not kept as a draft that nobody would find', async () => {
  const { tokenOf, client, hndNo } = await handOut()
  const token = tokenOf('王建国')
  await stranger().call(mAns.save, { token, vals: { c2: '13912345678' } })
  await stranger().call(mAns.send, { token, vals: filled })
  expect(await stranger().answer(mAns.save, { token, vals: { ...filled, c1: '1' } })).toMatchObject({
    code: 10001,
    message: '已经提交过，请刷新后点“修改”，改好直接保存',
  })
  expect(await stranger().call(mAns.open, { token })).toMatchObject({ vals: filled })
  expect((await client.call(hnd.getpage, { mineFlag: '1' })).datas.find((one) => one.hndNo === hndNo)).toMatchObject({
    doneCnt: 1,
  })
})

test('an ID number stands sealed in the database, and in clear for those alone who may see it', async () => {
  const { school, client, hndNo, tokenOf } = await handOut()
  const idNo = '110101201503070030'
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { ...filled, c4: idNo } })
  const { rows } = await server.owner.query('select vals::text as vals from ans where ent_no = $1', [school.entNo])
  expect(JSON.stringify(rows)).not.toContain(idNo)
  const [one] = (await client.call(hnd.getasked, { hndNo, state: 'done' })).datas
  const which = { hndNo, toNo: one?.toNo ?? '' }
  expect(JSON.stringify(await client.call(hnd.getanswer, which))).not.toContain(idNo)
  expect(await client.call(hnd.reveal, { ...which, clmnNo: 'c4' })).toEqual({ value: idNo })
})

test('a member of staff is told in the inbox, which expects it until it is answered', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const tmplNo = await publish(school)
  const scope = [{ kind: 'emp' as const, no: head.empNo }]
  const { hndNo } = await admin.client.call(hnd.handout, { title: '教师信息', tmplNo, scope })
  expect(await head.client.call(box.getunread, {})).toMatchObject({ todoCnt: 1 })
  const [told] = (await head.client.call(box.getpage, { tab: 'todo' })).datas
  expect(told).toMatchObject({ title: '请填写：教师信息', need: '5' })
  const { path } = await head.client.call(box.open, { rcvNo: told?.rcvNo ?? '' })
  expect(path).toBe(`/message/form?hndNo=${hndNo}`)
  expect(await head.client.answer(box.receipt, { rcvNo: told?.rcvNo ?? '' })).toMatchObject({ message: '请打开表单填写' })
  await head.client.call(ans.save, { hndNo, vals: { c3: 1 } })
  expect((await head.client.call(ans.open, { hndNo })).vals).toEqual({ c3: 1 })
  await head.client.call(ans.send, { hndNo, vals: filled })
  expect(await head.client.call(box.getunread, {})).toMatchObject({ todoCnt: 0 })
  expect(await admin.client.answer(ans.open, { hndNo })).toMatchObject({ code: 10002 })
  expect(await admin.client.answer(msg.recall, { msgNo: told?.msgNo ?? '' })).toMatchObject({
    message: '这条消息是收集发出的，请到“收集”里结束收集',
  })
  expect(await admin.client.answer(msg.addto, { msgNo: told?.msgNo ?? '', scope })).toMatchObject({
    message: '这条消息是收集发出的，谁来填已经定下，请另外发起一次收集',
  })
})

test('a head teacher answers for a family from paper, which is said beside it, but not over what a guardian wrote', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  const rows = (await client.call(hnd.getasked, { hndNo })).datas
  const toNoOf = (name: string) => rows.find((row) => row.name === name)?.toNo ?? ''
  await client.call(hnd.proxy, { hndNo, toNo: toNoOf('周没人'), vals: filled })
  expect((await client.call(hnd.getasked, { hndNo, state: 'done' })).datas).toMatchObject([{ byName: '韩老师', prxFlag: '1' }])
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  expect(await client.answer(hnd.proxy, { hndNo, toNo: toNoOf('李小红'), vals: filled })).toMatchObject({
    message: '本人已经填写，不能代填',
  })
  await client.call(hnd.proxy, { hndNo, toNo: toNoOf('王小明'), vals: filled })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({
    otherFlag: '1',
    shutWhy: '已由学校代填，要修改请联系发起人',
  })
})

test('who is exempt is neither counted nor reminded, and can be asked again', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  const rows = (await client.call(hnd.getasked, { hndNo })).datas
  const hong = rows.find(({ name }) => name === '李小红')?.toNo ?? ''
  await client.call(hnd.exempt, { hndNo, toNos: [hong], exmFlag: '1' })
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 2, exemptCnt: 1 })
  expect(await namesOf({ client }, hndNo, 'exempt')).toEqual(['李小红'])
  expect(await stranger().answer(mAns.send, { token: tokenOf('李卫东'), vals: filled })).toMatchObject({
    message: '已设为免填，不用填写',
  })
  expect(await client.call(hnd.remind, { hndNo })).toEqual({ remindCnt: 2 })
  await client.call(hnd.exempt, { hndNo, toNos: [hong], exmFlag: '0' })
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  expect(await client.answer(hnd.exempt, { hndNo, toNos: [hong], exmFlag: '1' })).toMatchObject({
    message: '有的人已经填写，或不在这次收集里，请刷新后再试',
  })
})

test('what was asked leaves the inboxes when it ends, also of a child who has gone to another class since', async () => {
  const { school, client, hndNo } = await handOut()
  await server.owner.query("update stu set unit_no = $2 where ent_no = $1 and stu_name = '李小红'", [
    school.entNo,
    school.otherNo,
  ])
  await client.call(hnd.end, { hndNo })
  const { rows } = await server.owner.query('select from msgto where ent_no = $1 and gone_tm is null', [school.entNo])
  expect(rows).toEqual([])
})

test('nobody answers a collection that has ended, until it is opened again', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  const token = tokenOf('李卫东')
  await client.call(hnd.end, { hndNo })
  expect(await stranger().answer(mAns.send, { token, vals: filled })).toMatchObject({ message: '收集已经结束，不能再填写' })
  expect(await client.answer(hnd.remind, { hndNo })).toMatchObject({ message: '这次收集已经结束，不能提醒' })
  await client.call(hnd.reopen, { hndNo })
  await stranger().call(mAns.send, { token, vals: filled })
  expect(await namesOf({ client }, hndNo, 'done')).toEqual(['李小红'])
})

test('after the time that was set an answer is refused, or taken and marked, as was said', async () => {
  const past = (hndNo: string) =>
    server.owner.query(`update hnd set due_tm = now() - interval '1 minute' where hnd_no = $1`, [hndNo])
  const strict = await handOut({ dueTm: '20300101120000' })
  await past(strict.hndNo)
  expect(await stranger().answer(mAns.send, { token: strict.tokenOf('李卫东'), vals: filled })).toMatchObject({
    message: '已过截止时间，不能再填写，请联系发起人',
  })
  expect(await strict.client.answer(hnd.remind, { hndNo: strict.hndNo })).toMatchObject({
    message: '已过截止时间，请先结束收集，再重新开放',
  })
  const kind = await handOut({ dueTm: '20300101120000', lateFlag: '1' })
  await past(kind.hndNo)
  await stranger().call(mAns.send, { token: kind.tokenOf('李卫东'), vals: filled })
  expect((await kind.client.call(hnd.getasked, { hndNo: kind.hndNo, state: 'done' })).datas).toMatchObject([{ lateFlag: '1' }])
})

test('an answer that may not be changed stays, and of one that may each version is kept', async () => {
  const strict = await handOut({ editFlag: '0' })
  await stranger().call(mAns.send, { token: strict.tokenOf('李卫东'), vals: filled })
  expect(await stranger().answer(mAns.send, { token: strict.tokenOf('李卫东'), vals: filled })).toMatchObject({
    message: '已经提交，不能再修改',
  })
  const open = await handOut()
  for (const c3 of [130, 131, 132]) await stranger().call(mAns.send, { token: open.tokenOf('李卫东'), vals: { ...filled, c3 } })
  const { rows } = await server.owner.query(
    `select before -> 'vals' ->> 'c3' as c3 from history where tbl = 'ans' and ent_no = $1 and before is not null order by 1`,
    [open.school.entNo],
  )
  expect(rows.map(({ c3 }) => c3)).toEqual(['130', '131'])
})

test('a form that families cannot answer is not handed out', async () => {
  const school = await makePupilSchool(server)
  await enrol(school)
  const tmplNo = await publish(school, [newColumn('c1', '孩子', { kitNo: 'stu', len: 1 })])
  const asked = { title: '登记', tmplNo, scope: [unit(school.classNo)] }
  expect(await school.head.client.answer(hnd.handout, asked)).toMatchObject({
    result: { errors: [{ field: 'tmplNo', message: '家长填写时不能选择学校的人员和班级，请先改表单里的“孩子”' }] },
  })
  expect(await school.head.client.answer(hnd.handout, { ...asked, scope: [unit(school.otherNo)] })).toMatchObject({ code: 10006 })
  const draft = await school.admin.client.call(bill.createtmpl, { typeNo: '06', tmplName: '草稿' })
  expect(await school.head.client.answer(hnd.handout, { ...asked, tmplNo: draft.tmplNo })).toMatchObject({
    result: { errors: [{ field: 'tmplNo', message: '这个表单模板不存在，或没有发布' }] },
  })
  expect((await school.head.client.call(hnd.getpage, {})).recordCount).toBe(0)
})

test('the questions stay as they were handed out while the template is changed', async () => {
  const { school, tmplNo, tokenOf } = await handOut()
  const { client } = school.admin
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [newColumn('c9', '新的问题', { ctrlNo: 'text', mustFlag: '1' })] })
  await client.call(bill.publishtmpl, { tmplNo })
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  expect((await stranger().call(mAns.open, { token: tokenOf('李卫东') })).vals).toEqual(filled)
})

test('a draft asks nobody, and is written on, handed out or deleted', async () => {
  const school = await makePupilSchool(server)
  await enrol(school)
  const tmplNo = await publish(school)
  const { client } = school.head
  const draft = await client.call(hnd.save, { title: '草稿', tmplNo })
  expect(await client.call(hnd.get, { hndNo: draft.hndNo })).toMatchObject({ stt: '1', toCnt: 0, places: [] })
  const written = { title: '写好了', tmplNo, scope: [unit(school.classNo)] }
  expect(await client.call(hnd.handout, { ...draft, ...written })).toEqual({ hndNo: draft.hndNo, toCnt: 1 })
  expect(await client.answer(hnd.delete, { hndNo: draft.hndNo })).toMatchObject({
    message: '这次收集正在收集，不能删除，只能结束',
  })
  const other = await client.call(hnd.save, { title: '不要了', tmplNo })
  await client.call(hnd.delete, { hndNo: other.hndNo })
  expect((await client.call(hnd.getpage, {})).recordCount).toBe(1)
})

test('whoever did not send it sees it with the right to review alone, and of it those within reach', async () => {
  const { school, hndNo, client, tokenOf } = await handOut()
  const other = await makePerson(school, { name: '孙老师', roles: ['P030CLASS'] })
  await asOwner(server, school.entNo, (db) =>
    db
      .insertInto('empdatapwr')
      .values({ entNo: school.entNo, empNo: other.empNo, roleNo: 'P030CLASS', dataVal: school.otherNo, dataType: 'unit' })
      .execute(),
  )
  expect(await other.client.answer(hnd.get, { hndNo })).toMatchObject({ code: 10002 })
  expect((await school.admin.client.call(hnd.getpage, { mineFlag: '0' })).datas).toMatchObject([
    { hndNo, mineFlag: '0', toCnt: 3 },
  ])
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  expect(await school.admin.client.answer(hnd.end, { hndNo })).toMatchObject({ code: 10002 })
  expect(await client.call(hnd.getstatis, { hndNo })).toMatchObject({ ansCnt: 1 })
})
