import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { noticeAddress } from '#domain/messages/delivery/noticeLink.ts'
import { msg } from '../../ent/msg/msg.contract.ts'
import { mNotice } from './notice.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const stranger = () => clientOf(server)
const words = { title: '春游报名', body: '下周三去**植物园**。' }

/** Sends a notice to the families of two pupils, and answers the link of each guardian by name. */
async function makeNotice(more: object = {}) {
  const school = await makePupilSchool(server)
  const { entNo, classNo } = school
  const [ming, hong] = [await enrol(school, { stuName: '王小明' }), await enrol(school, { stuName: '李小红' })]
  await giveGuardian(school, ming, { ptrName: '王建国' })
  await giveGuardian(school, hong, { ptrName: '李卫东' })
  const client = school.head.client
  const { msgNo } = await client.call(msg.send, { ...words, ...more, scope: [{ kind: 'unit', no: classNo }] })
  const { rows } = await server.owner.query<{ rcv_no: string; ptr_name: string }>(
    `select t.rcv_no, g.ptr_name from msgto t join ptr g using (ent_no, ptr_no) where t.ent_no = $1 and t.msg_no = $2`,
    [entNo, msgNo],
  )
  const tokenOf = (name: string) => {
    const rcvNo = rows.find(({ ptr_name }) => ptr_name === name)?.rcv_no ?? ''
    return noticeAddress('', server.services.secret, { entNo, rcvNo }).replace('/m/notice#t=', '')
  }
  return { school, client, msgNo, tokenOf, rows, ming }
}

test('a guardian opens a notice by a link of their own: looking at the link reads nothing, the press does', async () => {
  const { client, msgNo, tokenOf } = await makeNotice()
  const token = tokenOf('王建国')
  expect(await stranger().call(mNotice.get, { token })).toMatchObject({ title: '春游报名', stuName: '王小明' })
  expect(JSON.stringify(await stranger().call(mNotice.get, { token }))).not.toContain('植物园')
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ toCnt: 2, readCnt: 0 })
  expect(await stranger().call(mNotice.open, { token })).toMatchObject({ body: words.body, need: '1' })
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ toCnt: 2, readCnt: 1 })
  expect((await stranger().answer(mNotice.answer, { token })).message).toBe('这条消息不用回应')
})

test('one guardian answers, the other does not, and the sender reminds the one alone', async () => {
  const { client, msgNo, tokenOf } = await makeNotice({ need: '3', choices: ['参加', '不参加'] })
  const token = tokenOf('王建国')
  expect(await stranger().answer(mNotice.answer, { token, rcpt: '随便' })).toMatchObject({ code: 10001 })
  await stranger().call(mNotice.answer, { token, rcpt: '参加', rcptNote: '坐校车' })
  expect(await stranger().call(mNotice.open, { token })).toMatchObject({ rcpt: '参加', rcptNote: '坐校车' })
  // Changes an answer as long as it may still be given.
  await stranger().call(mNotice.answer, { token, rcpt: '不参加' })
  const { datas } = await client.call(msg.getreaders, { msgNo, state: 'done' })
  expect(datas).toMatchObject([{ name: '王建国', rcpt: '不参加' }])
  expect(await client.call(msg.remind, { msgNo })).toEqual({ remindCnt: 1 })
})

test('a link does not sign, and does not answer what is past its time', async () => {
  const { tokenOf, school, msgNo } = await makeNotice({ need: '4' })
  const token = tokenOf('李卫东')
  expect((await stranger().answer(mNotice.answer, { token })).message).toBe('通过链接不能签名，请联系老师当面签')
  await server.owner.query(`update msg set need = '2', due_tm = now() - interval '1 hour' where ent_no = $1 and msg_no = $2`, [
    school.entNo,
    msgNo,
  ])
  expect((await stranger().answer(mNotice.answer, { token })).message).toBe('已过回应期限，不能再回应，请联系发送人')
})

test('a link that was made up, was recalled, or whose child has left, leads nowhere', async () => {
  const { client, msgNo, tokenOf, rows, school, ming } = await makeNotice()
  const [token, other] = [tokenOf('王建国'), tokenOf('李卫东')]
  const [one, two] = rows.map(({ rcv_no }) => rcv_no)
  const dead = '这条通知已经打不开了，请联系学校'
  const refused = async (key: string) => (await stranger().answer(mNotice.open, { token: key })).message === dead
  for (const forged of [token.replace(one ?? '', two ?? ''), `${token}x`, 'x', '....', token.split('.').reverse().join('.')])
    if (forged !== token) expect(await refused(forged)).toBe(true)
  await server.owner.query(`update stu set stt = '3' where ent_no = $1 and stu_no = $2`, [school.entNo, ming])
  expect(await refused(token)).toBe(true)
  expect(await refused(other)).toBe(false)
  await client.call(msg.recall, { msgNo })
  expect(await refused(other)).toBe(true)
})
