import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type Envelope, readEnvelope, toRequest } from '#contract/wire.ts'
import { drawText } from '#server/auth/captchaImage.ts'
import { hashPassword } from '#server/auth/password.ts'
import { hashOf } from '#server/base/tokens.ts'
import { clientOf, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { captcha } from '#contract/shell/captcha.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { codeSignIn } from './codes.contract.ts'

let server: TestServer
let school: School
let pwdHash: string
const pwd = 'Campus2026'
beforeAll(async () => {
  server = await startServer({ trustedProxies: ['127.0.0.1'] })
  school = await makeSchool(server)
  pwdHash = await hashPassword(pwd)
})
afterAll(() => server.close())
beforeEach(() => server.owner.query('delete from login_fail'))

/** Opens a browser at an address of its own, behind the proxy. */
function browserAt(address: string) {
  return async (call: Call, input: Record<string, unknown> = {}): Promise<Envelope> => {
    const { method, url, body } = toRequest(call, input)
    const headers = { 'x-forwarded-for': address, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(server.url + url, { method, headers, ...(body !== undefined && { body: body as string }) })
    return readEnvelope(await response.json()) as Envelope
  }
}

const here = browserAt('10.0.0.1')
const elsewhere = browserAt('10.0.0.2')

async function tryWrongly(name: string, times: number) {
  const answers: Envelope[] = []
  for (let tries = 0; tries < times; tries++) answers.push(await here(signin.login, { name, pwd: 'wrong-one' }))
  return answers
}

const newPerson = () => makePerson(school, { pwdHash })
const needed = { code: 20008, message: '请完成验证后再登录', result: { codeFlag: '1' } }
const wrongCode = { code: 20009, message: '验证码不正确或已过期，请重新验证', result: { codeFlag: '1' } }

/** Makes an image code with a known text, as if somebody had read the picture. */
async function readImage(browser = here) {
  const { result } = await browser(captcha.getcode)
  const { codeId } = result as { codeId: string }
  await server.owner.query('update captcha set answer = $2 where id_hash = $1', [hashOf(codeId), hashOf(`${codeId} 7hkm`)])
  return { codeId, code: '7HKm' }
}

type Slide = { codeId: string; x: number; track: { x: number; y: number; t: number }[] }

const uneven = [0, 1, 3, 9, 18, 30, 45, 60, 76, 88, 95, 99, 100]

/** Slides the piece to its place as a hand does. */
async function slideHome(browser = here): Promise<Slide> {
  const { result } = await browser(captcha.getslide)
  const { codeId } = result as { codeId: string }
  const { rows } = await server.owner.query(
    `update captcha set crt_tm = crt_tm - interval '1 second' where id_hash = $1 returning place`,
    [hashOf(codeId)],
  )
  const x = rows[0].place as number
  return { codeId, x, track: uneven.map((part, i) => ({ x: Math.round((x * part) / 100), y: i % 3, t: i * 45 })) }
}

const expire = () => server.owner.query(`update captcha set end_tm = now() - interval '1 second'`)

test('after three wrong passwords a name, known or not, is asked for a code before the password is looked at', async () => {
  const { name } = await newPerson()
  for (const one of [name, 'nobody-here']) {
    const answers = await tryWrongly(one, 4)
    expect(answers.map(({ code, result }) => [code, result])).toEqual([
      [20001, null],
      [20001, null],
      [20001, { codeFlag: '1' }],
      [20008, { codeFlag: '1' }],
    ])
    expect(await here(signin.login, { name: one, pwd })).toEqual(needed)
    expect(await elsewhere(signin.login, { name: one, pwd })).toEqual(needed)
  }
  expect(await here(signin.login, { name: (await newPerson()).name, pwd })).toMatchObject({ code: 0 })
})

test('the right code lets in, in capitals or not, and the name starts afresh', async () => {
  const { name } = await newPerson()
  await tryWrongly(name, 3)
  expect(await here(signin.login, { name, pwd, ...(await readImage()) })).toMatchObject({ code: 0 })
  expect(await tryWrongly(name, 2)).toMatchObject([{ result: null }, { result: null }])
  expect(await here(signin.login, { name, pwd })).toMatchObject({ code: 0 })
})

test('a code works once, for two minutes, at the address that asked for it', async () => {
  const { name } = await newPerson()
  await tryWrongly(name, 3)
  const shown = await readImage()
  expect(await here(signin.login, { name, pwd, ...shown, code: '0000' })).toEqual(wrongCode)
  expect(await here(signin.login, { name, pwd, ...shown })).toEqual(wrongCode)
  const late = await readImage()
  await expire()
  expect(await here(signin.login, { name, pwd, ...late })).toEqual(wrongCode)
  expect(await here(signin.login, { name, pwd, ...(await readImage(elsewhere)) })).toEqual(wrongCode)
  expect(await here(signin.login, { name, pwd, codeId: 'x'.repeat(43), code: '7hkm' })).toEqual(wrongCode)
  expect(await here(signin.login, { name, pwd, ...(await readImage()) })).toMatchObject({ code: 0 })
})

test('codes that are missing or wrong are told to the log and count as no try', async () => {
  const { name } = await newPerson()
  await tryWrongly(name, 13)
  expect(await here(signin.login, { name, pwd, ...(await readImage()) })).toMatchObject({ code: 0 })
  const { rows } = await server.owner.query('select result, count(*) from login_log where name = $1 group by 1 order by 1', [
    name,
  ])
  expect(rows.map(({ result, count }) => [result, Number(count)])).toEqual([
    ['codeNeeded', 10],
    ['ok', 1],
    ['wrongPassword', 3],
  ])
})

test('sliding the piece home lets in without an image code', async () => {
  const { name } = await newPerson()
  await tryWrongly(name, 3)
  const checked = await here(captcha.checkslide, await slideHome())
  expect(checked.code).toBe(0)
  const { codeToken } = checked.result as { codeToken: string }
  expect(await elsewhere(signin.loginbyslidecode, { name, pwd, codeToken })).toEqual(wrongCode)
  expect(await here(signin.loginbyslidecode, { name, pwd, codeToken })).toMatchObject({ code: 0 })
  expect(await here(signin.loginbyslidecode, { name, pwd, codeToken })).toEqual(wrongCode)
  const { rows } = await server.owner.query(`select way from login_log where name = $1 and result = 'ok'`, [name])
  expect(rows).toEqual([{ way: 'slide' }])
})

test('the proof of a slide is over after two minutes', async () => {
  const { name } = await newPerson()
  const { result } = await here(captcha.checkslide, await slideHome())
  await expire()
  const { codeToken } = result as { codeToken: string }
  expect(await here(signin.loginbyslidecode, { name, pwd, codeToken })).toEqual(wrongCode)
})

const corrupted: [string, (slide: Slide) => Slide][] = [
  ['six pixels beside its place', (slide) => moved(slide, 6)],
  ['quicker than a hand', (slide) => ({ ...slide, track: slide.track.map((point, i) => ({ ...point, t: i * 20 })) })],
  [
    'at one even speed',
    (slide) => ({ ...slide, track: slide.track.map((_, i) => ({ x: Math.round(slide.x * i) / 12, y: 0, t: i * 45 })) }),
  ],
  ['in one jump', (slide) => ({ ...slide, track: slide.track.map((point, i) => ({ ...point, x: i < 9 ? 0 : slide.x })) })],
  ['with a track that ends elsewhere', (slide) => ({ ...slide, track: slide.track.slice(0, -4) })],
  ['with three points', (slide) => ({ ...slide, track: slide.track.filter((_, i) => i % 6 === 0) })],
]

const moved = ({ codeId, x, track }: Slide, by: number): Slide => ({
  codeId,
  x: x + by,
  track: track.map((point) => ({ ...point, x: Math.round((point.x * (x + by)) / x) })),
})

test.each(corrupted)('a slide %s is refused and used up', async (_, corrupt) => {
  const slide = await slideHome()
  const bad = corrupt(slide)
  const even = { ...bad, track: bad.track.map((point) => ({ ...point, x: Math.round(point.x) })) }
  expect(await here(captcha.checkslide, even)).toMatchObject({ code: 20009 })
  expect(await here(captcha.checkslide, slide)).toMatchObject({ code: 20009 })
})

test('a slide five pixels beside its place is good enough, from its own address, in time, once', async () => {
  const near = moved(await slideHome(), -5)
  expect(await elsewhere(captcha.checkslide, near)).toMatchObject({ code: 20009 })
  expect(await here(captcha.checkslide, near)).toMatchObject({ code: 0 })
  expect(await here(captcha.checkslide, near)).toMatchObject({ code: 20009 })
  const late = await slideHome()
  await expire()
  expect(await here(captcha.checkslide, late)).toMatchObject({ code: 20009 })
  const hasty = await slideHome()
  await server.owner.query('update captcha set crt_tm = now() where id_hash = $1', [hashOf(hasty.codeId)])
  expect(await here(captcha.checkslide, hasty)).toMatchObject({ code: 20009 })
})

test('the lock holds on every way that shows a password', async () => {
  const { name } = await newPerson()
  await tryWrongly(name, 3)
  for (let tries = 0; tries < 2; tries++)
    expect(await here(signin.login, { name, pwd: 'wrong-one', ...(await readImage()) })).toMatchObject({ code: 20001 })
  const { codeToken } = (await here(captcha.checkslide, await slideHome())).result as { codeToken: string }
  expect(await here(signin.login, { name, pwd, ...(await readImage()) })).toMatchObject({ code: 20002 })
  expect(await here(signin.login, { name, pwd })).toMatchObject({ code: 20002 })
  expect(await here(signin.loginbyslidecode, { name, pwd, codeToken })).toMatchObject({ code: 20002 })
})

test('whoever tries made-up names from an address has everybody there asked for a code, and those who were there before for none', async () => {
  const [regular, newcomer] = [await newPerson(), await newPerson()]
  const hall = browserAt('10.0.0.7')
  expect(await hall(signin.login, { name: regular.name, pwd })).toMatchObject({ code: 0 })
  for (let i = 0; i < 20; i++) await hall(signin.login, { name: `nobody${i}`, pwd: 'wrong-one' })
  expect(await hall(signin.login, { name: regular.name, pwd })).toMatchObject({ code: 0 })
  expect(await hall(signin.login, { name: newcomer.name, pwd })).toEqual(needed)
  expect(await hall(signin.login, { name: newcomer.name, pwd, ...(await readImage(hall)) })).toMatchObject({ code: 0 })
  expect(await hall(signin.login, { name: newcomer.name, pwd })).toMatchObject({ code: 0 })
  expect(await elsewhere(signin.login, { name: (await newPerson()).name, pwd })).toMatchObject({ code: 0 })
})

test('where no code is ever asked for, an address that tries made-up names is locked, but for those who were there before', async () => {
  const [regular, newcomer] = [await newPerson(), await newPerson()]
  const hall = browserAt('10.0.0.8')
  expect(await hall(signin.login, { name: regular.name, pwd })).toMatchObject({ code: 0 })
  await server.owner.query(`update pbccfg set dftl_val = 'off' where cfg_code = 'CAPTCHA'`)
  for (let i = 0; i < 20; i++) await hall(signin.login, { name: `nobody${i}`, pwd: 'wrong-one' })
  expect(await hall(signin.login, { name: newcomer.name, pwd })).toMatchObject({ code: 20002 })
  expect(await hall(signin.login, { name: regular.name, pwd })).toMatchObject({ code: 0 })
  await server.owner.query(`update pbccfg set dftl_val = 'slide' where cfg_code = 'CAPTCHA'`)
})

test('whoever locks a name from elsewhere does not lock out its holder, who is asked for a code where they signed in before', async () => {
  const { name } = await newPerson()
  const [home, strange] = [browserAt('2001:db8:7:1::1'), browserAt('10.0.0.9')]
  expect(await home(signin.login, { name, pwd })).toMatchObject({ code: 0 })
  for (let i = 0; i < 5; i++) await strange(signin.login, { name, pwd: 'wrong-one', ...(await readImage(strange)) })
  expect(await strange(signin.login, { name, pwd, ...(await readImage(strange)) })).toMatchObject({ code: 20002 })
  expect(await elsewhere(signin.login, { name, pwd, ...(await readImage(elsewhere)) })).toMatchObject({ code: 20002 })
  const sameNetwork = browserAt('2001:db8:7:1::2')
  expect(await sameNetwork(signin.login, { name, pwd })).toEqual(needed)
  expect(await sameNetwork(signin.login, { name, pwd, ...(await readImage(sameNetwork)) })).toMatchObject({ code: 0 })
  // Expects the lock to stay for all others, and wrong tries to lock at home too.
  expect(await elsewhere(signin.login, { name, pwd, ...(await readImage(elsewhere)) })).toMatchObject({ code: 20002 })
  for (let i = 0; i < 5; i++) await home(signin.login, { name, pwd: 'wrong-one', ...(await readImage(home)) })
  expect(await home(signin.login, { name, pwd, ...(await readImage(home)) })).toMatchObject({ code: 20002 })
})

test('pictures tell nothing of what is in them, and the answers are kept as hashes', async () => {
  const { result } = await here(captcha.getcode)
  const { codeId, image } = result as { codeId: string; image: string }
  expect(image).toMatch(/^data:image\/png;base64,/)
  const png = Buffer.from(image.split(',')[1] ?? '', 'base64')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.toString('latin1')).not.toMatch(/tEXt|svg|path/)
  expect(await drawText('7HKM')).not.toBe(await drawText('7HKM'))
  const { rows } = await server.owner.query('select * from captcha where id_hash = $1', [hashOf(codeId)])
  expect(rows[0].answer).toHaveLength(32)
  const slide = (await here(captcha.getslide)).result as Record<string, unknown>
  expect(Object.keys(slide).sort()).toEqual(['background', 'codeId', 'height', 'piece', 'width', 'y'])
})

test('one address gets three hundred pictures in two minutes, others are not held up by it', async () => {
  const greedy = browserAt('10.9.9.9')
  await server.owner.query(`insert into captcha (id_hash, kind, place, address, end_tm)
    select decode(md5(i::text), 'hex'), 'slide', 1, '10.9.9.9', now() + interval '1 minute' from generate_series(1, 299) i`)
  expect(await greedy(captcha.getcode)).toMatchObject({ code: 0 })
  expect(await greedy(captcha.getslide)).toMatchObject({ code: 10012, message: '操作过于频繁，请稍后再试' })
  expect(await here(captcha.getcode)).toMatchObject({ code: 0 })
  await server.owner.query(`update captcha set end_tm = end_tm - interval '1 hour', crt_tm = crt_tm - interval '1 hour'`)
  expect(await greedy(captcha.getslide)).toMatchObject({ code: 0 })
  expect((await server.owner.query('select count(*)::int as rows from captcha')).rows).toEqual([{ rows: 1 }])
})

test('a client that is not behind the proxy cannot name its address', async () => {
  const plain = await startServer({ sharing: server })
  const { codeId, code } = await readImage()
  const { name } = await newPerson()
  await tryWrongly(name, 3)
  expect(await clientOf(plain).answer(signin.login, { name, pwd, codeId, code })).toEqual(wrongCode)
  await plain.close()
})

test('what a proxy passes on counts as an address only if it is one', async () => {
  const call = `${server.url}/api/services/common/user/login`
  for (const told of ["<script>, ' or 1=1--", 'unknown', '9'.repeat(5000), '1.2.3.4.5'])
    await fetch(call, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': told },
      body: JSON.stringify({ data: { name: 'zzz.here', pwd: 'wrong-one' }, version: 'v1' }),
    })
  const { rows } = await server.owner.query(`select distinct address from login_log where name = 'zz***'`)
  expect(rows).toEqual([{ address: '127.0.0.1' }])
})

test('whoever asks again and again for codes by short message solves a captcha, which lets one through', async () => {
  const browser = browserAt('10.0.0.77')
  const ask = (authTel: string, solved = {}) => browser(codeSignIn.sendcode, { authTel, purpose: 'signin', ...solved })
  for (const number of [1, 2, 3]) expect((await ask(`1990030000${number}`)).code).toBe(0)
  expect(await ask('19900300004')).toMatchObject({ code: 20008, result: { codeFlag: '1' } })
  const solved = await readImage(browser)
  expect((await ask('19900300004', solved)).code).toBe(0)
  expect((await ask('19900300005', solved)).code).toBe(20009)
  expect((await ask('19900300005', { codeToken: 'x'.repeat(43) })).code).toBe(20009)
})
