import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '#contract/shell/user.contract.ts'
import type { IdentityProviders } from '#server/base/identityProviders.ts'
import { clientOf, makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { clientId, clientSecret, signInAtProvider, startOidc } from '../../../../test/support/oidcServer.ts'
import { redirect, startScripted } from '../../../../test/support/scriptedPeer.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

const told: IdentityProviders = { publicUrl: '' }
let server: TestServer
let person: Person
let homeless: Person
let provider: Awaited<ReturnType<typeof startOidc>>
let peer: Awaited<ReturnType<typeof startScripted>>

beforeAll(async () => {
  server = await startServer({ identityProviders: told })
  told.publicUrl = server.url
  const school = await makeSchool(server)
  person = await makePerson(school, { roles: ['P030ADMIN'] })
  homeless = await makePerson(school)
  await server.owner.query('delete from identity where user_no = $1', [homeless.userNo])
  provider = await startOidc(server.url)
  peer = await startScripted()
})
afterAll(async () => {
  provider.close()
  peer.close()
  await server.close()
})

const stranger = () => clientOf(server)
const setUp = (issuer: string, attr = 'preferred_username') => {
  told.sso = { issuer: new URL(issuer), clientId, clientSecret, attr }
}
const sessions = async () =>
  (await server.owner.query(`select count(*)::int as open from session where way = 'sso'`)).rows[0].open as number
const lastLine = async () =>
  (await server.owner.query('select way, name, result from login_log order by id desc limit 1')).rows[0] as object

const failed = { code: 20013, message: '统一登录没有成功，请重新登录', result: null }

/** Goes to the real provider and comes back with what it sends. */
async function comeBack(name: string) {
  const { url, browserKey } = await stranger().call(externalSignIn.beginsso)
  return { ...(await signInAtProvider(url, name)), browserKey }
}

test('whoever signs in at the provider comes in, with PKCE, state and nonce', async () => {
  setUp(provider.issuer)
  const { url } = await stranger().call(externalSignIn.beginsso)
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    client_id: clientId,
    redirect_uri: `${server.url}/login/sso`,
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  const entered = await stranger().call(externalSignIn.loginbysso, (await comeBack(person.name)) as never)
  expect((await clientOf(server, entered.token).call(user.get)).no).toBe(person.userNo)
  expect(await lastLine()).toEqual({ way: 'sso', name: person.name, result: 'ok' })
})

test('what the provider sent back opens one session, in the browser that began', async () => {
  setUp(provider.issuer)
  const before = await sessions()
  const back = await comeBack(person.name)
  expect(await stranger().answer(externalSignIn.loginbysso, back)).toMatchObject({ code: 0 })
  expect(await stranger().answer(externalSignIn.loginbysso, back)).toEqual(failed)
  const stolen = await comeBack(person.name)
  const { browserKey } = await stranger().call(externalSignIn.beginsso)
  expect(await stranger().answer(externalSignIn.loginbysso, { ...stolen, browserKey })).toEqual(failed)
  expect(await stranger().answer(externalSignIn.loginbysso, stolen)).toEqual(failed)
  const [one, other] = [await comeBack(person.name), await comeBack(person.name)]
  expect(await stranger().answer(externalSignIn.loginbysso, { ...one, code: (other as { code?: string }).code })).toEqual(failed)
  const late = await comeBack(person.name)
  await server.owner.query(`update sso_state set end_tm = now()`)
  expect(await stranger().answer(externalSignIn.loginbysso, late)).toEqual(failed)
  expect(await sessions()).toBe(before + 1)
})

test('state and key of the browser are kept as hashes', async () => {
  setUp(provider.issuer)
  const { url, browserKey } = await stranger().call(externalSignIn.beginsso)
  const { rows } = await server.owner.query('select * from sso_state')
  const kept = JSON.stringify(rows)
  expect(rows.length).toBeGreaterThan(0)
  expect(kept).not.toContain(browserKey)
  expect(kept).not.toContain(new URL(url).searchParams.get('state') as string)
})

test('whom the provider knows but nobody here does is not let in, nor who has no identity', async () => {
  setUp(provider.issuer)
  const before = await sessions()
  expect(await stranger().answer(externalSignIn.loginbysso, await comeBack('nobody-here'))).toMatchObject({
    code: 20012,
    message: '没有与之对应的账号，请联系管理员',
  })
  expect(await lastLine()).toEqual({ way: 'sso', name: 'nobody-here', result: 'outsideUnknown' })
  expect(await stranger().answer(externalSignIn.loginbysso, await comeBack(homeless.name))).toMatchObject({ code: 20003 })
  setUp(provider.issuer, 'email')
  expect(await stranger().answer(externalSignIn.loginbysso, await comeBack(person.name))).toEqual(failed)
  expect(await sessions()).toBe(before)
})

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const own = makeKey()
const strange = makeKey()
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(claims: object, key: KeyObject = own.privateKey, alg = 'RS256'): string {
  const told = `${part({ alg, kid: 'one' })}.${part(claims)}`
  return `${told}.${alg === 'none' ? '' : sign('sha256', Buffer.from(told), key).toString('base64url')}`
}

const metadata = () => ({
  issuer: peer.url,
  authorization_endpoint: `${peer.url}/auth`,
  token_endpoint: `${peer.url}/token`,
  userinfo_endpoint: `${peer.url}/me`,
  jwks_uri: `${peer.url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

type Part = Parameters<typeof peer.says>[0]

/** Makes a provider that does everything right, except for what is named here. */
function scripted(
  nonce: () => string,
  wrong: { metadata?: object; claims?: object; token?: Part; idToken?: (claims: object) => string },
) {
  setUp(peer.url)
  const seconds = Math.floor(Date.now() / 1000)
  const claims = () => ({
    iss: peer.url,
    aud: clientId,
    sub: 'someone',
    preferred_username: person.name,
    iat: seconds,
    exp: seconds + 60,
    nonce: nonce(),
    ...wrong.claims,
  })
  peer.says((request, response) => {
    const json = (value: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/.well-known/openid-configuration') return json({ ...metadata(), ...wrong.metadata })
    if (request.url === '/jwks')
      return json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] })
    if (typeof wrong.token === 'function') return wrong.token(request, response)
    return json({ access_token: 'a', token_type: 'Bearer', id_token: (wrong.idToken ?? idToken)(claims()) })
  })
}

/** Begins at the scripted provider and says that it sent a code. */
async function tryScripted(wrong: Parameters<typeof scripted>[1]) {
  let nonce = ''
  scripted(() => nonce, wrong)
  const begun = await stranger().answer(externalSignIn.beginsso)
  if (begun.code !== 0) return begun
  const { url, browserKey } = begun.result as { url: string; browserKey: string }
  const { searchParams } = new URL(url)
  nonce = searchParams.get('nonce') as string
  return stranger().answer(externalSignIn.loginbysso, { code: 'any', state: searchParams.get('state') as string, browserKey })
}

const evil: [string, () => Parameters<typeof scripted>[1]][] = [
  ['another nonce', () => ({ claims: { nonce: 'other' } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['a token for another client', () => ({ claims: { aud: 'other' } })],
  ['a token that is over', () => ({ claims: { exp: 1000 } })],
  ['a token signed with another key', () => ({ idToken: (claims) => idToken(claims, strange.privateKey) })],
  ['a token that nobody signed', () => ({ idToken: (claims) => idToken(claims, own.privateKey, 'none') })],
  ['metadata of another issuer', () => ({ metadata: { issuer: 'https://evil.example' } })],
  ['a token endpoint elsewhere', () => ({ metadata: { token_endpoint: 'http://localhost:9/token' } })],
  ['a token endpoint in clear', () => ({ metadata: { token_endpoint: 'http://campus.example/token' } })],
  ['a redirect', () => ({ token: redirect(`${peer.url}/token2`) })],
  ['an error', () => ({ token: (_, response) => response.writeHead(500).end('{}') })],
  ['64 KB and more', () => ({ token: (_, response) => response.end(JSON.stringify({ access_token: 'x'.repeat(70_000) })) })],
  ['a hang-up', () => ({ token: (request) => request.socket.destroy() })],
  ['nothing for six seconds', () => ({ token: (_, response) => void setTimeout(() => response.end(), 6000).unref() })],
]

test.each(evil)('a provider that answers with %s opens no session', async (_, wrong) => {
  const before = await sessions()
  expect(await tryScripted(wrong())).toEqual(failed)
  expect(await sessions()).toBe(before)
})

test('the same provider lets in when it answers rightly, so that it was the fault that counted', async () => {
  expect(await tryScripted({})).toMatchObject({ code: 0 })
  expect(peer.asked).toContain('/token')
})

test('the code is exchanged with the verifier whose hash the provider was shown', async () => {
  let body = ''
  scripted(() => '', {
    token: (request, response) => {
      request.on('data', (data) => (body += data))
      request.on('end', () => response.writeHead(400).end('{}'))
    },
  })
  const { url, browserKey } = await stranger().call(externalSignIn.beginsso)
  const { searchParams } = new URL(url)
  await stranger().answer(externalSignIn.loginbysso, { code: 'any', state: searchParams.get('state') as string, browserKey })
  const verifier = new URLSearchParams(body).get('code_verifier') as string
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(searchParams.get('code_challenge'))
  expect(new URLSearchParams(body).get('redirect_uri')).toBe(`${server.url}/login/sso`)
})

test('a provider that cannot be reached is told as that, and the other ways stay open', async () => {
  setUp('http://127.0.0.1:9')
  expect(await stranger().answer(externalSignIn.beginsso)).toEqual(failed)
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ ssoFlag: '1', casFlag: '0', demoFlag: '0' })
  delete told.sso
  expect(await stranger().answer(externalSignIn.beginsso)).toMatchObject({ code: 20010, message: '这种登录方式没有启用' })
  expect(await stranger().answer(externalSignIn.getcas)).toMatchObject({ code: 20010 })
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({
    ssoFlag: '0',
    casFlag: '0',
    demoFlag: '0',
    lgnName: '智慧校园学校平台',
    lgnRecord: null,
  })
})
