import { expect, test } from 'vitest'
import { user } from '#contract/shell/user.contract.ts'
import { makePerson, makeSchool, type Person } from '../../../../test/support/harness.ts'
import { sent } from '../../../../test/support/codeChannel.ts'
import { openCodeDesk, other, pwd } from '../../../../test/support/codeDesk.ts'

const desk = openCodeDesk()
const { verified, setTel } = desk

/** Asks for a code to the phone of another account, and returns what that phone gets. */
async function codeFor(mine: Person, name: string): Promise<string> {
  await desk.server.owner.query(`update phonecode set made_tm = made_tm - interval '61 seconds'`)
  const before = sent.length
  await mine.client.call(user.sendjoincode, { name })
  await expect.poll(() => sent.length, { timeout: 5000 }).toBe(before + 1)
  return sent.at(-1)?.sms.params[0] as string
}

/** Makes two accounts of one holder, the other of which lives in a company and has verified its phone. */
async function twoAccounts(roles?: string[]) {
  const there = await makeSchool(desk.server, { idntNo: '010' })
  const mine = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  const second = await verified({ idntNo: '010', ...(roles && { roles }) }, there)
  return { there, mine, second }
}
const fault = ({ client }: Person, input: object) =>
  client.answer(user.join, input as { name: string }).then(({ result }) => (result as { errors: unknown[] } | null)?.errors?.[0])

test('the holder joins another account by a code to the phone that it has verified, once, and nobody by another’s code', async () => {
  const { there, mine, second } = await twoAccounts()
  const code = await codeFor(mine, second.name)
  expect(sent.at(-1)?.to).toBe(second.tel)
  const stranger = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  const wrong = { field: 'code', message: '验证码不对，或已过期' }
  expect(await fault(stranger, { name: second.name, code })).toEqual(wrong)
  expect(await fault(mine, { name: second.name, code: other(code) })).toEqual(wrong)
  expect(await mine.client.call(user.previewjoin, { name: second.name, code })).toMatchObject({ idnts: [{ entNo: there.entNo }] })
  await mine.client.call(user.join, { name: second.name, code })
  expect((await mine.client.call(user.getownidnts)).map(({ entNo }) => entNo).sort()).toEqual(
    [desk.school.entNo, there.entNo].sort(),
  )
})

test('an administrator’s account is joined by password and code together, by neither alone', async () => {
  const { mine, second } = await twoAccounts(['P010ADMIN'])
  const { name } = second
  expect(await fault(mine, { name, pwd })).toEqual({ field: 'code', message: '管理员的账号合并时，密码以外还要短信验证码' })
  const code = await codeFor(mine, name)
  expect(await fault(mine, { name, code })).toEqual({ field: 'pwd', message: '管理员的账号合并时，验证码以外还要它的密码' })
  expect(await fault(mine, { name, code, pwd: 'wrong-one' })).toEqual({
    field: 'code',
    message: '密码或验证码不对，或验证码已过期',
  })
  expect(await mine.client.answer(user.join, { name, code, pwd })).toMatchObject({ code: 0, message: '账号已合并' })
})

test('no code leaves for a phone that was only typed in, nor for a name that is nobody’s, and the answer is the same', async () => {
  const { mine, second } = await twoAccounts()
  const typed = await verified()
  await setTel(typed, typed.tel, null)
  const answers = []
  for (const name of [second.name, typed.name, 'nobody-at-all']) {
    await desk.server.owner.query(`update phonecode set made_tm = made_tm - interval '61 seconds'`)
    answers.push(await mine.client.answer(user.sendjoincode, { name }))
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await expect.poll(() => sent.length).toBe(1)
  expect(await fault(mine, { name: typed.name, code: '123456' })).toEqual({ field: 'code', message: '验证码不对，或已过期' })
  expect(await fault(mine, { name: second.name })).toEqual({ field: 'pwd', message: '请填写它的密码，或短信验证码' })
  await expect(mine.client.call(user.sendjoincode, { name: second.name })).rejects.toThrow(/秒后再获取/)
})
