import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { getcfg } from '#features/ecb/getcfg/getcfg.contract.ts'
import { enterpriseSettings } from '#features/ecb/entcfg/entcfg.contract.ts'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { shippedParameters } from '#server/reference/parameters.ts'
import { clientOf, makePerson, makeSchool, type Person, type School, startServer, type TestServer } from '../support/harness.ts'
import { makeOperator, pwd, pwdHash } from '../support/seedSchool.ts'
import { workbook } from '../support/seedRecords.ts'

// Starts two processes on one database: what is changed at one is read at the other.
let server: TestServer
let other: TestServer
let operator: Person
let school: School
beforeAll(async () => {
  server = await startServer()
  other = await startServer({ sharing: server })
  operator = await makeOperator(server)
  school = await makeSchool(server)
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => server.owner.query('delete from login_fail'))

const setForAll = (cfgCode: string, dftlVal: string) => operator.client.call(pbccfg.update, { cfgCode, dftlVal })
const setHere = (cfgCode: string, curVal: string | null) =>
  school.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode, curVal }] })
const newPerson = async () => makePerson(school, { pwdHash: await pwdHash, roles: ['P030ADMIN'] })
const signIn = (name: string, password = pwd) => clientOf(other).answer(signin.login, { name, pwd: password })

test('every setting that ships is read somewhere', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/parameters\.ts$|\.test\.ts$|settingGroups\.ts$/.test(file))
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const unread = shippedParameters.filter(({ cfgCode }) => !new RegExp(`\\b${cfgCode}\\b`).test(source))
  expect(unread.map(({ cfgCode }) => cfgCode)).toEqual([])
})

test('how many wrong passwords lock an account, and for how long, holds from the next try on', async () => {
  await setForAll('LGN_FAIL_MAX', '3')
  await setForAll('LGN_LOCK_MIN', '40')
  const { name, userNo } = await newPerson()
  for (let tries = 0; tries < 3; tries++) expect(await signIn(name, 'wrong-one')).toMatchObject({ code: 20001 })
  expect(await signIn(name)).toMatchObject({ code: 20002, message: '密码错误次数过多，请 40 分钟后再试' })
  const { rows } = await server.owner.query(
    `select until_tm > now() + interval '39 minutes' as long from login_fail where who like 'name:%'`,
  )
  expect(rows).toEqual([{ long: true }])
  const lockFlag = async () => (await operator.client.call(account.getpage, { keyWord: userNo })).datas[0]?.lockFlag
  expect(await lockFlag()).toBe('1')
  await setForAll('LGN_FAIL_MAX', '5')
  expect(await lockFlag()).toBe('0')
  // Expects a check after three wrong ones again, in place of the lock.
  expect(await signIn(name)).toMatchObject({ code: 20008 })
  await setForAll('LGN_LOCK_MIN', '15')
})

test('what a sign-in asks for after wrong tries is a slide, an image alone, or nothing, while the lock stays', async () => {
  const { name } = await newPerson()
  for (let tries = 0; tries < 3; tries++) await signIn(name, 'wrong-one')
  expect(await signIn(name)).toMatchObject({ code: 20008, result: { codeFlag: '1' } })
  await setForAll('CAPTCHA', 'img')
  expect(await signIn(name)).toMatchObject({ code: 20008, result: { codeFlag: '1', codeType: 'img' } })
  await setForAll('CAPTCHA', 'off')
  for (let tries = 0; tries < 2; tries++) expect(await signIn(name, 'wrong-one')).toMatchObject({ code: 20001, result: null })
  expect(await signIn(name)).toMatchObject({ code: 20002 })
  await setForAll('CAPTCHA', 'slide')
})

test('a session lasts without a call for as long as the platform says now', async () => {
  const person = await newPerson()
  const here = clientOf(other, person.client.token)
  await server.owner.query(`update session set seen_tm = now() - interval '30 minutes' where user_no = $1`, [person.userNo])
  await setForAll('TKN_WIN', '20')
  expect(await here.answer(user.get)).toMatchObject({ code: 50014 })
  await setForAll('TKN_WIN', '200')
  await server.owner.query(`update session set seen_tm = now() - interval '190 minutes' where user_no = $1`, [person.userNo])
  expect(await here.answer(user.get)).toMatchObject({ code: 0 })
  await setForAll('TKN_WIN', '120')
})

test('where strong passwords are asked for, a new one has 8 to 20 characters of two classes', async () => {
  const person = await makePerson(school, { pwdHash: await pwdHash })
  const here = clientOf(other, person.client.token)
  await setHere('PWD_STRONG', '1')
  const change = (newPwd: string) => here.answer(user.updatepwd, { oldPwd: pwd, newPwd })
  for (const weak of ['sunny7', 'sunnydayagain', '下雨天Sunny77'])
    expect(await change(weak)).toMatchObject({
      code: 20014,
      message: '新密码须为 8 至 20 位，并含大写字母、小写字母、数字、符号中的至少两类',
    })
  expect((await here.call(user.get)).strongFlag).toBe('1')
  await setHere('PWD_STRONG', null)
  expect(await change('sunnyd')).toMatchObject({ code: 0 })
})

test('a password that is older than the enterprise allows leads to its change, and is as good as new afterwards', async () => {
  const person = await newPerson()
  await server.owner.query(`update account set pwd_tm = now() - interval '31 days' where user_no = $1`, [person.userNo])
  expect(await signIn(person.name)).toMatchObject({ result: { user: { pwdFlag: '0', pwdNote: null } } })
  await setHere('PWD_DAYS', '30')
  const { result } = await signIn(person.name)
  const { token, user: shown } = result as { token: string; user: { pwdFlag: string; pwdNote: string } }
  expect(shown).toMatchObject({ pwdFlag: '1', pwdNote: '密码已超过 30 天没有修改，须先修改，才能继续使用。' })
  const old = clientOf(other, token)
  expect(await old.answer(empgrp.getlist)).toMatchObject({ code: 20007, message: '密码已过有效期，请先修改' })
  const changed = await old.call(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })
  expect(await clientOf(other, changed.token).answer(empgrp.getlist)).toMatchObject({ code: 0 })
  expect(await signIn(person.name, 'Sunny-day-7')).toMatchObject({ result: { user: { pwdFlag: '0' } } })
  await server.owner.query(`update account set pwd_tm = now() - interval '31 days' where user_no = $1`, [person.userNo])
  await operator.client.call(account.resetpwd, { userNo: person.userNo })
  const { rows } = await server.owner.query(
    `select pwd_tm > now() - interval '1 minute' as fresh from account where user_no = $1`,
    [person.userNo],
  )
  expect(rows).toEqual([{ fresh: true }])
  await setHere('PWD_DAYS', null)
})

test('a list of more rows than an enterprise takes at once is refused', async () => {
  const preview = async () => {
    const { fileNo } = await school.admin.client.call(upload.upload, { file: await workbook('高明') })
    return school.admin.client.answer(emp.importemp, { fileNo })
  }
  await server.owner.query(`begin; set local app.ent_no = '${school.entNo}';
    insert into entcfg (ent_no, cfg_code, cur_val) values ('${school.entNo}', 'IMP_MAX', '0'); commit`)
  expect(await preview()).toMatchObject({ code: 10010, message: '这份名单有 1 行，本单位一次最多导入 0 行，请分成几份' })
  await setHere('IMP_MAX', '1')
  expect(await preview()).toMatchObject({ code: 0 })
})

test('half a try is no setting, and one that was stored before keeps nobody from signing in', async () => {
  const refused = await operator.client.answer(pbccfg.update, { cfgCode: 'LGN_FAIL_MAX', dftlVal: '4.5' })
  expect(refused.message).toBe('默认值“4.5”应为 3 到 20 之间的整数')
  await server.owner.query(`update pbccfg set dftl_val = '4.5' where cfg_code = 'LGN_FAIL_MAX';
    update pbccfg set dftl_val = 'off' where cfg_code = 'CAPTCHA'`)
  const { name } = await newPerson()
  const codes: number[] = []
  for (let tries = 0; tries < 6; tries++) codes.push((await signIn(name, 'wrong-one')).code)
  expect(codes).toEqual([20001, 20001, 20001, 20001, 20001, 20002])
  await server.owner.query(`update pbccfg set dftl_val = '5' where cfg_code = 'LGN_FAIL_MAX';
    update pbccfg set dftl_val = 'slide' where cfg_code = 'CAPTCHA'`)
})

test('no enterprise makes sign-in weaker than the platform does, not even with what it has set before', async () => {
  const person = await newPerson()
  const own = { PWD_STRONG: '0', PWD_DAYS: '60' }
  for (const [cfgCode, curVal] of Object.entries(own)) await setHere(cfgCode, curVal)
  await setForAll('PWD_STRONG', '1')
  await setForAll('PWD_DAYS', '30')
  const shown = await school.admin.client.call(enterpriseSettings.getlist)
  const inForce = shown.filter(({ cfgCode }) => cfgCode in own).map(({ cfgCode, curVal }) => [cfgCode, curVal])
  expect(Object.fromEntries(inForce)).toEqual({ PWD_STRONG: '1', PWD_DAYS: '30' })
  await server.owner.query(`update account set pwd_tm = now() - interval '31 days' where user_no = $1`, [person.userNo])
  expect(await signIn(person.name)).toMatchObject({ result: { user: { pwdFlag: '1', strongFlag: '1' } } })
  const { client } = school.admin
  const { entNo } = school
  const weak = async (cfgCode: string, curVal: string) => [
    (await client.answer(getcfg.set, { entCfgs: [{ cfgCode, curVal }] })).message,
    (await client.answer(enterpriseSettings.updateentcfg, { cfgCode, curVal })).message,
    (await operator.client.answer(enterpriseSettings.createcfgent, { datas: [{ entNo, cfgCode, curVal }] })).message,
  ]
  const days = '参数“密码有效天数（0 为不限）”不能比平台的默认值“30”宽松，只能更严'
  for (const curVal of ['0', '31']) expect(await weak('PWD_DAYS', curVal)).toEqual([days, days, days])
  const strong = '参数“修改密码须为 8 至 20 位并含两类字符”不能比平台的默认值“是”宽松，只能更严'
  expect(await weak('PWD_STRONG', '0')).toEqual([strong, strong, strong])
  await setHere('PWD_DAYS', '7')
  expect(await signIn(person.name)).toMatchObject({ result: { user: { pwdNote: expect.stringContaining(' 7 天') } } })
  for (const cfgCode of Object.keys(own)) {
    await setForAll(cfgCode, '0')
    await setHere(cfgCode, null)
  }
})
