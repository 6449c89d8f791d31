import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import {
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'

let server: TestServer
let pwdHash: string
const pwd = 'Campus2026'
beforeAll(async () => {
  server = await startServer()
  pwdHash = await hashPassword(pwd)
})
afterAll(() => server.close())

const enter = (name: string, idntNo?: string) => clientOf(server).answer(signin.login, { name, pwd, ...(idntNo && { idntNo }) })
const entNosOf = async ({ client }: Person) => (await client.call(user.getownidnts)).map(({ entNo }) => entNo)

async function twoAccounts(): Promise<{ here: School; there: School; mine: Person; other: Person }> {
  const [here, there] = [await makeSchool(server), await makeSchool(server, { idntNo: '010' })]
  const [mine, other] = [await makePerson(here, { pwdHash }), await makePerson(there, { pwdHash, idntNo: '010' })]
  return { here, there, mine, other }
}

test('the holder joins another account by its password: its identities come over, its sign-in ends, and both enterprises see it', async () => {
  const { here, there, mine, other } = await twoAccounts()
  const shown = await mine.client.call(user.previewjoin, { name: other.name, pwd })
  expect(shown).toMatchObject({ name: other.name, nickName: '陈晓雯', idnts: [{ entNo: there.entNo, idntNo: '010' }] })
  await mine.client.call(user.join, { name: other.name, pwd })
  expect((await entNosOf(mine)).sort()).toEqual([here.entNo, there.entNo].sort())
  expect((await enter(other.name)).code).toBe(20001)
  expect((await other.client.answer(user.get)).code).toBe(50008)
  const { rows } = await server.owner.query(
    `select distinct ent_no, tbl from history where call = '/user/user/join' and user_no = $1 order by tbl`,
    [mine.userNo],
  )
  expect(rows).toEqual([
    { ent_no: here.entNo, tbl: 'account' },
    { ent_no: there.entNo, tbl: 'identity' },
  ])
})

test('what was joined keeps who gave it and since when', async () => {
  const { there, mine, other } = await twoAccounts()
  await server.owner.query(`update identity set crt_user = $1 where user_no = $2`, [there.admin.userNo, other.userNo])
  const [before] = await other.client.call(user.getownidnts)
  await mine.client.call(user.join, { name: other.name, pwd })
  const after = (await mine.client.call(user.getownidnts)).find(({ entNo }) => entNo === there.entNo)
  expect(after).toEqual(before)
})

test('an account joins by nothing less than its own password', async () => {
  const { here, mine, other } = await twoAccounts()
  const told = (name: string, given = pwd) => mine.client.answer(user.join, { name, pwd: given }).then(({ message }) => message)
  expect(await told(other.name, 'wrong-one')).toBe('账号或密码不正确')
  expect(await told(mine.name)).toBe('这就是现在登录的账号')
  const initial = await makePerson(here, { pwdHash, initial: true })
  expect(await told(initial.name)).toBe('这个账号的初始密码还没有改过，请先用它登录并修改密码')
  const head = await makePerson(here, { pwdHash, roles: ['P030ADMIN'] })
  expect(await told(head.name)).toBe('管理员的账号合并时还要短信验证码，这里还没有开通短信，不能合并')
  const colleague = await makePerson(here, { pwdHash })
  expect(await told(colleague.name)).toBe(`两个账号在“学校${here.entNo}”都有学校的身份，不能合并`)
  for (let i = 0; i < 5; i++) await told(other.name, 'wrong-one')
  expect(await told(other.name)).toMatch(/^密码错误次数过多/)
  expect(await entNosOf(mine)).toEqual([here.entNo])
})

test('an identity that is given up ends there and can be certified anew; the one in use stays', async () => {
  const { here, there, mine, other } = await twoAccounts()
  await mine.client.call(user.join, { name: other.name, pwd })
  const card = { idntNo: '010', idntEntNo: there.entNo, idntVal: other.empNo }
  expect((await mine.client.answer(user.leave, { idntNo: '030', idntEntNo: here.entNo, idntVal: mine.empNo })).message).toBe(
    '正在使用的身份不能解除，请先切换到别的身份',
  )
  await mine.client.call(user.leave, card)
  expect(await entNosOf(mine)).toEqual([here.entNo])
  expect((await mine.client.answer(user.leave, card)).code).toBe(10002)
  expect(await there.admin.client.call(emp.auth, { empNo: other.empNo })).toMatchObject({ pwd: expect.any(String) })
})

test('whoever signs in without naming an identity enters the one used last, never one that was given since', async () => {
  const { here, there, mine } = await twoAccounts()
  const give = (idntNo: string, entNo: string, empNo: string) =>
    server.owner.query('insert into identity (user_no, idnt_no, ent_no, idnt_val) values ($1, $2, $3, $4)', [
      mine.userNo,
      idntNo,
      entNo,
      empNo,
    ])
  const entered = async () => ((await enter(mine.name)).result as { user: { entNo: string } }).user.entNo
  await give('010', there.entNo, there.admin.empNo)
  expect(await entered()).toBe(here.entNo)
  expect((await enter(mine.name, '010')).code).toBe(0)
  expect(await entered()).toBe(there.entNo)
})

test('the phone to sign in with is changed by its holder alone, after the password', async () => {
  const { mine } = await twoAccounts()
  const authTel = '16612345678'
  expect((await mine.client.answer(user.updatetel, { authTel, pwd: 'wrong-one' })).message).toBe('密码不正确')
  await mine.client.call(user.updatetel, { authTel, pwd })
  expect((await enter(authTel)).code).toBe(0)
  expect((await mine.client.call(user.get)).authTel).toBe('166****5678')
})

test('a password made of what others know of its holder is refused, and administrators need a strong one', async () => {
  const { here } = await twoAccounts()
  const head = await makePerson(here, { pwdHash, roles: ['P030ADMIN'], name: '刘玲蕾' })
  const told = async (newPwd: string) => (await head.client.answer(user.updatepwd, { oldPwd: pwd, newPwd })).code
  const { rows } = await server.owner.query('select auth_tel from account where user_no = $1', [head.userNo])
  const phone = rows[0].auth_tel as string
  for (const newPwd of [
    phone,
    phone.slice(-8),
    `a${phone.slice(-6)}`,
    `${head.name}1`,
    'liulinglei1',
    'LiuLingLei2026',
    head.userNo,
  ])
    expect([newPwd, await told(newPwd)]).toEqual([newPwd, 20016])
  expect(await told('kwpzqx')).toBe(20014)
  expect(await told('kwpz-qx81-mm')).toBe(0)
  const teacher = await makePerson(here, { pwdHash })
  expect((await teacher.client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'kwpzqx' })).code).toBe(0)
})
