import { afterAll, beforeAll, expect, test } from 'vitest'
import { leavesOf } from '#web/page/links.ts'
import { user } from '#contract/shell/user.contract.ts'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { signin } from '#contract/shell/signin.contract.ts'

let server: TestServer
let pwdHash: string
const pwd = 'Campus2026'
beforeAll(async () => {
  server = await startServer()
  pwdHash = await hashPassword(pwd)
})
afterAll(() => server.close())

const stranger = () => clientOf(server)

test('signing in by name, phone or number answers token, tokenId, user and identities', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { roles: ['P030ADMIN'], pwdHash })
  const result = await stranger().call(signin.login, { name: `  ${person.name.toUpperCase()} `, pwd })
  expect(result.idnts).toMatchObject([{ idntNo: '030', idntName: '学校', entNo: school.entNo, idntVal: person.empNo }])
  expect(result.user).toMatchObject({
    no: person.userNo,
    entNo: school.entNo,
    idntName: '学校',
    roles: ['P030ADMIN'],
    pwdFlag: '0',
    token: result.token,
  })
  const signedIn = clientOf(server, result.token)
  expect(await signedIn.call(user.get)).toEqual(result.user)
  const second = await stranger().call(signin.login, { name: person.userNo, pwd, idntNo: '030' })
  await clientOf(server, second.token).call(signin.logout)
  expect(await clientOf(server, second.token).answer(user.get)).toMatchObject({ code: 50008 })
  expect((await signedIn.call(user.get)).no).toBe(person.userNo)
})

test('a wrong password and an unknown name answer alike, and after many at once not even the right password lets in', async () => {
  const person = await makePerson(await makeSchool(server), { pwdHash })
  const wrong = await stranger().answer(signin.login, { name: person.name, pwd: 'wrong-one' })
  const unknown = await stranger().answer(signin.login, { name: 'nobody-here', pwd: 'wrong-one' })
  expect(wrong).toEqual({ code: 20001, result: null, message: '账号或密码不正确' })
  expect(unknown).toEqual(wrong)
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => stranger().answer(signin.login, { name: person.name, pwd: 'wrong-one' })),
  )
  expect(tries.filter(({ code }) => code === 20001).length).toBeLessThanOrEqual(4)
  // Expects it to be locked, or to ask for a code where there were fewer than five.
  expect([20002, 20008]).toContain((await stranger().answer(signin.login, { name: person.name, pwd })).code)
  await server.owner.query('delete from login_fail')
})

test('a user without campus identity is told so, at sign-in and when the last identity goes', async () => {
  const person = await makePerson(await makeSchool(server), { pwdHash })
  const message = '当前用户无校园身份，请重新登录！'
  await server.owner.query('delete from identity where user_no = $1', [person.userNo])
  expect(await person.client.answer(user.get)).toMatchObject({ code: 20003, message })
  expect(await stranger().answer(signin.login, { name: person.name, pwd })).toMatchObject({ code: 20003, message })
})

test('an initial password opens only its own change; after it every older session has ended', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { roles: ['P030ADMIN'], pwdHash, initial: true })
  const { token, user: shown } = await stranger().call(signin.login, { name: person.name, pwd })
  const client = clientOf(server, token)
  expect(shown.pwdFlag).toBe('1')
  expect(await client.answer(empgrp.getlist)).toMatchObject({ code: 20007, message: '请先修改初始密码' })
  expect(await client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'abc12' })).toMatchObject({ message: '新密码长度为6~20位' })
  expect(await client.answer(user.updatepwd, { oldPwd: 'abc', newPwd: pwd })).toMatchObject({ message: '新密码长度为6~20位' })
  expect(await client.answer(user.updatepwd, { newPwd: 'Sunny-day-7' })).toMatchObject({ message: '请输入旧密码' })
  expect(await client.answer(user.updatepwd, { oldPwd: 'not-mine', newPwd: 'Sunny-day-7' })).toMatchObject({ code: 20004 })
  expect(await client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'password1' })).toMatchObject({ code: 20005 })
  const changed = await client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })
  expect(changed).toMatchObject({ code: 0, message: '修改成功' })
  for (const old of [client, person.client]) expect(await old.answer(user.get)).toMatchObject({ code: 50008 })
  const fresh = clientOf(server, (changed.result as { token: string }).token)
  expect((await fresh.call(user.get)).pwdFlag).toBe('0')
  expect(await fresh.call(empgrp.getlist)).toEqual([])
})

test('a session ends after 120 quiet minutes, and after 12 hours in any case', async () => {
  const person = await makePerson(await makeSchool(server))
  await server.owner.query(`update session set seen_tm = now() - interval '119 minutes' where user_no = $1`, [person.userNo])
  expect(await person.client.answer(user.get)).toMatchObject({ code: 0 })
  await server.owner.query(`update session set seen_tm = now() - interval '121 minutes' where user_no = $1`, [person.userNo])
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50014 })
  await server.owner.query(`update session set seen_tm = now(), end_tm = now() where user_no = $1`, [person.userNo])
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50014 })
})

test('the menu and the buttons follow a change of rights with the next request', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school)
  expect(await person.client.call(userMdl.get)).toEqual([])
  await server.owner.query(`select set_config('app.ent_no', $1, false)`, [school.entNo])
  await server.owner.query(
    `begin; set local app.ent_no = '${school.entNo}'; insert into emprole (ent_no, emp_no, role_no) values ('${school.entNo}', '${person.empNo}', 'P030STAFF'); commit`,
  )
  expect(await person.client.call(userMdl.get)).toMatchObject([
    { mdlCode: 'gedu', lvl: 1, items: [{ mdlCode: 'edcunit', url: '/ent/edcunit', func: '000004' }] },
    {
      mdlCode: 'gstaff',
      lvl: 1,
      items: [
        { mdlCode: 'org', url: '/ent/org', func: '000004' },
        {
          mdlCode: 'gemp',
          sect: '1',
          items: [
            { mdlCode: 'emp', url: '/ent/emp', func: '000004' },
            { mdlCode: 'emparch', url: '/ecb/emparch', func: '000004' },
          ],
        },
        { mdlCode: 'empgrp', name: '员工组', items: [] },
      ],
    },
    {
      mdlCode: 'goffice',
      items: [
        { mdlCode: 'tsk', url: '/user/tsk', func: '000004' },
        { mdlCode: 'mtg', url: '/ent/mtg', func: '000004' },
        { mdlCode: 'vst', url: '/ent/vst', func: '000004,000008' },
        { mdlCode: 'bill', url: '/ent/bill', func: '000004' },
        {
          mdlCode: 'gact',
          items: [
            { mdlCode: 'act', url: '/vam/act', func: '000001,000004' },
            { mdlCode: 'reg', url: '/vam/reg', func: '000004' },
            { mdlCode: 'wrk', url: '/vam/wrk', func: '000004' },
          ],
        },
        { mdlCode: 'gres', items: [{ mdlCode: 'res', url: '/res/res', func: '000001,000004' }] },
      ],
    },
    {
      mdlCode: 'gadm',
      items: [{ mdlCode: 'glog', items: [{ mdlCode: 'history', url: '/ent/history', func: '000004' }] }],
    },
  ])
  await server.owner.query(`begin; set local app.ent_no = '${school.entNo}'; insert into emppwr (ent_no, emp_no, mdl_code, pwr_no, add_del_flag) values
    ('${school.entNo}', '${person.empNo}', 'empgrp', '000004', '2'), ('${school.entNo}', '${person.empNo}', 'emp', '000006', '1'); commit`)
  const [, menu] = await person.client.call(userMdl.get)
  expect(leavesOf(menu?.items ?? []).map(({ mdlCode, func }) => [mdlCode, func])).toEqual([
    ['org', '000004'],
    ['emp', '000004,000006'],
    ['emparch', '000004'],
  ])
  expect(await person.client.answer(empgrp.getlist)).toMatchObject({ code: 30001 })
})

test('a disabled employee is out with the next request', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { pwdHash })
  await server.owner.query(`update emp set stt = '2' where emp_no = $1`, [person.empNo])
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50008 })
  expect(await stranger().answer(signin.login, { name: person.name, pwd })).toMatchObject({ code: 20003 })
})

test('a password that is changed while somebody signs in with the old one leaves no session of the old one', async () => {
  const school = await makeSchool(server)
  for (let round = 0; round < 4; round++) {
    const person = await makePerson(school, { pwdHash })
    const change = person.client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })
    const beside = await Promise.all(Array.from({ length: 4 }, () => stranger().answer(signin.login, { name: person.name, pwd })))
    expect((await change).code).toBe(0)
    const tokens = beside.flatMap(({ code, result }) => (code === 0 ? [(result as { token: string }).token] : []))
    for (const token of tokens) expect((await clientOf(server, token).answer(user.get)).code).toBe(50008)
  }
})

test('many who sign in rightly at once from one address are all let in, and a right password never locks', async () => {
  const school = await makeSchool(server)
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(school, { pwdHash })))
  const answers = await Promise.all([...people, ...people].map(({ name }) => stranger().answer(signin.login, { name, pwd })))
  expect(answers.filter(({ code }) => code !== 0)).toEqual([])
  const [{ client }] = people as [(typeof people)[0]]
  for (let tries = 0; tries < 6; tries++)
    expect(await client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'password1' })).toMatchObject({ code: 20005 })
  expect(await client.answer(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })).toMatchObject({ code: 0 })
})

test('whoever belongs to a disabled school, or is disabled there, is told which after the right password', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { pwdHash })
  const said = async (shown: string) => (await stranger().answer(signin.login, { name: person.name, pwd: shown })).message
  const { rows } = await server.owner.query('select ent_name from ent where ent_no = $1', [school.entNo])
  const entName = rows[0].ent_name
  await school.admin.client.call(emp.disable, { datas: [person.empNo] })
  expect(await said('wrong-one')).toBe('账号或密码不正确')
  expect(await said(pwd)).toBe(`你在“${entName}”的员工账号已停用，请联系它的管理员`)
  await school.admin.client.call(emp.enable, { datas: [person.empNo] })
  await server.owner.query(`update ent set stt = '2' where ent_no = $1`, [school.entNo])
  expect(await said(pwd)).toBe(`“${entName}”已停用，请联系它的上级`)
})

test('a school under construction lets its administrators in to build it; others read that it is being built', async () => {
  const school = await makeSchool(server)
  const [builder, teacher] = [
    await makePerson(school, { roles: ['P030ADMIN'], pwdHash }),
    await makePerson(school, { roles: ['P030STAFF'], pwdHash }),
  ]
  await server.owner.query(`update ent set stt = '3' where ent_no = $1`, [school.entNo])
  const { token } = await stranger().call(signin.login, { name: builder.name, pwd })
  const built = await clientOf(server, token).call(org.create, { orgName: '新部门', prtNo: null })
  expect(built.orgName).toBe('新部门')
  expect(await stranger().answer(signin.login, { name: teacher.name, pwd })).toMatchObject({
    code: 20003,
    message: expect.stringMatching(/^学校还在建设中/),
  })
})

test('nobody signs in to a platform that is out of use; who has another identity enters that one', async () => {
  const shop = await makeSchool(server, { idntNo: '050' })
  const person = await makePerson(shop, { idntNo: '050', pwdHash })
  await server.owner.query(`update info set stt = '2' where type_code = 'IDNT' and info_no = '050'`)
  const notOpen = { code: 20010, message: '该平台暂未开通，尽情期待！' }
  expect(await stranger().answer(signin.login, { name: person.name, pwd })).toMatchObject(notOpen)
  expect(await stranger().answer(signin.login, { name: person.name, pwd, idntNo: '050' })).toMatchObject(notOpen)
  const school = await makeSchool(server)
  const { userNo } = await makePerson(school)
  await server.owner.query('update identity set user_no = $1 where user_no = $2', [person.userNo, userNo])
  expect((await stranger().call(signin.login, { name: person.name, pwd })).user.idntNo).toBe('030')
  await server.owner.query(`update info set stt = '1' where type_code = 'IDNT' and info_no = '050'`)
})
