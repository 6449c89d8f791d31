import { expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { clientOf, makePerson, makeSchool } from '../../../../test/support/harness.ts'
import { sent, telOf } from '../../../../test/support/codeChannel.ts'
import { openCodeDesk, other, pwd, wrong } from '../../../../test/support/codeDesk.ts'
import { codeSentWords, codeSignIn } from './codes.contract.ts'

const desk = openCodeDesk()
const { stranger, setTel, verified, codeFor, enter } = desk

test('the code on the phone signs in, once, and the sign-in log says how', async () => {
  const person = await verified()
  const code = await codeFor(person.tel)
  expect(code).toMatch(/^\d{6}$/)
  const { token } = (await enter({ authTel: person.tel, code })).result as { token: string }
  expect(await clientOf(desk.server, token).call(user.get)).toMatchObject({ no: person.userNo, telFlag: '1', pwdFlag: '0' })
  expect(await enter({ authTel: person.tel, code })).toEqual(wrong)
  const { rows } = await desk.server.owner.query('select way, result, name from login_log where user_no = $1 order by id', [
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
  const typed = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  const typedTel = await telOf(desk.server, typed)
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
    const hash = desk.server.services.secret.hash(`code signin  ${authTel} ${code}`)
    const of = desk.server.services.secret.hash(`phone of a code ${authTel}`)
    expect((await desk.server.owner.query('update phonecode set code_hash = $1 where tel_hash = $2', [hash, of])).rowCount).toBe(
      1,
    )
    expect(await enter({ authTel, code })).toEqual(wrong)
  }
})

test('a phone that somebody types in for an account is no way into it, and its change ends the proof', async () => {
  const person = await verified()
  const code = await codeFor(person.tel)
  await setTel(person, '19900000002', null)
  expect(await enter({ authTel: person.tel, code })).toEqual(wrong)
  await desk.server.owner.query('update account set auth_tel = $2 where user_no = $1', [person.userNo, person.tel])
  const { rows } = await desk.server.owner.query('select tel_tm from account where user_no = $1', [person.userNo])
  expect(rows).toEqual([{ tel_tm: null }])
  const victim = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  const mine = await verified()
  await desk.server.owner.query('update account set auth_tel = $2 where user_no = $1', [victim.userNo, mine.tel])
  const entered = await enter({ authTel: mine.tel, code: await codeFor(mine.tel) })
  expect((entered.result as { user: { no: string } }).user.no).toBe(mine.userNo)
})

test('after five wrong codes the right one is dead, and so is one of five minutes ago, or one before the newest', async () => {
  const person = await verified()
  const authTel = person.tel
  const code = await codeFor(authTel)
  for (let tries = 0; tries < 5; tries++) {
    expect(await enter({ authTel, code: other(code) })).toEqual(wrong)
    await desk.server.owner.query('delete from login_fail')
  }
  expect(await enter({ authTel, code })).toEqual(wrong)
  await desk.server.owner.query('delete from login_fail')
  const late = await codeFor(authTel)
  await desk.server.owner.query(`update phonecode set until_tm = until_tm - interval '5 minutes'`)
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
  const later = (time: string) => desk.server.owner.query('update phonecode set made_tm = made_tm - $1::interval', [time])
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
  await desk.server.owner.query('delete from phonecode')
  for (let number = 0; number < 20; number++) expect((await ask(`199001${String(number).padStart(5, '0')}`)).code).toBe(0)
  expect(await ask('19900200000')).toMatchObject({ code: 10019, message: '获取验证码过于频繁，请一小时后再试' })
})

test.each([
  ['an administrator', () => verified({ roles: ['P030ADMIN'] })],
  ['somebody of the platform', async () => verified({ idntNo: '060' }, await makeSchool(desk.server, { idntNo: '060' }))],
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
  const company = await makeSchool(desk.server, { idntNo: '010' })
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
  expect((await clientOf(desk.server, office).answer(user.get)).code).toBe(50008)
  expect((await stranger().answer(signin.login, { name: person.name, pwd })).code).toBe(20001)
  const client = clientOf(desk.server, token)
  expect((await client.answer(emp.getpage)).code).toBe(20007)
  expect(await client.answer(user.setpwd, { newPwd: 'password1' })).toMatchObject({ code: 20005 })
  const fresh = await client.call(user.setpwd, { newPwd: 'Sunny-day-7' })
  expect(await clientOf(desk.server, fresh.token).call(user.get)).toMatchObject({ pwdFlag: '0', noPwdFlag: '0' })
  expect((await clientOf(desk.server, fresh.token).answer(user.setpwd, { newPwd: 'Sunny-day-8' })).code).toBe(10001)
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
  const { rows } = await desk.server.owner.query(
    `select ent_no, tbl, user_no from history where call = '/common/user/resetpwd' and key ->> 'user_no' = $1`,
    [person.userNo],
  )
  expect(rows).toEqual([{ ent_no: desk.school.entNo, tbl: 'account', user_no: person.userNo }])
  const lines = await desk.server.owner.query(`select way from login_log where user_no = $1 and result = 'newPassword'`, [
    person.userNo,
  ])
  expect(lines.rows).toEqual([{ way: 'code' }])
  const told = await desk.server.owner.query(
    'select m.title from msg m join msgto t using (ent_no, msg_no) where t.emp_no = $1',
    [person.empNo],
  )
  expect(told.rows).toContainEqual({ title: '你的密码刚刚用短信验证码重新设置' })
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
  const person = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  const tel = await telOf(desk.server, person)
  expect(await person.client.call(user.get)).toMatchObject({ telFlag: '0' })
  await person.client.call(user.sendtelcode)
  const code = sent[0]?.sms.params[0] as string
  expect(sent[0]?.to).toBe(tel)
  expect(await enter({ authTel: tel, code })).toEqual(wrong)
  expect(await person.client.answer(user.verifytel, { code: other(code) })).toMatchObject({
    code: 10001,
    result: { errors: [{ field: 'code', message: '验证码不对，或已过期' }] },
  })
  const colleague = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  await setTel(colleague, tel, null)
  expect((await colleague.client.answer(user.verifytel, { code })).code).toBe(10001)
  expect(await person.client.answer(user.verifytel, { code })).toMatchObject({ code: 0, message: '登录手机已验证' })
  expect((await person.client.answer(user.verifytel, { code })).code).toBe(10001)
  expect(await person.client.call(user.get)).toMatchObject({ telFlag: '1' })
  await person.client.call(user.updatetel, { authTel: '19900000009', pwd })
  expect(await person.client.call(user.get)).toMatchObject({ telFlag: '0' })
})

test('neither an initial session nor one by code verifies a phone, nor a code that went to the phone before', async () => {
  const initial = await makePerson(desk.school, { pwdHash: desk.pwdHash, initial: true })
  expect((await initial.client.answer(user.sendtelcode)).code).toBe(20007)
  const known = await verified()
  const entered = await enter({ authTel: known.tel, code: await codeFor(known.tel) })
  const byCode = clientOf(desk.server, (entered.result as { token: string }).token)
  expect(await byCode.answer(user.sendtelcode)).toMatchObject({ code: 30001, message: '请用密码登录后再验证登录手机' })
  const person = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  await person.client.call(user.sendtelcode)
  const code = sent.at(-1)?.sms.params[0] as string
  await person.client.call(user.updatetel, { authTel: '19900000010', pwd })
  expect((await person.client.answer(user.verifytel, { code })).code).toBe(10001)
})
