import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import { addChild, makeClasses } from '../support/classes.ts'
import { clientOf, makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

let phones = 16_500_000_000
const newPhone = () => String(++phones)
const own = 'Lychee-4417'

const hire = ({ orgNo, admin }: School, authTel = newPhone()) =>
  admin.client.call(emp.create, { empName: '高明', sex: 'M', authTel, orgNos: [orgNo] }).then(({ empNo }) => ({ empNo, authTel }))
const enter = (name: string, pwd: string) => clientOf(server).answer(signin.login, { name, pwd })

type Entered = { user: { entNo: string; idntNo: string }; token: string; idnts: { entNo: string }[] }
const entered = async (name: string, pwd: string) => {
  const { code, result } = await enter(name, pwd)
  expect(code).toBe(0)
  return result as Entered
}

/** Certifies somebody and lets whoever has the initial password make it their own. */
async function squat(canteen: School, authTel: string) {
  const { empNo } = await hire(canteen, authTel)
  const account = await canteen.admin.client.call(emp.auth, { empNo })
  if (!account) throw new Error('no account was made')
  const { token } = await entered(account.name, account.pwd)
  await clientOf(server, token).call(user.updatepwd, { oldPwd: account.pwd, newPwd: own })
  return { ...account, empNo }
}

test('who registered a phone first gets nothing of the school that certifies its holder later', async () => {
  const [canteen, school] = [await makeSchool(server, { idntNo: '050' }), await makeSchool(server)]
  const phone = newPhone()
  const squatter = await squat(canteen, phone)
  const teacher = await hire(school, phone)
  const made = await school.admin.client.call(emp.auth, { empNo: teacher.empNo })
  await school.admin.client.call(emprole.set, { empNo: teacher.empNo, roleNos: ['P030ADMIN'] })
  expect(made?.userNo).not.toBe(squatter.userNo)
  expect(JSON.stringify(made)).not.toContain(squatter.name)
  const intruder = await entered(phone, own)
  expect(intruder.idnts.map(({ entNo }) => entNo)).toEqual([canteen.entNo])
  expect((await clientOf(server).answer(signin.login, { name: phone, pwd: own, idntNo: '030' })).code).not.toBe(0)
  expect((await entered(phone, made?.pwd ?? '')).user.entNo).toBe(school.entNo)
})

test('who gives one of their people a foreign phone enters nothing, whether before or after that phone was certified', async () => {
  const [canteen, school] = [await makeSchool(server, { idntNo: '050' }), await makeSchool(server)]
  const phone = newPhone()
  const mine = await squat(canteen, newPhone())
  await canteen.admin.client.call(emp.updatephone, { empNo: mine.empNo, authTel: phone })
  const teacher = await hire(school, phone)
  const made = await school.admin.client.call(emp.auth, { empNo: teacher.empNo })
  expect(made?.userNo).not.toBe(mine.userNo)
  // Takes the phone again, now that it is certified.
  await canteen.admin.client.call(emp.updatephone, { empNo: mine.empNo, authTel: newPhone() })
  await canteen.admin.client.call(emp.updatephone, { empNo: mine.empNo, authTel: phone })
  expect((await entered(phone, own)).idnts.map(({ entNo }) => entNo)).toEqual([canteen.entNo])
  expect((await entered(phone, made?.pwd ?? '')).idnts.map(({ entNo }) => entNo)).toEqual([school.entNo])
})

test('certifying the phone of somebody elsewhere tells nothing of them, moves nothing of theirs, and shows none of their sign-ins', async () => {
  const [company, canteen] = [await makeSchool(server, { idntNo: '010' }), await makeSchool(server, { idntNo: '050' })]
  const holder = await squat(company, newPhone())
  const { rows } = await server.owner.query('select auth_tel from account where user_no = $1', [holder.userNo])
  const phone = rows[0].auth_tel as string
  const made = await canteen.admin.client.call(emp.auth, { empNo: (await hire(canteen, phone)).empNo })
  expect([made?.userNo, made?.name]).not.toContain(holder.userNo)
  expect(made?.pwd).toMatch(/^[a-z]{4}-/)
  expect((await entered(holder.name, own)).user.entNo).toBe(company.entNo)
  expect((await entered(phone, own)).user.entNo).toBe(company.entNo)
  await enter(holder.name, 'wrong-by-name')
  await enter(phone, 'wrong-by-phone')
  const seen = async ({ admin }: School) => (await admin.client.call(userLgn.getlogpage, { rslt: 'wrongPassword' })).recordCount
  expect([await seen(canteen), await seen(company)]).toEqual([0, 1])
})

test('guardians get an account of their own school alone, and read the sentence until there is a page for them', async () => {
  const [school, canteen] = [await makeSchool(server), await makeSchool(server, { idntNo: '050' })]
  const phone = newPhone()
  await squat(canteen, phone)
  const { ptrNo } = await school.admin.client.call(ptr.create, { ptrName: '陈静', sex: 'N', authTel: phone })
  const made = await school.admin.client.call(ptr.auth, { ptrNo })
  expect((await entered(phone, own)).idnts.map(({ entNo }) => entNo)).toEqual([canteen.entNo])
  expect((await enter(made?.name ?? '', made?.pwd ?? '')).message).toBe('当前用户无校园身份，请重新登录！')
  expect(await school.admin.client.call(ptr.auth, { ptrNo })).toBeNull()
  await canteen.admin.client.call(emp.create, { empName: '李四', sex: 'M', authTel: newPhone(), orgNos: [canteen.orgNo] })
  await school.admin.client.call(ptr.updatephone, { ptrNo, authTel: newPhone() })
  expect((await entered(phone, own)).idnts.map(({ entNo }) => entNo)).toEqual([canteen.entNo])
})

test('an employee who is a guardian of the same school has one account for both', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const phone = newPhone()
  const { empNo } = await hire(school, phone)
  const made = await client.call(emp.auth, { empNo })
  const { ptrNo } = await client.call(ptr.create, { ptrName: '高明', sex: 'M', authTel: phone })
  expect(await client.call(ptr.auth, { ptrNo })).toBeNull()
  const { token, idnts } = await entered(phone, made?.pwd ?? '')
  expect(idnts.length).toBe(1)
  await clientOf(server, token).call(user.updatepwd, { oldPwd: made?.pwd ?? '', newPwd: own })
  const { token: next } = await entered(phone, own)
  const held = await clientOf(server, next).call(user.getownidnts)
  expect(held.map(({ idntNo, idntVal, givenName }) => [idntNo, idntVal, givenName])).toEqual([
    ['030', empNo, '陈晓雯'],
    ['030003', ptrNo, '陈晓雯'],
  ])
})

test('the phone of a pupil opens no account, whoever has it', async () => {
  const [school, canteen] = [await makeSchool(server), await makeSchool(server, { idntNo: '050' })]
  const phone = newPhone()
  const squatter = await squat(canteen, phone)
  const { one } = await makeClasses(school)
  const stuNo = await addChild(school, one, '孙小明')
  await school.admin.client.call(stu.updatephone, { stuNo, authTel: phone })
  const before = await server.owner.query('select count(*)::int as n from identity')
  expect(await school.admin.client.call(stu.auth, { stuNo })).toBeNull()
  await school.admin.client.call(stu.updatephone, { stuNo, authTel: newPhone() })
  const after = await server.owner.query('select count(*)::int as n from identity')
  expect(after.rows).toEqual(before.rows)
  expect((await entered(squatter.name, own)).idnts.map(({ entNo }) => entNo)).toEqual([canteen.entNo])
})

test('of several accounts under one phone that the password fits the person chooses, and tries of one forgive none of the others', async () => {
  const [here, there] = [await makeSchool(server), await makeSchool(server)]
  const phone = newPhone()
  const [one, other] = [await squat(here, phone), await squat(there, phone)]
  const { code, result } = await enter(phone, own)
  expect(code).toBe(20015)
  const { choices } = result as { choices: { tokenId: string; name: string; entName: string }[] }
  expect(choices.map(({ name }) => name).sort()).toEqual([one.name, other.name].sort())
  const chosen = choices.find(({ name }) => name === other.name)
  const { user: shown } = await clientOf(server).call(signin.gettokenbyid, { id: chosen?.tokenId ?? '' })
  expect(shown.entNo).toBe(there.entNo)
  expect((await clientOf(server).answer(signin.gettokenbyid, { id: chosen?.tokenId ?? '' })).code).toBe(20011)
  for (let i = 0; i < 3; i++) await enter(other.name, 'wrong-one')
  await entered(one.name, own)
  expect((await enter(other.name, 'wrong-one')).code).toBe(20008)
})
