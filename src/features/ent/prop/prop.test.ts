import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { history } from '#contract/shell/history.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { clientOf, makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { publish, unit } from '../../../../test/support/handOut.ts'
import { noticeLinks, tokenIn } from '../../../../test/support/noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { prop } from './prop.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const questions = [
  newColumn('c1', '民族', { ctrlNo: 'select', infoType: 'NTNL', arcFld: 'stuarch.ntnl' }),
  newColumn('c2', '爱好', { ctrlNo: 'text', arcFld: 'stuarch.hobby' }),
  newColumn('c3', '微信号', { ctrlNo: 'text', arcFld: 'stuarch.vx' }),
]
const backs = [
  { clmnNo: 'c1', way: 'replace' as const },
  { clmnNo: 'c2', way: 'fill' as const },
  { clmnNo: 'c3', way: 'replace' as const },
]

/** Asks the families of 王小明, whose archive is known in part, and of 李小红, of whom nothing is. */
async function asked(more: object = {}) {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [ming, hong] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  await giveGuardian(school, ming, { ptrName: '王建国' })
  await giveGuardian(school, ming, { ptrName: '赵敏', relt: '52', prior: 2 })
  await giveGuardian(school, hong, { ptrName: '李卫东' })
  await client.call(stuarch.set, { stuNo: ming, ntnl: '01', hobby: '书法', vx: 'ming_wang' })
  const tmplNo = await publish(school, questions)
  const scope = [unit(school.classNo)]
  const { hndNo, toCnt } = await client.call(hnd.handout, { title: '家庭情况', tmplNo, scope, backs, ...more })
  const links = await noticeLinks(server, '请填写：家庭情况', school.entNo)
  const tokenOf = (name: string) => tokenIn(links.find(({ ptrName }) => ptrName === name)?.link ?? '')
  const send = (name: string, vals: object, kept?: string[]) =>
    clientOf(server).call(mAns.send, { token: tokenOf(name), vals: vals as Record<string, unknown>, ...(kept && { kept }) })
  const open = (name: string) => clientOf(server).call(mAns.open, { token: tokenOf(name) })
  const archiveOf = (stuNo: string) => client.call(stuarch.get, { stuNo })
  const counts = () => client.call(prop.getcounts, { hndNo })
  return { school, client, ming, hong, tmplNo, hndNo, toCnt, send, open, archiveOf, counts }
}

test('a form begins with what the archive holds, a link hides contacts, and what stays as it is proposes nothing', async () => {
  const { open, send, counts, client, ming } = await asked()
  const form = await open('王建国')
  expect(form).toMatchObject({ vals: { c1: '01', c2: '书法' }, sameFlag: '1' })
  expect(form.known).toEqual([
    { clmnNo: 'c1', shown: null },
    { clmnNo: 'c2', shown: null },
    { clmnNo: 'c3', shown: 'min****' },
  ])
  expect(await open('李卫东')).toMatchObject({ vals: null, known: [], sameFlag: '0' })
  await send('王建国', form.vals ?? {}, ['c3'])
  const again = await open('王建国')
  expect(JSON.stringify(again)).not.toContain('ming_wang')
  expect(JSON.stringify(await open('赵敏'))).not.toContain('ming_wang')
  expect(again).toMatchObject({ vals: { c1: '01', c2: '书法' }, known: [{ clmnNo: 'c3', shown: 'min****' }] })
  expect(await counts()).toMatchObject({ openCnt: 0, staleCnt: 0 })
  expect(await client.call(stuarch.reveal, { stuNo: ming, field: 'vx' })).toEqual({ value: 'ming_wang' })
})

test('an answer proposes what differs, only gaps where only gaps are filled; a changed answer replaces it, a returned one takes it away', async () => {
  const { send, client, hndNo, counts } = await asked()
  await send('王建国', { c1: '03', c2: '足球' })
  const list = async () => (await client.call(prop.getpage, { hndNo })).datas
  expect(await list()).toMatchObject([{ name: '王小明', fldName: '民族', was: '汉族', val: '回族', stt: '1' }])
  await send('王建国', { c1: '01', c3: 'new_wechat' })
  expect(await list()).toMatchObject([{ fldName: '微信号', was: 'min****', val: 'new****', maskFlag: '1' }])
  const [hidden] = await list()
  const shownAs = (side: 'was' | 'val' | 'now') => client.call(prop.reveal, { propNo: hidden?.propNo ?? '', side })
  expect([await shownAs('was'), await shownAs('val')]).toEqual([{ value: 'ming_wang' }, { value: 'new_wechat' }])
  const asks = await client.call(hnd.getasked, { hndNo, state: 'done' })
  await client.call(hnd.giveback, { hndNo, toNo: asks.datas[0]?.toNo ?? '', why: '请写全' })
  expect(await counts()).toMatchObject({ openCnt: 0 })
})

test('all of a collection are written in one operation, which is undone whole or for one child', async () => {
  const { send, client, hndNo, ming, hong, archiveOf, counts } = await asked()
  await send('王建国', { c1: '03' })
  await send('李卫东', { c1: '03', c2: '跳舞' })
  expect(await client.call(prop.accept, { hndNo })).toEqual({ doneCnt: 3, failures: [] })
  const op = client.lastOp
  expect(await archiveOf(ming)).toMatchObject({ ntnl: '03', hobby: '书法' })
  expect(await archiveOf(hong)).toMatchObject({ ntnl: '03', hobby: '跳舞' })
  const [first] = (await client.call(history.getpage, { mineFlag: '1' })).datas
  expect(first).toMatchObject({ op, title: '回写 · 写入档案', backStt: '1' })
  await client.call(history.undo, { op })
  expect(await archiveOf(ming)).toMatchObject({ ntnl: '01' })
  expect(await archiveOf(hong)).toMatchObject({ ntnl: null, hobby: null })
  expect(await counts()).toMatchObject({ openCnt: 3, writtenCnt: 0 })
  await client.call(prop.accept, { hndNo })
  const of = (await client.call(prop.getpage, { hndNo, stt: '2', keyWord: '李小红' })).datas
  expect(await client.call(prop.takeback, { propNos: [of[0]?.propNo ?? ''], allFlag: '1' })).toEqual({ doneCnt: 2, failures: [] })
  expect(await archiveOf(hong)).toMatchObject({ ntnl: null, hobby: null })
  expect(await archiveOf(ming)).toMatchObject({ ntnl: '03' })
  expect(await counts()).toMatchObject({ openCnt: 2, writtenCnt: 1 })
})

test('one whose archive changed meanwhile is overtaken, shown beside what it is now, and written on purpose alone', async () => {
  const { send, client, hndNo, ming, archiveOf, counts } = await asked()
  await send('王建国', { c1: '03' })
  await client.call(stuarch.set, { stuNo: ming, ntnl: '02' })
  const [one] = (await client.call(prop.getpage, { hndNo, stt: '4' })).datas
  expect(one).toMatchObject({ was: '汉族', val: '回族', now: '蒙古族', stt: '4' })
  expect(await counts()).toMatchObject({ openCnt: 0, staleCnt: 1 })
  expect((await client.answer(prop.accept, { hndNo })).code).not.toBe(0)
  const propNos = [one?.propNo ?? '']
  expect((await client.answer(prop.accept, { propNos })).message).toContain('填写以后档案改过')
  expect(await client.call(prop.accept, { propNos, staleFlag: '1' })).toMatchObject({ doneCnt: 1 })
  expect(await archiveOf(ming)).toMatchObject({ ntnl: '03' })
})

test('what cannot be written is told by person with why, and the others are written; what is rejected is not proposed again', async () => {
  const { send, client, hndNo, hong, archiveOf, counts } = await asked()
  await send('王建国', { c1: '03', c3: '不是微信号' })
  await send('李卫东', { c1: '03' })
  await client.call(stu.transfer, { stuNos: [hong], lvDt: '20260901', lvRsn: '搬家' })
  const { doneCnt, failures } = await client.call(prop.accept, { hndNo })
  expect(doneCnt).toBe(1)
  expect(failures).toMatchObject([
    { name: '李小红', place: '三年级（1）班', fldName: '民族', why: '已离校' },
    { name: '王小明', place: '三年级（1）班', fldName: '微信号', why: expect.stringContaining('微信号') },
  ])
  expect(await archiveOf(hong)).toMatchObject({ ntnl: null })
  const [wrong] = (await client.call(prop.getpage, { hndNo, stt: '1', arcFld: 'stuarch.vx' })).datas
  await client.call(prop.reject, { propNos: [wrong?.propNo ?? ''], word: '写错了' })
  await send('王建国', { c1: '03', c3: '不是微信号' })
  expect(await counts()).toMatchObject({ openCnt: 1, writtenCnt: 1, rejectedCnt: 1 })
})

test('where none of several can be written each is named with why, the archives stay, and there is nothing to undo', async () => {
  const { send, client, hndNo, hong, archiveOf, counts } = await asked()
  await send('李卫东', { c1: '03', c2: '足球' })
  await client.call(stu.transfer, { stuNos: [hong], lvDt: '20260901', lvRsn: '搬家' })
  const propNos = (await client.call(prop.getpage, { hndNo })).datas.map(({ propNo }) => propNo)
  const before = client.lastOp
  for (const which of [{ hndNo }, { propNos }]) {
    const { doneCnt, failures } = await client.call(prop.accept, which)
    expect(doneCnt).toBe(0)
    expect(failures.map(({ name, fldName, why }) => [name, fldName, why])).toEqual([
      ['李小红', '民族', '已离校'],
      ['李小红', '爱好特长', '已离校'],
    ])
  }
  expect(client.lastOp).toBe(before)
  expect(await archiveOf(hong)).toMatchObject({ ntnl: null, hobby: null })
  expect(await counts()).toMatchObject({ openCnt: 2, writtenCnt: 0 })
  const [only] = propNos
  const alone = await client.answer(prop.accept, { propNos: [only ?? ''] })
  expect(alone).toMatchObject({ code: 10001, message: expect.stringMatching(/^没有写入：李小红的.+，已离校$/) })
})

test('a head teacher decides about the own class alone, and whoever may not change archives writes nothing', async () => {
  const { school, send, client, hndNo, ming } = await asked()
  await send('王建国', { c1: '03' })
  const { propNo } = (await client.call(prop.getpage, { hndNo })).datas[0] as { propNo: string }
  await server.owner.query('update stu set unit_no = $3 where ent_no = $1 and stu_no = $2', [school.entNo, ming, school.otherNo])
  expect((await school.head.client.call(prop.getpage, { hndNo })).datas).toEqual([])
  expect((await school.head.client.answer(prop.accept, { propNos: [propNo] })).code).not.toBe(0)
  const grade = await makePerson(school, { roles: ['P030STAFF'] })
  expect((await grade.client.answer(prop.accept, { propNos: [propNo] })).code).not.toBe(0)
})

test('the numbers on the tab are those of the lists', async () => {
  const { send, client, hndNo, counts } = await asked()
  await send('王建国', { c1: '03', c3: 'new_wechat' })
  await send('李卫东', { c1: '03', c2: '跳舞' })
  const [first] = (await client.call(prop.getpage, { hndNo, arcFld: 'stuarch.hobby' })).datas
  await client.call(prop.accept, { propNos: [first?.propNo ?? ''] })
  const { openCnt, writtenCnt, rejectedCnt, staleCnt, flds } = await counts()
  for (const [stt, cnt] of [
    ['1', openCnt],
    ['2', writtenCnt],
    ['3', rejectedCnt],
    ['4', staleCnt],
  ] as const)
    expect((await client.call(prop.getpage, { hndNo, stt })).recordCount).toBe(cnt)
  const waiting = (await client.call(home.get)).tasks.find(({ code }) => code === 'writeback')
  expect(waiting).toMatchObject({ cnt: openCnt, path: '/ent/prop?stt=1' })
  for (const { fld, cnt } of flds) expect((await client.call(prop.getpage, { hndNo, arcFld: fld })).recordCount).toBe(cnt)
})

test('only those are asked of whom the archive lacks something, and it is told before for how many it is known', async () => {
  const { school, client, hndNo, toCnt, tmplNo } = await asked({ gapFlag: '1' })
  expect(toCnt).toBe(1)
  expect((await client.call(hnd.getasked, { hndNo })).datas.map(({ name }) => name)).toEqual(['李小红'])
  const scope = [unit(school.classNo)]
  const { knowns, stuCnt } = await client.call(hnd.preview, { scope, tmplNo })
  expect(stuCnt).toBe(2)
  expect(knowns).toMatchObject(['c1', 'c2', 'c3'].map((clmnNo) => ({ clmnNo, knownCnt: 1, ofCnt: 2 })))
})

test('a question is about a field of the archive only where its control and its choices fit', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '06', tmplName: '登记' })
  const told = async (...columns: ReturnType<typeof newColumn>[]) =>
    (await client.answer(bill.savetmplclmns, { tmplNo, billClmns: columns })).message
  expect(await told(newColumn('c1', '生日', { ctrlNo: 'text', arcFld: 'stu.brth' }))).toBe(
    '生日：这种控件不能对应学生档案的“出生日期”',
  )
  const twice = ['c1', 'c2'].map((no) => newColumn(no, no, { ctrlNo: 'text', arcFld: 'stuarch.hobby' }))
  expect(await told(...twice)).toBe('c2：已有别的字段对应学生档案的“爱好特长”')
})
