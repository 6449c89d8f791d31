import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import {
  asOwner,
  type Client,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { makeOperator, pwd, pwdHash } from '../../../../test/support/seedSchool.ts'
import { closeAfterFiles, fetchFile, noise, own, portrait } from '../../../../test/support/uploads.ts'
import { user } from '#contract/shell/user.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => closeAfterFiles(server))

const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%account%'`

test('a password that the administrator resets while its owner changes it stays the one that was reset', async () => {
  const person = await makePerson(await makeSchool(server), { pwdHash: await pwdHash })
  const reset = await server.owner.connect()
  await reset.query('begin')
  await reset.query('update account set pwd_hash = $1, pwd_initial = true where user_no = $2', [
    await hashPassword('Reset-day-8'),
    person.userNo,
  ])
  const change = person.client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })
  await expect.poll(async () => (await server.owner.query(blocked)).rowCount, { timeout: 5000 }).toBeGreaterThan(0)
  await reset.query('commit')
  reset.release()
  expect(await change).toMatchObject({ code: 20004 })
  const answers = ['Sunny-day-7', 'Reset-day-8'].map((one) =>
    clientOf(server).answer(signin.login, { name: person.name, pwd: one }),
  )
  expect((await Promise.all(answers)).map(({ code }) => code)).toEqual([20001, 0])
})

/** Makes an operator who impersonates somebody, and may change what that one may. */
async function actingAs({ userNo, idntNo, entNo }: Person): Promise<Client> {
  const operator = await makeOperator(server)
  const who = { userNo, idntNo, idntEntNo: entNo, reason: '核对资料', writeFlag: '1' as const }
  const { tokenId } = await operator.client.call(account.imitate, who)
  return clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
}

const nickOf = async (client: Client) => (await client.call(user.get)).nickName

test('a nickname is changed by its owner, seen at once, and taken back', async () => {
  const { client } = await makePerson(await makeSchool(server), { name: '高明' })
  expect((await client.answer(user.updatenickname, { nickName: '小高!' })).message).toBe('昵称只能有汉字、字母、数字、· 和空格')
  await client.call(user.updatenickname, { nickName: '小高2026' })
  expect(await nickOf(client)).toBe('小高2026')
  expect(await client.answer(user.updatenickname, { nickName: ' 小高 ' })).toMatchObject({ code: 0, message: '修改成功' })
  const op = client.lastOp
  expect(await nickOf(client)).toBe('小高')
  await client.call(history.undo, { op })
  expect(await nickOf(client)).toBe('小高2026')
})

test('whoever acts as somebody changes neither name nor picture of theirs, nor takes such a change back', async () => {
  const person = await makePerson(await makeSchool(server), { name: '高明' })
  const actor = await actingAs(person)
  await person.client.call(user.updatenickname, { nickName: '小高' })
  const refused = { code: 30001, message: '模拟登录时不能修改对方的资料' }
  expect(await actor.answer(user.updatenickname, { nickName: '老高' })).toMatchObject(refused)
  expect(await actor.answer(user.updateavatar, { avatar: null })).toMatchObject(refused)
  expect(await actor.answer(history.undo, { op: person.client.lastOp })).toMatchObject(refused)
  expect(await nickOf(person.client)).toBe('小高')
})

test('an avatar is a small picture that one has handed in oneself', async () => {
  const school = await makeSchool(server)
  const [person, other] = [await makePerson(school), await makePerson(school)]
  const send = async ({ client }: Person, file: File) => (await client.call(upload.upload, { file })).fileNo
  const large = new File([own(await noise(900, 900).png({ compressionLevel: 0 }).toBuffer())], '大.png')
  const refusal = async (avatar: string) => (await person.client.answer(user.updateavatar, { avatar })).message
  expect(await refusal(await send(other, await portrait()))).toBe('头像文件不存在，请重新上传')
  expect(await refusal(await send(person, new File(['字'], '说明.txt')))).toBe('头像应为 png 或 jpg 图片')
  expect(await refusal(await send(person, large))).toBe('头像不能超过 500 KB')
  expect((await person.client.call(user.get)).avatar).toBeNull()
})

test('an avatar is seen under every identity, and taken away or back', async () => {
  const [school, company] = [await makeSchool(server), await makeSchool(server, { idntNo: '010' })]
  const person = await makePerson(school)
  const { empNo } = await makePerson(company, { idntNo: '010' })
  const card = { idntNo: '010', entNo: company.entNo, idntVal: empNo }
  await asOwner(server, company.entNo, async (db) => {
    await db.deleteFrom('identity').where('idntVal', '=', empNo).execute()
    await db
      .insertInto('identity')
      .values({ userNo: person.userNo, ...card })
      .execute()
  })
  const { fileNo } = await person.client.call(upload.upload, { file: await portrait() })
  await person.client.call(user.updateavatar, { avatar: fileNo })
  const client = clientOf(server, (await person.client.call(user.switch, card)).accessToken)
  const { avatar } = await client.call(user.get)
  expect((await fetchFile(server, avatar ?? '')).headers.get('content-type')).toBe('image/jpeg')
  await client.call(user.updateavatar, { avatar: null })
  expect((await client.call(user.get)).avatar).toBeNull()
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.call(user.get)).avatar).toMatch(/^\/files\//)
})

test('one’s own ID photo is seen with what became of the one handed in, by its owner alone', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { roles: ['P030STAFF'] })
  expect(await person.client.call(user.getphoto)).toEqual({ cardPht: null, stt: null, rsn: null })
  const { fileNo } = await person.client.call(upload.upload, { file: await portrait() })
  await person.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: fileNo })
  expect(await person.client.call(user.getphoto)).toMatchObject({ cardPht: null, stt: '1' })
  const { datas } = await school.admin.client.call(photo.getpage, {})
  await school.admin.client.call(photo.reject, { applyNos: datas.map(({ applyNo }) => applyNo), rsn: '光线太暗' })
  expect(await person.client.call(user.getphoto)).toMatchObject({ stt: '3', rsn: '光线太暗' })
  expect(await school.admin.client.call(user.getphoto)).toMatchObject({ stt: null })
})
