import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outgoing } from '#domain/channels/adapter.ts'
import { adapters } from '#domain/channels/adapters.ts'
import { asOwner, makePerson, makeSchool, rootNo } from '../test/support/harness.ts'
import { pwdHash } from '../test/support/seedSchool.ts'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
const codes: string[] = []
const alisms = adapters.alisms
beforeAll(async () => {
  stage = await openStage()
  const send = async (_: unknown, lot: readonly Outgoing[]) => {
    codes.push(...lot.map(({ sms }) => sms.params[0] as string))
    return lot.map(({ dlvNo }) => ({ dlvNo, is: 'accepted' as const }))
  }
  Object.assign(adapters, { alisms: { ...alisms, send } })
})
afterAll(() => {
  Object.assign(adapters, { alisms })
  return stage.close()
})

const useChannel = (useFlag: string) =>
  asOwner(stage.server, rootNo, (db) =>
    db
      .insertInto('chn')
      .values({ entNo: rootNo, chnKind: 'alisms', conf: JSON.stringify({ tplCode: 'SMS_1' }), useFlag })
      .onConflict((one) => one.columns(['entNo', 'chnKind']).doUpdateSet({ useFlag }))
      .execute(),
  )
beforeEach(async () => {
  for (const table of ['login_fail', 'phonecode']) await stage.server.owner.query(`delete from ${table}`)
  await useChannel('1')
})

/** Makes somebody whose phone has answered a code, or has not. */
async function somebody(isVerified: boolean, initial = false) {
  const person = await makePerson(await makeSchool(stage.server), { pwdHash: await pwdHash, initial, roles: ['P030STAFF'] })
  const { rows } = await stage.server.owner.query(
    `update account set tel_tm = case when $2 then now() end where user_no = $1 returning auth_tel`,
    [person.userNo, isVerified],
  )
  return { ...person, tel: rows[0].auth_tel as string }
}

async function typeCode(page: Page) {
  const before = codes.length
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect.poll(() => codes.length, { timeout: 10_000 }).toBe(before + 1)
  await page.getByLabel('短信验证码').fill(codes.at(-1) as string)
}

test('where no codes can be sent the sign-in offers none, and their address is that of the password', async () => {
  await useChannel('0')
  const { page } = await stage.visit('/login?way=code')
  await page.getByLabel('账号').waitFor()
  await page.getByRole('link', { name: '修改密码' }).waitFor()
  expect(await page.getByRole('link', { name: '验证码登录' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: '忘记密码' }).count()).toBe(0)
})

test.each([
  ['1440', desktop],
  ['390', phone],
])('at %s px a code to the phone signs in, and what is wrong stands beside its field', async (_, size) => {
  const { tel } = await somebody(true)
  const { page, calm } = await stage.visit('/login', size)
  await page.getByRole('link', { name: '验证码登录' }).click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('应为 1 开头的 11 位数字').waitFor()
  await page.getByLabel('手机').fill(tel)
  await typeCode(page)
  await page.getByRole('button', { name: /秒后重发/ }).waitFor()
  const right = codes.at(-1) as string
  await page.getByLabel('短信验证码').fill('12')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('短信验证码是 6 位数字').waitFor()
  await page.getByLabel('短信验证码').fill(right === '111111' ? '222222' : '111111')
  await page.getByLabel('短信验证码').press('Enter')
  await page.getByText('手机或验证码不对，或验证码已过期').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByLabel('短信验证码').fill(right)
  await page.getByLabel('短信验证码').press('Enter')
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  calm()
})

test('who comes in by a code for the first time sets a password of their own, without an old one', async () => {
  const { tel } = await somebody(true, true)
  const { page, calm } = await stage.visit('/login', phone)
  await page.getByRole('link', { name: '验证码登录' }).click()
  await page.getByLabel('手机').fill(tel)
  await typeCode(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('别人设的密码已经失效').waitFor()
  await page.getByRole('button', { name: '设置密码' }).waitFor()
  expect(await page.getByLabel('旧密码').count()).toBe(0)
  await page.getByLabel('新密码').fill('Sunny-day-7')
  await page.getByLabel('再次输入').fill('Sunny-day-7')
  await page.getByRole('button', { name: '设置密码' }).click()
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  calm()
})

test('a forgotten password is set anew, and the sign-in goes on with the phone filled in', async () => {
  const { tel } = await somebody(true)
  const { page, calm } = await stage.visit('/login?redirect=%2Fprofile%2Findex', phone)
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByLabel('手机').fill(tel)
  await typeCode(page)
  await page.getByLabel('新密码').fill('Sunny-day-7')
  await page.getByLabel('再次输入').fill('Sunny-day-8')
  await page.getByRole('button', { name: '重设密码' }).click()
  await page.getByText('两次密码输入不一致').waitFor()
  await page.getByLabel('再次输入').fill('Sunny-day-7')
  await page.getByRole('button', { name: '重设密码' }).click()
  await page.getByText('密码已重置，请用新密码登录').waitFor()
  expect(await page.getByLabel('账号').inputValue()).toBe(tel)
  await page.getByLabel('密码', { exact: true }).fill('Sunny-day-7')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: '个人中心' }).waitFor()
  calm()
})

test.each([
  ['1440', desktop],
  ['390', phone],
])('at %s px the own page says whether the phone is verified, and verifies it', async (_, size) => {
  const person = await somebody(false)
  const { page, signIn, calm } = await stage.visit('/login?redirect=%2Fprofile%2Findex', size)
  await signIn(person.name, 'Campus2026')
  await page.getByText('未验证').waitFor()
  await page.getByRole('button', { name: '验证', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await typeCode(page)
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await page.getByText('已验证', { exact: true }).waitFor()
  calm()
})
