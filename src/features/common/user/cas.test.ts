import { afterAll, beforeAll, expect, test } from 'vitest'
import { getcfg } from '#features/ecb/getcfg/getcfg.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import type { IdentityProviders } from '#server/base/identityProviders.ts'
import { readIdentityProviders } from '#server/base/identityProviders.ts'
import { type CasServer, signInAtCas, startCas, whyNoCas } from '../../../../test/support/casServer.ts'
import { clientOf, makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { late, redirect, startScripted } from '../../../../test/support/scriptedPeer.ts'
import { externalSignIn } from './externalSignIn.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'

const whyNot = whyNoCas()
const real = test.skipIf(whyNot)
const because = whyNot ? `（跳过：${whyNot}）` : ''

/** Holds the identity providers of the server; addresses are known only after the start. */
const told: IdentityProviders & { cas: NonNullable<IdentityProviders['cas']> } = {
  publicUrl: '',
  cas: { url: '', attr: undefined },
}
let server: TestServer
let person: Person
let peer: Awaited<ReturnType<typeof startScripted>>
let cas: CasServer | undefined
let homeless: Person

beforeAll(async () => {
  server = await startServer({ identityProviders: told })
  told.publicUrl = server.url
  const school = await makeSchool(server)
  person = await makePerson(school, { roles: ['P030ADMIN'] })
  homeless = await makePerson(school)
  await server.owner.query('delete from identity where user_no = $1', [homeless.userNo])
  peer = await startScripted()
  if (!whyNot) cas = await startCas(`${server.url}/login/cas`, [person.name, homeless.name, 'nobody-here'])
})
afterAll(async () => {
  cas?.close()
  peer.close()
  await server.close()
})

const stranger = () => clientOf(server)
const useReal = () => {
  told.cas = { url: (cas as CasServer).url, attr: undefined }
}
const useScripted = () => {
  told.cas = { url: `${peer.url}/cas`, attr: undefined }
}

/** Reads the sessions that came from CAS. */
const sessions = async () =>
  (await server.owner.query(`select count(*)::int as open from session where way = 'cas'`)).rows[0].open as number
const lastLine = async () =>
  (await server.owner.query('select way, name, result from login_log order by id desc limit 1')).rows[0] as object

const failed = { code: 20013, message: '统一登录没有成功，请重新登录', result: null }

real(`whoever is signed in at the CAS server comes in, and their log-out there ends the session here${because}`, async () => {
  useReal()
  const visitor = await signInAtCas(cas as CasServer, person.name)
  const { url } = await stranger().call(externalSignIn.getcas)
  expect(url).toBe(`${told.cas.url}/login?service=${encodeURIComponent(`${server.url}/login/cas`)}`)
  const ticket = await visitor.ticket(url)
  const entered = await stranger().call(externalSignIn.loginbycas, { ticket })
  expect(entered.casUrl).toBe(`${told.cas.url}/logout?service=${encodeURIComponent(`${server.url}/login`)}`)
  expect(await lastLine()).toEqual({ way: 'cas', name: person.name, result: 'ok' })
  const client = clientOf(server, entered.token)
  expect((await client.call(user.get)).no).toBe(person.userNo)
  const exchanged = await stranger().call(signin.gettokenbyid, { id: entered.tokenId })
  const beside = clientOf(server, exchanged.token)
  expect((await beside.call(user.get)).no).toBe(person.userNo)
  await visitor.leave()
  await expect.poll(async () => (await client.answer(user.get)).code).toBe(50008)
  expect((await beside.answer(user.get)).code).toBe(50008)
  expect((await person.client.answer(user.get)).code).toBe(0)
})

real(`a ticket of the CAS server opens one session, is for this service only, and is over after its time${because}`, async () => {
  useReal()
  const visitor = await signInAtCas(cas as CasServer, person.name)
  const { url } = await stranger().call(externalSignIn.getcas)
  const before = await sessions()
  const ticket = await visitor.ticket(url)
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket })).toMatchObject({ code: 0 })
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket })).toMatchObject({ code: 20011 })
  const late = await visitor.ticket(url)
  const other = await visitor.ticket(url)
  told.publicUrl = 'http://127.0.0.1:9'
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: other })).toEqual(failed)
  told.publicUrl = server.url
  await new Promise((resolve) => setTimeout(resolve, 5500))
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: late })).toEqual(failed)
  expect(await sessions()).toBe(before + 1)
})

real(`whom the CAS server knows but nobody here does is not let in, nor who has no identity${because}`, async () => {
  useReal()
  const { url } = await stranger().call(externalSignIn.getcas)
  const before = await sessions()
  for (const [name, code, result] of [
    ['nobody-here', 20012, 'outsideUnknown'],
    [homeless.name, 20003, 'noIdentity'],
  ] as const) {
    const ticket = await (await signInAtCas(cas as CasServer, name)).ticket(url)
    expect(await stranger().answer(externalSignIn.loginbycas, { ticket })).toMatchObject({ code })
    expect(await lastLine()).toEqual({ way: 'cas', name, result })
  }
  expect(await sessions()).toBe(before)
})

let tickets = 0
const newTicket = () => `ST-${++tickets}-scripted.cas_1`
const space = 'xmlns:cas="http://www.yale.edu/tp/cas"'
const successOf = (name: string) => `<cas:authenticationSuccess><cas:user>${name}</cas:user></cas:authenticationSuccess>`
const answerOf = (inside: string) => `<cas:serviceResponse ${space}>${inside}</cas:serviceResponse>`
const success = () => answerOf(successOf(person.name))

test('a ticket that was shown once opens nothing again, and the CAS server is not even asked', async () => {
  useScripted()
  peer.says(success())
  const ticket = newTicket()
  const [first, second] = await Promise.all([1, 2].map(() => stranger().answer(externalSignIn.loginbycas, { ticket })))
  expect(new Set([first?.code, second?.code])).toEqual(new Set([0, 20011]))
  expect(peer.asked).toHaveLength(1)
  peer.says('<no answer')
  const failing = newTicket()
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: failing })).toEqual(failed)
  peer.says(success())
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: failing })).toMatchObject({ code: 20011 })
  expect(peer.asked).toEqual([])
})

test('the service is the configured one, whatever host a request names', async () => {
  useScripted()
  peer.says(success())
  const response = await fetch(`${server.url}/api/services/common/user/loginbycas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    body: JSON.stringify({ data: { ticket: newTicket() } }),
  })
  expect((await response.json()).code).toBe(0)
  const service = new URL(peer.asked[0] ?? '', peer.url).searchParams.get('service')
  expect(service).toBe(`${server.url}/login/cas`)
  const { url } = await stranger().call(externalSignIn.getcas)
  expect(new URL(url).searchParams.get('service')).toBe(`${server.url}/login/cas`)
})

test('an attribute names the account where that is set', async () => {
  useScripted()
  told.cas = { url: `${peer.url}/cas`, attr: 'staffNo' }
  const withAttributes = (inside: string) =>
    answerOf(
      `<cas:authenticationSuccess><cas:user>somebody</cas:user><cas:attributes>${inside}</cas:attributes></cas:authenticationSuccess>`,
    )
  peer.says(withAttributes(`<cas:staffNo>${person.name}</cas:staffNo>`))
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: newTicket() })).toMatchObject({ code: 0 })
  peer.says(withAttributes(`<cas:staffNo>${person.name}</cas:staffNo><cas:staffNo>other</cas:staffNo>`))
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: newTicket() })).toEqual(failed)
  peer.says(success())
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: newTicket() })).toEqual(failed)
})

/** Lists the answers of a faulty or malicious peer. */
const evil: [string, () => Parameters<typeof peer.says>[0]][] = [
  ['a failure', () => answerOf('<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>')],
  [
    'a failure whose message holds a success as CDATA',
    () => answerOf(`<cas:authenticationFailure code="X"><![CDATA[${successOf(person.name)}]]></cas:authenticationFailure>`),
  ],
  [
    'a failure whose message holds a success',
    () => answerOf(`<cas:authenticationFailure code="X">${successOf(person.name)}</cas:authenticationFailure>`),
  ],
  ['a success in a comment', () => answerOf(`<!-- ${successOf(person.name)} -->`)],
  ['a name that a comment cuts', () => answerOf(successOf(`${person.name}<!-- -->`))],
  ['two successes', () => answerOf(successOf(person.name) + successOf(person.name))],
  ['a success and a failure', () => answerOf(`${successOf(person.name)}<cas:authenticationFailure code="X"/>`)],
  ['two users', () => answerOf(successOf(`${person.name}</cas:user><cas:user>other`))],
  ['a user within the user', () => answerOf(successOf(`<cas:user>${person.name}</cas:user>`))],
  ['a document type', () => `<!DOCTYPE a [<!ENTITY who "${person.name}">]>${answerOf(successOf('&who;'))}`],
  ['an unknown entity', () => answerOf(successOf(`&who;${person.name}`))],
  ['a processing instruction', () => `<?xml version="1.0"?><?php x ?>${success()}`],
  ['another namespace', () => success().replace('www.yale.edu', 'evil.example')],
  ['no namespace', () => success().replace(` ${space}`, '').replaceAll('cas:', '')],
  ['another root', () => success().replaceAll('serviceResponse', 'response')],
  ['a success further down', () => answerOf(`<cas:more>${successOf(person.name)}</cas:more>`)],
  ['XML that is cut off', () => success().slice(0, -5)],
  [
    'XML with tags crossed',
    () => success().replace('</cas:user></cas:authenticationSuccess>', '</cas:authenticationSuccess></cas:user>'),
  ],
  ['something after the root', () => `${success()}<more/>`],
  ['text of a page', () => '<html><body>yes'],
  ['nothing', () => ''],
  ['a redirect', () => redirect(`${peer.url}/elsewhere`)],
  ['64 KB and more', () => answerOf(`<cas:x>${'x'.repeat(70_000)}</cas:x>${successOf(person.name)}`)],
  ['a success with status 500', () => (_, response) => response.writeHead(500).end(success())],
  ['a hang-up', () => (request) => request.socket.destroy()],
  ['a success after six seconds', () => late(success())],
]

test.each(evil)('a CAS server that answers with %s opens no session', async (_, answer) => {
  useScripted()
  peer.says(answer())
  const before = await sessions()
  expect(await stranger().answer(externalSignIn.loginbycas, { ticket: newTicket() })).toEqual(failed)
  expect(await lastLine()).toEqual({ way: 'cas', name: '', result: 'outsideFailed' })
  expect(await sessions()).toBe(before)
  expect(peer.asked).toHaveLength(1)
})

test('what does not look like a ticket is refused without asking anybody', async () => {
  useScripted()
  peer.says(success())
  for (const ticket of ['PT-1', 'ST-', 'ST-1&service=x', 'ST-1 ', `ST-${'x'.repeat(300)}`, 'ST-1\n'])
    expect(await stranger().answer(externalSignIn.loginbycas, { ticket })).toMatchObject({ code: 10001 })
  expect(peer.asked).toEqual([])
})

test('a server outside that is reached in clear is no setting, except on this machine', () => {
  const settings = { PUBLIC_URL: 'https://campus.example', CAS_URL: 'https://cas.example/cas/' }
  expect(readIdentityProviders(settings).cas).toEqual({ url: 'https://cas.example/cas', attr: undefined })
  expect(readIdentityProviders({ ...settings, CAS_URL: 'http://127.0.0.1:8080/cas' }).cas?.url).toBe('http://127.0.0.1:8080/cas')
  expect(() => readIdentityProviders({ ...settings, CAS_URL: 'http://cas.example/cas' })).toThrow('CAS_URL')
  expect(() => readIdentityProviders({ ...settings, PUBLIC_URL: 'http://campus.example' })).toThrow('PUBLIC_URL')
  expect(() => readIdentityProviders({ CAS_URL: 'https://cas.example' })).toThrow('PUBLIC_URL')
  expect(() => readIdentityProviders({ ...settings, SSO_ISSUER: 'https://id.example' })).toThrow('SSO_CLIENT_ID')
  expect(readIdentityProviders({})).toEqual({ publicUrl: '' })
})

const samlp = 'urn:oasis:names:tc:SAML:2.0:protocol'
const logoutOf = (ticket: string) => `<samlp:LogoutRequest xmlns:samlp="${samlp}" ID="x" Version="2.0"
  IssueInstant="2026-11-21T00:00:00Z"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:NameID>
  <samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`

const logOut = async (body: Record<string, string> | string, type?: string) => {
  const sent = typeof body === 'string' ? body : new URLSearchParams(body)
  const response = await fetch(`${server.url}/login/cas`, {
    method: 'POST',
    body: sent,
    ...(type && { headers: { 'content-type': type } }),
  })
  return response.status
}

test('a forged log-out ends nothing, and learns nothing', async () => {
  // Serves the route, which is there where CAS is set up.
  useScripted()
  peer.says(success())
  const ticket = newTicket()
  const client = clientOf(server, (await stranger().call(externalSignIn.loginbycas, { ticket })).token)
  for (const [body, status] of [
    [{ logoutRequest: logoutOf('ST-unknown') }, 200],
    [{ logoutRequest: logoutOf(`${ticket}' or '1'='1`) }, 400],
    [{ logoutRequest: `<!DOCTYPE a [<!ENTITY t "${ticket}">]>${logoutOf('&t;')}` }, 400],
    [{ logoutRequest: logoutOf(ticket).replaceAll(samlp, 'urn:other') }, 400],
    [{ logoutRequest: logoutOf(ticket).replace('</samlp:LogoutRequest>', '') }, 400],
    [{ logoutRequest: `<!-- x -->${logoutOf(ticket)}` }, 400],
    [{ other: logoutOf(ticket) }, 400],
    ['logoutRequest=a&logoutRequest=b', 415],
  ] as const)
    expect(await logOut(body)).toBe(status)
  expect(await logOut('x='.padEnd(20_000, 'x'), 'application/x-www-form-urlencoded')).toBe(413)
  expect((await client.answer(user.get)).code).toBe(0)
  expect(await logOut({ logoutRequest: logoutOf(ticket) })).toBe(200)
  expect((await client.answer(user.get)).code).toBe(50008)
  expect((await person.client.answer(user.get)).code).toBe(0)
})

test('a form is read on that path only', async () => {
  const response = await fetch(`${server.url}/api/services/common/user/login`, {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
  })
  expect(response.status).toBe(415)
})

test('whoever came from CAS and may know no password is asked for none by an enterprise that they switch into', async () => {
  useScripted()
  const strict = await makeSchool(server, { idntNo: '010' })
  const { empNo } = await makePerson(strict, { idntNo: '010', roles: ['P010ADMIN'] })
  const card = { idntNo: '010', entNo: strict.entNo, idntVal: empNo }
  await server.owner.query(`delete from identity where idnt_val = $1`, [empNo])
  await server.owner.query('insert into identity (user_no, idnt_no, ent_no, idnt_val) values ($1, $2, $3, $4)', [
    person.userNo,
    ...Object.values(card),
  ])
  await strict.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode: 'PWD_DAYS', curVal: '30' }] })
  await server.owner.query(`update account set pwd_tm = now() - interval '31 days' where user_no = $1`, [person.userNo])
  peer.says(success())
  const { token } = await stranger().call(externalSignIn.loginbycas, { ticket: newTicket() })
  const { accessToken, tokenId } = await clientOf(server, token).call(user.switch, card)
  expect(await clientOf(server, accessToken).call(user.get)).toMatchObject({ entNo: strict.entNo, pwdFlag: '0' })
  const { user: beside } = await stranger().call(signin.gettokenbyid, { id: tokenId })
  expect(beside).toMatchObject({ entNo: strict.entNo, pwdFlag: '0' })
  const switched = await person.client.call(user.switch, card)
  expect((await clientOf(server, switched.accessToken).call(user.get)).pwdFlag).toBe('1')
})
