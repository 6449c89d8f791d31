import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { account } from './account.contract.ts'

let server: TestServer
let pwdHash: string
const pwd = 'Campus2026'
beforeAll(async () => {
  server = await startServer()
  pwdHash = await hashPassword(pwd)
})
afterAll(() => server.close())

test('a new account gets a password that is shown once and must be changed at the first sign-in', async () => {
  const operator = await makeOperator(server)
  const school = await makeSchool(server)
  const person = await makePerson(school)
  await server.owner.query('delete from identity where user_no = $1', [person.userNo])
  const made = await operator.client.call(account.create, {
    name: `zhang.${person.userNo}`,
    nickName: '张伟',
    authTel: '10011110001',
    idnts: [{ entNo: school.entNo, idntVal: person.empNo }],
  })
  expect(made.pwd).toMatch(/^[a-z]{4}-[a-z]{2}\d{4}$/)
  const { user: shown, idnts } = await clientOf(server).call(signin.login, { name: made.name, pwd: made.pwd })
  expect([shown.pwdFlag, idnts[0]?.entNo]).toEqual(['1', school.entNo])
  const listed = await operator.client.call(account.getpage, { keyWord: made.name })
  expect(listed.datas).toMatchObject([{ userNo: made.userNo, authTel: '100****0001', idnts: [{ idntVal: person.empNo }] }])
  expect(JSON.stringify(listed)).not.toContain('pwdHash')
})

test('a login name is taken by one account only, a phone by several, and a deleted account frees its name', async () => {
  const { client } = await makeOperator(server)
  const first = await client.call(account.create, { name: 'one.name', nickName: '一', authTel: '10011110002' })
  expect(await client.answer(account.create, { name: 'ONE.name', nickName: '二' })).toMatchObject({ code: 10003 })
  await client.call(account.create, { name: 'two.name', nickName: '二', authTel: '10011110002' })
  await client.call(account.delete, { userNo: first.userNo })
  await client.call(account.create, { name: 'one.name', nickName: '二', authTel: '10011110002' })
})

test('a disabled account is out at once, and a reset password ends what was open', async () => {
  const { client } = await makeOperator(server)
  const person = await makePerson(await makeSchool(server), { pwdHash })
  const { pwd: fresh } = await client.call(account.resetpwd, { userNo: person.userNo })
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50008 })
  expect((await clientOf(server).call(signin.login, { name: person.name, pwd: fresh })).user.pwdFlag).toBe('1')
  const { token } = await clientOf(server).call(signin.login, { name: person.name, pwd: fresh })
  await client.call(account.update, { userNo: person.userNo, stt: '2' })
  expect(await clientOf(server, token).answer(user.get)).toMatchObject({ code: 50008 })
  expect(await clientOf(server).answer(signin.login, { name: person.name, pwd: fresh })).toMatchObject({ code: 20001 })
})

test('who is locked out by wrong passwords is let in again by unlocking', async () => {
  const { client } = await makeOperator(server)
  const person = await makePerson(await makeSchool(server), { pwdHash })
  await server.owner.query(
    `insert into login_fail (who, begun, wrong, until_tm) values ($1, 5, 5, now() + interval '15 minutes')`,
    [`name:${person.name}`],
  )
  expect((await client.call(account.getpage, { keyWord: person.name })).datas[0]?.lockFlag).toBe('1')
  expect(await clientOf(server).answer(signin.login, { name: person.name, pwd })).toMatchObject({ code: 20002 })
  await client.call(account.unlock, { userNo: person.userNo })
  await clientOf(server).call(signin.login, { name: person.name, pwd })
})

test('nobody disables or deletes their own account', async () => {
  const { client, userNo } = await makeOperator(server)
  expect(await client.answer(account.delete, { userNo })).toMatchObject({ code: 10001 })
  expect(await client.answer(account.update, { userNo, stt: '2' })).toMatchObject({ code: 10001 })
})

test('the operator of a part of the platform reaches only accounts with an identity there', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const inside = await makePerson(await makeSchool(server, { prtNo: part.entNo }))
  const outside = await makePerson(await makeSchool(server))
  const { client } = part.admin
  const seen = (await client.call(account.getpage, { pageSize: 100 })).datas.map(({ userNo }) => userNo)
  expect([seen.includes(inside.userNo), seen.includes(outside.userNo)]).toEqual([true, false])
  const missing = await client.answer(account.update, { userNo: '99999999', nickName: '改' })
  expect(await client.answer(account.update, { userNo: outside.userNo, nickName: '改' })).toEqual(missing)
  expect(await client.answer(account.resetpwd, { userNo: outside.userNo })).toEqual(missing)
  expect(await client.answer(account.create, { name: 'no.identity', nickName: '无' })).toMatchObject({
    message: '请为账号选择身份',
  })
})

test('an operator acts as a user with a reason: to look only unless allowed, on the record, and not among colleagues', async () => {
  const operator = await makeOperator(server)
  const school = await makeSchool(server)
  const { admin } = school
  const as = (writeFlag: '0' | '1') =>
    operator.client.call(account.imitate, {
      userNo: admin.userNo,
      idntNo: '030',
      idntEntNo: school.entNo,
      reason: '老师来电，核对员工组',
      writeFlag,
    })
  const looking = await clientOf(server).call(signin.gettokenbyid, { id: (await as('0')).tokenId })
  expect(looking.user).toMatchObject({ no: admin.userNo, imitUserNo: operator.userNo, readFlag: '1' })
  const viewer = clientOf(server, looking.token)
  expect(await viewer.call(empgrp.getlist)).toEqual([])
  const group = { grpName: '甲', grpType: '1' }
  expect(await viewer.answer(empgrp.create, group)).toMatchObject({ code: 30002, message: '正以他人视角查看，不能修改' })
  const acting = await clientOf(server).call(signin.gettokenbyid, { id: (await as('1')).tokenId })
  const actor = clientOf(server, acting.token)
  await actor.call(empgrp.create, group)
  const { rows } = await server.owner.query(`select user_no, imit_user_no from history where op = $1`, [actor.lastOp])
  expect(rows).toEqual([{ user_no: admin.userNo, imit_user_no: operator.userNo }])
  expect(await actor.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })).toMatchObject({ code: 30001 })
  const log = await server.owner.query(`select way, reason from login_log where imit_user_no = $1 order by id`, [operator.userNo])
  expect(log.rows[0]).toEqual({ way: 'imit', reason: '老师来电，核对员工组' })
  const colleague = await makeOperator(server)
  const ofColleague = { userNo: colleague.userNo, idntNo: '060', idntEntNo: operator.entNo, reason: '试' }
  expect(await operator.client.answer(account.imitate, ofColleague)).toMatchObject({ code: 10002 })
  // Ends the session with the operator's own role.
  await server.owner.query(
    `begin; set local app.ent_no = '${operator.entNo}'; delete from emprole where emp_no = '${operator.empNo}'; commit`,
  )
  expect(await actor.answer(user.get)).toMatchObject({ code: 50008 })
})
