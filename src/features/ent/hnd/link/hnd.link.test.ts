import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { mFill } from '#features/m/fill/fill.contract.ts'
import { newOnce } from '#web/stranger/once.ts'
import { clientOf, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { publish } from '../../../../../test/support/handOut.ts'
import { makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const questions = [newColumn('c1', '姓名', { ctrlNo: 'text', mustFlag: '1' }), newColumn('c2', '手机', { ctrlNo: 'tel' })]
const stranger = () => clientOf(server)

async function open(more: object = {}) {
  const school = await makePupilSchool(server)
  const tmplNo = await publish(school, questions)
  const { client } = school.admin
  const { hndNo, toCnt } = await client.call(hnd.handout, { title: '开放日报名', tmplNo, opnFlag: '1', ...more })
  const keyOf = async () => (await client.call(hnd.get, { hndNo })).lnkPath?.split('#k=')[1] ?? ''
  return { school, client, hndNo, toCnt, key: await keyOf(), keyOf, tmplNo }
}

test('anybody with the link fills it in without an account, and finds and changes the answer in the same browser', async () => {
  const { client, hndNo, key, toCnt } = await open()
  expect(toCnt).toBe(0)
  const once = newOnce()
  const opened = await stranger().call(mFill.open, { key, once })
  expect(opened).toMatchObject({ wordFlag: '0', title: '开放日报名', form: { vals: null, sentTm: null, shutWhy: null } })
  await stranger().call(mFill.send, { key, once, vals: { c1: '王先生', c2: '13912345678' } })
  await stranger().call(mFill.send, { key, once, vals: { c1: '王建国', c2: '13912345678' } })
  expect((await stranger().call(mFill.open, { key, once })).form).toMatchObject({ vals: { c1: '王建国', c2: '13912345678' } })
  expect((await stranger().call(mFill.open, { key, once: newOnce() })).form?.vals).toBeNull()
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 1, doneCnt: 1 })
  const { datas } = await client.call(hnd.getasked, { hndNo })
  expect(datas).toMatchObject([{ name: '第 1 份', kind: 'link', stt: '2', byName: null }])
  expect((await client.call(hnd.getanswers, { hndNo })).datas).toMatchObject([
    { name: '第 1 份', vals: { c1: '王建国', c2: '139****5678' } },
  ])
  const toNo = datas[0]?.toNo ?? ''
  expect(await client.call(hnd.reveal, { hndNo, toNo, clmnNo: 'c2' })).toEqual({ value: '13912345678' })
})

test('a wrong answer by the link is refused by its question, and makes nothing', async () => {
  const { client, hndNo, key } = await open()
  const answer = await stranger().answer(mFill.send, { key, once: newOnce(), vals: { c2: '12' } })
  expect(answer).toMatchObject({ code: 10001 })
  expect((answer.result as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(['c1', 'c2'])
  expect((await client.call(hnd.getasked, { hndNo })).recordCount).toBe(0)
  const { rows } = await server.owner.query('select from hndto where hnd_no = $1', [hndNo])
  expect(rows).toHaveLength(0)
})

test('no more answers come than are taken, also when many send at the same moment', async () => {
  const { client, hndNo, key } = await open({ mostCnt: 3 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => stranger().answer(mFill.send, { key, once: newOnce(), vals: { c1: `客人${i}` } })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(3)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({ code: 10001, message: '已收满 3 份，不再接收' })
  const { datas } = await client.call(hnd.getasked, { hndNo })
  expect(datas.map(({ name }) => name).toSorted()).toEqual(['第 1 份', '第 2 份', '第 3 份'])
  expect((await stranger().call(mFill.open, { key, once: newOnce() })).form?.shutWhy).toBe('已收满 3 份，不再接收')
})

test('a word is asked for before anything of the form is told, and guessing it is stopped', async () => {
  const { key } = await open({ passWord: '梧桐' })
  const once = newOnce()
  expect(await stranger().call(mFill.open, { key, once })).toMatchObject({ wordFlag: '1', form: null })
  expect(await stranger().answer(mFill.send, { key, once, vals: { c1: '甲' } })).toMatchObject({ message: '请输入口令' })
  expect(await stranger().answer(mFill.open, { key, once, word: '银杏' })).toMatchObject({
    code: 10001,
    message: '口令不对，请向发起人确认',
  })
  await stranger().call(mFill.send, { key, once, word: '梧桐', vals: { c1: '甲' } })
  for (let i = 0; i < 30; i++) await stranger().answer(mFill.open, { key, once, word: `错${i}` })
  expect(await stranger().answer(mFill.open, { key, once, word: '又错' })).toMatchObject({
    message: '口令错误次数太多，请一小时后再试',
  })
})

test('a new link makes the old one open nothing, and a forged one never does', async () => {
  const { client, hndNo, key, keyOf } = await open()
  await client.call(hnd.renewlink, { hndNo })
  expect(await stranger().answer(mFill.open, { key, once: newOnce() })).toMatchObject({ code: 10002 })
  expect(await stranger().answer(mFill.open, { key: `${key}x`, once: newOnce() })).toMatchObject({ code: 10002 })
  const renewed = await keyOf()
  expect((await stranger().call(mFill.open, { key: renewed, once: newOnce() })).form).not.toBeNull()
  await client.call(hnd.end, { hndNo })
  expect((await stranger().call(mFill.open, { key: renewed, once: newOnce() })).form?.shutWhy).toBe('收集已经结束，不能再填写')
  expect((await client.call(hnd.get, { hndNo })).lnkPath).toBeNull()
})

test('an answer that is junk is taken out of what was collected, and can not be sent again', async () => {
  const { client, hndNo, key } = await open()
  const once = newOnce()
  await stranger().call(mFill.send, { key, once, vals: { c1: '乱写' } })
  const [row] = (await client.call(hnd.getasked, { hndNo })).datas
  await client.call(hnd.discard, { hndNo, toNo: row?.toNo ?? '' })
  expect(await client.call(hnd.getstatis, { hndNo })).toMatchObject({ ansCnt: 0 })
  expect((await client.call(hnd.getasked, { hndNo })).recordCount).toBe(0)
  expect((await stranger().call(mFill.open, { key, once })).form?.shutWhy).toBe('这份答卷已被发起人作废')
  expect(await stranger().answer(mFill.send, { key, once, vals: { c1: '再写' } })).toMatchObject({ code: 10001 })
})

test('what does not go with a link that anybody opens is refused by its field', async () => {
  const { client, tmplNo, school } = await open()
  const wrong = async (more: object) => {
    const answer = await client.answer(hnd.handout, { title: '报名', tmplNo, opnFlag: '1', ...more })
    return (answer.result as { errors: { field: string; message: string }[] }).errors
  }
  expect(await wrong({ anon: '2' })).toMatchObject([{ field: 'anon' }])
  expect(await wrong({ rpt: '1' })).toMatchObject([{ field: 'rpt' }])
  expect(await wrong({ joinFlag: '1' })).toMatchObject([{ field: 'scope' }])
  const picking = await publish(school, [newColumn('c1', '班主任', { kitNo: 'emp' })], '选人')
  expect(await wrong({ tmplNo: picking })).toMatchObject([{ field: 'tmplNo', message: expect.stringContaining('班主任') }])
  expect(await client.answer(hnd.handout, { title: '报名', tmplNo })).toMatchObject({ code: 10001, message: '请选择谁来填' })
})
