import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { log } from '#server/base/log.ts'
import {
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  rootNo,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { leaveCodes, sent, setCodeChannel, setTelOf, takeAll, takeCodes, telOf } from '../../../../test/support/codeChannel.ts'
import { codeSentWords, codeSignIn } from './codes.contract.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

let server: TestServer
let school: School
let pwdHash: string
const pwd = 'Campus2026'
const take = takeCodes
const setChannel = (entNo: string, conf: Record<string, string>, useFlag?: string) => setCodeChannel(server, entNo, conf, useFlag)
const setCaptcha = (val: string) =>
  server.owner.query(`update pbccfg set dftl_val = $1 where cfg_code = 'CAPTCHA' and idnt_no = '000'`, [val])

beforeAll(async () => {
  // Runs in this process, whose channel is replaced.
  server = await startServer({ allowInside: ['127.0.0.1:9'] })
  school = await makeSchool(server)
  pwdHash = await hashPassword(pwd)
})
afterAll(async () => {
  leaveCodes()
  await server.close()
})
beforeEach(async () => {
  sent.length = 0
  take()
  await server.owner.query('delete from phonecode')
  await server.owner.query('delete from login_fail')
  await server.owner.query(`update outward set pause_tm = null`)
  await setCaptcha('off')
  await setChannel(rootNo, { tplCode: 'SMS_1' })
})

const stranger = () => clientOf(server)
const setTel = (person: Person, tel: string | null, ago?: string | null) => setTelOf(server, person, tel, ago)

type Made = Person & { tel: string }

/** Makes somebody whose phone has answered a code. */
async function verified(facts: Parameters<typeof makePerson>[1] = {}, where = school): Promise<Made> {
  const person = await makePerson(where, { pwdHash, ...facts })
  const tel = await telOf(server, person)
  await setTel(person, tel)
  return { ...person, tel }
}

/** Asks for a code and returns what the phone gets. */
async function codeFor(authTel: string, purpose: 'signin' | 'reset' = 'signin'): Promise<string> {
  // Lets the minute between two codes pass.
  await server.owner.query(`update phonecode set made_tm = made_tm - interval '61 seconds'`)
  const before = sent.length
  await stranger().call(codeSignIn.sendcode, { authTel, purpose })
  await expect.poll(() => sent.length, { timeout: 5000 }).toBe(before + 1)
  expect(sent.at(-1)).toMatchObject({ to: authTel, sms: { purpose: 'code' } })
  return sent.at(-1)?.sms.params[0] as string
}

const enter = (input: Record<string, unknown>) => stranger().answer(codeSignIn.signinbycode, input)
const refused = '手机或验证码不对，或验证码已过期；管理员还要填对密码'
const wrong = { code: 20009, message: refused, result: { errors: [{ field: 'code', message: refused }] } }
const other = (code: string) => (code === '111111' ? '222222' : '111111')

test('the code on the phone signs in, once, and the sign-in log says how', async () => {
  const person = await verified()
  const code = await codeFor(person.tel)
  expect(code).toMatch(/^\d{6}$/)
  const { token } = (await enter({ authTel: person.tel, code })).result as { token: string }
  expect(await clientOf(server, token).call(user.get)).toMatchObject({ no: person.userNo, telFlag: '1', pwdFlag: '0' })
  expect(await enter({ authTel: person.tel, code })).toEqual(wrong)
  const { rows } = await server.owner.query('select way, result, name from login_log where user_no = $1 order by id', [
    person.userNo,
  ])
  expect(rows).toEqual([
    { way: 'code', result: 'ok', name: person.tel },
    { way: 'code', result: 'wrongCode', name: person.tel },
  ])
})

test('of two calls with the same code at the same moment one enters', async () => {
  const { tel: authTel } = await verified()
  const code = await codeFor(authTel)
  const answers = await Promise.all([1, 2, 3].map(() => enter({ authTel, code })))
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
})

test('unknown numbers and those that an office typed get the same answer and no message, and no code of theirs lets in', async () => {
  const person = await verified()
  const typed = await makePerson(school, { pwdHash })
  const typedTel = await telOf(server, typed)
  const old = await verified()
  await setTel(old, old.tel, '181 days')
  const answers = []
  for (const authTel of [person.tel, '19900000001', typedTel, old.tel])
    answers.push(await stranger().answer(codeSignIn.sendcode, { authTel, purpose: 'signin' }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ code: 0, result: null, message: codeSentWords })]),
  )
  await expect.poll(() => sent.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent.map(({ to }) => to)).toEqual([person.tel])
  const again = await Promise.all(
    [person.tel, '19900000001', typedTel].map((authTel) =>
      stranger().answer(codeSignIn.sendcode, { authTel, purpose: 'signin' }),
    ),
  )
  for (const answer of again) expect(answer).toMatchObject({ code: 10019, message: expect.stringMatching(/^请 \d+ 秒后再获取/) })
  // Gives them a code that somebody guesses at once.
  for (const authTel of ['19900000001', typedTel, old.tel]) {
    const code = '123456'
    const hash = server.services.secret.hash(`code signin  ${authTel} ${code}`)
    const of = server.services.secret.hash(`phone of a code ${authTel}`)
    expect((await server.owner.query('update phonecode set code_hash = $1 where tel_hash = $2', [hash, of])).rowCount).toBe(1)
    expect(await enter({ authTel, code })).toEqual(wrong)
  }
})

test('a phone that somebody types in for an account is no way into it, and its change ends the proof', async () => {
  const person = await verified()
  const code = await codeFor(person.tel)
  await setTel(person, '19900000002', null)
  expect(await enter({ authTel: person.tel, code })).toEqual(wrong)
  await server.owner.query('update account set auth_tel = $2 where user_no = $1', [person.userNo, person.tel])
  const { rows } = await server.owner.query('select tel_tm from account where user_no = $1', [person.userNo])
  expect(rows).toEqual([{ tel_tm: null }])
  const victim = await makePerson(school, { pwdHash })
  const mine = await verified()
  await server.owner.query('update account set auth_tel = $2 where user_no = $1', [victim.userNo, mine.tel])
  const entered = await enter({ authTel: mine.tel, code: await codeFor(mine.tel) })
  expect((entered.result as { user: { no: string } }).user.no).toBe(mine.userNo)
})

test('after five wrong codes the right one is dead, and so is one of five minutes ago, or one before the newest', async () => {
  const person = await verified()
  const authTel = person.tel
  const code = await codeFor(authTel)
  for (let tries = 0; tries < 5; tries++) {
    expect(await enter({ authTel, code: other(code) })).toEqual(wrong)
    await server.owner.query('delete from login_fail')
  }
  expect(await enter({ authTel, code })).toEqual(wrong)
  await server.owner.query('delete from login_fail')
  const late = await codeFor(authTel)
  await server.owner.query(`update phonecode set until_tm = until_tm - interval '5 minutes'`)
  expect(await enter({ authTel, code: late })).toEqual(wrong)
  const before = await codeFor(authTel)
  const newest = await codeFor(authTel)
  if (before !== newest) expect(await enter({ authTel, code: before })).toEqual(wrong)
  expect((await enter({ authTel, code: newest })).code).toBe(0)
})

test('wrong codes count as wrong tries of the phone, and lock it as wrong passwords do, known or not', async () => {
  const person = await verified()
  for (const authTel of [person.tel, '19900000003']) {
    for (let tries = 0; tries < 5; tries++) await enter({ authTel, code: '000000' })
    expect((await enter({ authTel, code: '000000' })).code).toBe(20002)
  }
})

test('no code a second time within a minute, five an hour, ten a day for a phone, and twenty an hour for an address', async () => {
  const { tel: authTel } = await verified()
  const ask = (tel = authTel) => stranger().answer(codeSignIn.sendcode, { authTel: tel, purpose: 'signin' })
  const later = (time: string) => server.owner.query('update phonecode set made_tm = made_tm - $1::interval', [time])
  const both = await Promise.all([ask(), ask(), ask()])
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 10019, 10019])
  for (let times = 1; times < 5; times++) {
    await later('61 seconds')
    expect((await ask()).code).toBe(0)
  }
  await later('61 seconds')
  expect(await ask()).toMatchObject({ code: 10019, message: '获取验证码过于频繁，请一小时后再试' })
  await later('1 hour')
  for (let times = 5; times < 10; times++) {
    expect((await ask()).code).toBe(0)
    await later('61 seconds')
  }
  await later('1 hour')
  expect(await ask()).toMatchObject({ code: 10019, message: '这个手机今天获取验证码的次数已用完，请明天再试' })
  await server.owner.query('delete from phonecode')
  for (let number = 0; number < 20; number++) expect((await ask(`199001${String(number).padStart(5, '0')}`)).code).toBe(0)
  expect(await ask('19900200000')).toMatchObject({ code: 10019, message: '获取验证码过于频繁，请一小时后再试' })
})

test.each([
  ['an administrator', () => verified({ roles: ['P030ADMIN'] })],
  ['somebody of the platform', async () => verified({ idntNo: '060' }, await makeSchool(server, { idntNo: '060' }))],
])('%s needs code and password, and reads the same until both are right', async (_, make) => {
  const { tel: authTel, userNo } = await make()
  const code = await codeFor(authTel)
  expect(await enter({ authTel, code })).toEqual(wrong)
  expect(await enter({ authTel, code, pwd: 'Wrong-day-7' })).toEqual(wrong)
  expect(await enter({ authTel, code: other(code), pwd })).toEqual(wrong)
  const entered = await enter({ authTel, code, pwd })
  expect((entered.result as { user: { no: string } }).user.no).toBe(userNo)
})

test('of several verified accounts of the phone the person chooses one; that with an administrator’s password only after it', async () => {
  const one = await verified()
  const company = await makeSchool(server, { idntNo: '010' })
  const two = await verified({ idntNo: '010' }, company)
  const admin = await verified({ roles: ['P030ADMIN'] })
  for (const person of [two, admin]) await setTel(person, one.tel)
  const answer = await enter({ authTel: one.tel, code: await codeFor(one.tel) })
  const { choices } = answer.result as { choices: { tokenId: string; name: string }[] }
  expect([answer.code, choices.map(({ name }) => name).toSorted()]).toEqual([20015, [one.name, two.name].toSorted()])
  const tokenId = choices.find(({ name }) => name === two.name)?.tokenId as string
  expect((await stranger().call(signin.gettokenbyid, { id: tokenId })).user.no).toBe(two.userNo)
  const named = await enter({ authTel: one.tel, code: await codeFor(one.tel), idntNo: '010' })
  expect((named.result as { user: { no: string } }).user.no).toBe(two.userNo)
})

test('a password that somebody else set ends with the first sign-in by code, and the person sets one without an old one', async () => {
  const person = await verified({ initial: true })
  const { token: office } = await stranger().call(signin.login, { name: person.name, pwd })
  const { result } = await enter({ authTel: person.tel, code: await codeFor(person.tel) })
  const { token, user: me } = result as { token: string; user: Record<string, string> }
  expect(me).toMatchObject({ pwdFlag: '1', noPwdFlag: '1', pwdNote: '别人设的密码已经失效，请设一个自己的密码，才能继续使用。' })
  expect((await clientOf(server, office).answer(user.get)).code).toBe(50008)
  expect((await stranger().answer(signin.login, { name: person.name, pwd })).code).toBe(20001)
  const client = clientOf(server, token)
  expect((await client.answer(emp.getpage)).code).toBe(20007)
  expect(await client.answer(user.setpwd, { newPwd: 'password1' })).toMatchObject({ code: 20005 })
  const fresh = await client.call(user.setpwd, { newPwd: 'Sunny-day-7' })
  expect(await clientOf(server, fresh.token).call(user.get)).toMatchObject({ pwdFlag: '0', noPwdFlag: '0' })
  expect((await clientOf(server, fresh.token).answer(user.setpwd, { newPwd: 'Sunny-day-8' })).code).toBe(10001)
  expect((await stranger().answer(signin.login, { name: person.name, pwd: 'Sunny-day-7' })).code).toBe(0)
})

test('so it does where the person chose that account among several', async () => {
  const [one, two] = [await verified(), await verified({ initial: true })]
  await setTel(two, one.tel)
  const answer = await enter({ authTel: one.tel, code: await codeFor(one.tel) })
  const { choices } = answer.result as { choices: { tokenId: string; name: string }[] }
  const entered = await stranger().call(signin.gettokenbyid, {
    id: choices.find(({ name }) => name === two.name)?.tokenId as string,
  })
  expect(entered.user).toMatchObject({ no: two.userNo, noPwdFlag: '1' })
  expect((await stranger().answer(signin.login, { name: two.name, pwd })).code).toBe(20001)
  expect((await stranger().answer(signin.login, { name: one.name, pwd })).code).toBe(0)
})

test('a forgotten password is set anew by code; everything that was signed in ends, and both logs tell it', async () => {
  const person = await verified()
  const code = await codeFor(person.tel, 'reset')
  const reset = (input: Record<string, unknown>) =>
    stranger().answer(codeSignIn.resetpwd, { authTel: person.tel, code, newPwd: 'Sunny-day-7', ...input })
  expect((await reset({ code: other(code) })).message).toBe('手机或验证码不对，或验证码已过期')
  expect((await reset({ newPwd: 'abc' })).message).toBe('新密码长度为6~20位')
  expect(await reset({ newPwd: `${person.name}1` })).toMatchObject({ code: 20016 })
  expect(await reset({})).toEqual({ code: 0, result: null, message: '密码已重置，请用新密码登录' })
  expect(await reset({ newPwd: 'Sunny-day-8' })).toMatchObject({ code: 20009 })
  expect((await person.client.answer(user.get)).code).toBe(50008)
  expect((await stranger().answer(signin.login, { name: person.name, pwd })).code).toBe(20001)
  expect((await stranger().answer(signin.login, { name: person.name, pwd: 'Sunny-day-7' })).code).toBe(0)
  const { rows } = await server.owner.query(
    `select ent_no, tbl, user_no from history where call = '/common/user/resetpwd' and key ->> 'user_no' = $1`,
    [person.userNo],
  )
  expect(rows).toEqual([{ ent_no: school.entNo, tbl: 'account', user_no: person.userNo }])
  const lines = await server.owner.query(`select way from login_log where user_no = $1 and result = 'newPassword'`, [
    person.userNo,
  ])
  expect(lines.rows).toEqual([{ way: 'code' }])
})

test('administrators read that an administrator resets theirs; of several accounts the one is named that is meant', async () => {
  const admin = await verified({ roles: ['P030ADMIN'] })
  const reset = (authTel: string, code: string, userNo?: string) =>
    stranger().answer(codeSignIn.resetpwd, { authTel, code, newPwd: 'Sunny-day-7', ...(userNo && { userNo }) })
  expect(await reset(admin.tel, await codeFor(admin.tel, 'reset'))).toMatchObject({
    code: 10001,
    message: '这是管理员的账号，请上级单位或平台的管理员重置密码',
  })
  const [one, two] = [await verified(), await verified()]
  for (const person of [two, admin]) await setTel(person, one.tel)
  const code = await codeFor(one.tel, 'reset')
  const asked = await reset(one.tel, code)
  expect(asked).toMatchObject({ code: 20015, result: { accounts: expect.any(Array) } })
  const { accounts } = asked.result as { accounts: { userNo: string }[] }
  expect(accounts.map(({ userNo }) => userNo).toSorted()).toEqual([one.userNo, two.userNo].toSorted())
  expect((await reset(one.tel, code, admin.userNo)).code).toBe(20015)
  expect((await reset(one.tel, code, two.userNo)).code).toBe(0)
  expect((await stranger().answer(signin.login, { name: one.name, pwd })).code).toBe(0)
  expect((await stranger().answer(signin.login, { name: two.name, pwd: 'Sunny-day-7' })).code).toBe(0)
})

test('a code for one purpose is none for another', async () => {
  const { tel: authTel } = await verified()
  const forReset = await codeFor(authTel, 'reset')
  expect(await enter({ authTel, code: forReset })).toEqual(wrong)
  const forSignIn = await codeFor(authTel)
  if (forSignIn !== forReset)
    expect((await stranger().answer(codeSignIn.resetpwd, { authTel, code: forSignIn, newPwd: 'Sunny-day-7' })).code).toBe(20009)
  expect((await enter({ authTel, code: forSignIn })).code).toBe(0)
})

test('the holder verifies the own phone by a code, signed in by password in a full session', async () => {
  const person = await makePerson(school, { pwdHash })
  const tel = await telOf(server, person)
  expect(await person.client.call(user.get)).toMatchObject({ telFlag: '0' })
  await person.client.call(user.sendtelcode)
  const code = sent[0]?.sms.params[0] as string
  expect(sent[0]?.to).toBe(tel)
  expect(await enter({ authTel: tel, code })).toEqual(wrong)
  expect(await person.client.answer(user.verifytel, { code: other(code) })).toMatchObject({
    code: 10001,
    result: { errors: [{ field: 'code', message: '验证码不对，或已过期' }] },
  })
  const colleague = await makePerson(school, { pwdHash })
  await setTel(colleague, tel, null)
  expect((await colleague.client.answer(user.verifytel, { code })).code).toBe(10001)
  expect(await person.client.answer(user.verifytel, { code })).toMatchObject({ code: 0, message: '登录手机已验证' })
  expect((await person.client.answer(user.verifytel, { code })).code).toBe(10001)
  expect(await person.client.call(user.get)).toMatchObject({ telFlag: '1' })
  await person.client.call(user.updatetel, { authTel: '19900000009', pwd })
  expect(await person.client.call(user.get)).toMatchObject({ telFlag: '0' })
})

test('neither an initial session nor one by code verifies a phone, nor a code that went to the phone before', async () => {
  const initial = await makePerson(school, { pwdHash, initial: true })
  expect((await initial.client.answer(user.sendtelcode)).code).toBe(20007)
  const known = await verified()
  const entered = await enter({ authTel: known.tel, code: await codeFor(known.tel) })
  const byCode = clientOf(server, (entered.result as { token: string }).token)
  expect(await byCode.answer(user.sendtelcode)).toMatchObject({ code: 30001, message: '请用密码登录后再验证登录手机' })
  const person = await makePerson(school, { pwdHash })
  await person.client.call(user.sendtelcode)
  const code = sent.at(-1)?.sms.params[0] as string
  await person.client.call(user.updatetel, { authTel: '19900000010', pwd })
  expect((await person.client.answer(user.verifytel, { code })).code).toBe(10001)
})

test('the code leaves through the own enterprise where it has a template for codes, else through the platform, else not at all', async () => {
  const through: string[] = []
  take((lot, { settings }) => {
    through.push(settings.tplCode ?? '')
    return takeAll(lot)
  })
  const own = await makeSchool(server)
  const person = await verified({}, own)
  await setChannel(own.entNo, { tplNotice: 'SMS_9' })
  await codeFor(person.tel)
  await setChannel(own.entNo, { tplCode: 'SMS_2' })
  await codeFor(person.tel)
  expect(through).toEqual(['SMS_1', 'SMS_2'])
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ codeFlag: '1' })
  for (const entNo of [own.entNo, rootNo]) await setChannel(entNo, { tplCode: 'SMS_1' }, '0')
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ codeFlag: '0' })
  expect(await person.client.answer(user.sendtelcode)).toMatchObject({ code: 10019 })
  await server.owner.query('delete from phonecode')
  expect((await person.client.answer(user.sendtelcode)).message).toBe('短信没有发出去，请稍后再试，或联系管理员')
})

test('a restored installation sends no code', async () => {
  const person = await makePerson(school, { pwdHash })
  await server.owner.query(`update outward set pause_tm = now(), pause_why = '恢复'`)
  expect((await person.client.answer(user.sendtelcode)).message).toBe('短信没有发出去，请稍后再试，或联系管理员')
  expect(sent).toEqual([])
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ codeFlag: '0' })
})

test('neither logs nor history nor any table holds a code, not even where the channel quotes it', async () => {
  const lines = vi.spyOn(log, 'warn')
  const person = await verified()
  const code = await codeFor(person.tel)
  await enter({ authTel: person.tel, code })
  take(async (lot) => {
    sent.push(...lot)
    throw new Error(`template refused ${lot[0]?.sms.params[0]}`)
  })
  const lost = await codeFor(person.tel, 'reset')
  await expect.poll(() => lines.mock.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines.mock.calls)).not.toContain(lost)
  lines.mockRestore()
  for (const table of ['history', 'login_log', 'phonecode', 'operation', 'session', 'login_fail']) {
    const { rows } = await server.owner.query(`select t::text as row from ${table} t`)
    for (const one of [code, lost]) for (const { row } of rows) expect(row.split(/[^0-9a-zA-Z]+/), table).not.toContain(one)
  }
})
