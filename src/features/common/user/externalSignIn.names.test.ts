import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IdentityProviders } from '#server/base/identityProviders.ts'
import { clientOf, makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { clientId, clientSecret, signInAtProvider, startOidc } from '../../../../test/support/oidcServer.ts'
import { startScripted } from '../../../../test/support/scriptedPeer.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

const told: IdentityProviders = { publicUrl: '' }
let server: TestServer
let victim: Person & { authTel: string }
let provider: Awaited<ReturnType<typeof startOidc>>
let peer: Awaited<ReturnType<typeof startScripted>>
/** Holds what the provider reports beside the name that people choose for themselves. */
let claims: Record<string, unknown> = {}

beforeAll(async () => {
  server = await startServer({ identityProviders: told })
  told.publicUrl = server.url
  const person = await makePerson(await makeSchool(server), { roles: ['P030ADMIN'] })
  const { rows } = await server.owner.query('select auth_tel from account where user_no = $1', [person.userNo])
  victim = { ...person, authTel: rows[0].auth_tel }
  provider = await startOidc(server.url, () => claims)
  peer = await startScripted()
})
afterAll(async () => {
  provider.close()
  peer.close()
  await server.close()
})

const stranger = () => clientOf(server)
const unknown = { code: 20012, message: '没有与之对应的账号，请联系管理员' }
const failed = { code: 20013 }

async function comeBySso(name: string, attr = 'preferred_username') {
  told.sso = { issuer: new URL(provider.issuer), clientId, clientSecret, attr }
  const { url, browserKey } = await stranger().call(externalSignIn.beginsso)
  return stranger().answer(externalSignIn.loginbysso, { ...(await signInAtProvider(url, name)), browserKey })
}

let tickets = 0
async function comeByCas(name: string, attr?: string) {
  told.cas = { url: `${peer.url}/cas`, attr }
  const more = attr ? `<cas:attributes><cas:${attr}>${name}</cas:${attr}></cas:attributes>` : ''
  peer.says(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess>
    <cas:user>${attr ? 'somebody' : name}</cas:user>${more}</cas:authenticationSuccess></cas:serviceResponse>`)
  return stranger().answer(externalSignIn.loginbycas, { ticket: `ST-${++tickets}-names` })
}

test('who names themselves like the phone or the number of somebody else comes in as nobody', async () => {
  for (const name of [victim.authTel, victim.userNo]) {
    expect(await comeBySso(name)).toMatchObject(unknown)
    expect(await comeByCas(name)).toMatchObject(unknown)
    expect(await comeByCas(name, 'staffNo')).toMatchObject(unknown)
  }
  expect(await comeBySso(victim.name.toUpperCase())).toMatchObject({ code: 0 })
  expect(await comeByCas(victim.name, 'staffNo')).toMatchObject({ code: 0 })
})

test('a phone that the provider has verified names its account, and one that it has not opens nothing', async () => {
  claims = { phone_number: victim.authTel, phone_number_verified: true }
  expect(await comeBySso('anybody', 'phone_number')).toMatchObject({ code: 0 })
  for (const verified of [false, undefined, 'true']) {
    claims = { phone_number: victim.authTel, phone_number_verified: verified }
    expect(await comeBySso('anybody', 'phone_number')).toMatchObject(failed)
  }
  claims = { phone_number: victim.name, phone_number_verified: true }
  expect(await comeBySso('anybody', 'phone_number')).toMatchObject(unknown)
})

test('a phone among the attributes of CAS names its account, and a login name there does not', async () => {
  for (const attr of ['phone', 'phone_number', 'mobile']) {
    expect(await comeByCas(victim.authTel, attr)).toMatchObject({ code: 0 })
    expect(await comeByCas(victim.name, attr)).toMatchObject(unknown)
  }
})
