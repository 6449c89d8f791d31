import * as oidc from 'openid-client'
import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { IdentityProviders, Sso } from '#server/base/identityProviders.ts'
import { fetchTrusted } from './fetchTrusted.ts'
import { hashOf, newToken } from '#server/base/tokens.ts'

const stateMinutes = 10
const discoveryMinutes = 10

const known = new WeakMap<Sso, { configuration: Promise<oidc.Configuration>; until: number }>()

/** Returns what the provider publishes about itself, read again every few minutes, and at once after a failure. */
export function configurationOf(sso: Sso): Promise<oidc.Configuration> {
  const kept = known.get(sso)
  if (kept && kept.until > Date.now()) return kept.configuration
  const configuration = discover(sso)
  known.set(sso, { configuration, until: Date.now() + discoveryMinutes * 60_000 })
  configuration.catch(() => known.delete(sso))
  return configuration
}

function discover({ issuer, clientId, clientSecret }: Sso): Promise<oidc.Configuration> {
  return oidc.discovery(issuer, clientId, clientSecret, undefined, {
    [oidc.customFetch]: (url, { method, headers, body }) =>
      fetchTrusted(issuer, url, { method, headers, body: body as NonNullable<RequestInit['body']> }),
    // Allows http where fetchPeer does: on the same machine only.
    execute: [...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []), oidc.enableNonRepudiationChecks],
  })
}

const returnTo = ({ publicUrl }: IdentityProviders) => `${publicUrl}/login/sso`

/** Begins a sign-in at the provider: PKCE, state and nonce, all of them bound to the browser that asks. */
export async function beginSso(db: Db, identityProviders: IdentityProviders, sso: Sso, configuration: oidc.Configuration) {
  const [state, browserKey, nonce, verifier] = [newToken(), newToken(), newToken(), oidc.randomPKCECodeVerifier()]
  await sql`with old as (delete from sso_state where end_tm < now())
    insert into sso_state (state_hash, browser_hash, verifier, nonce, end_tm)
    values (${hashOf(state)}, ${hashOf(browserKey)}, ${verifier}, ${nonce}, now() + make_interval(mins => ${stateMinutes}))`.execute(
    db,
  )
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: returnTo(identityProviders),
    scope: sso.attr.startsWith('phone') ? 'openid phone' : 'openid profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { url: url.href, browserKey }
}

export type Begun = { verifier: string; nonce: string }

/** Returns and deletes what was begun under a state, for the browser that began it; undefined for any other. */
export async function takeState(db: Db, state: string, browserKey: string): Promise<Begun | undefined> {
  const { rows } = await sql<Begun & { own: boolean }>`
    delete from sso_state where state_hash = ${hashOf(state)} and end_tm > now()
    returning verifier, nonce, browser_hash = ${hashOf(browserKey)} as own`.execute(db)
  const [begun] = rows
  return begun?.own ? begun : undefined
}

type Answer = { code: string; state: string; iss?: string | undefined }

/** Exchanges the code for what the provider vouches for, and answers the name of the account. */
export async function nameFromSso(
  identityProviders: IdentityProviders,
  sso: Sso,
  answer: Answer,
  { verifier, nonce }: Begun,
): Promise<string> {
  const configuration = await configurationOf(sso)
  const { code, state, iss } = answer
  const back = `${returnTo(identityProviders)}?${new URLSearchParams({ code, state, ...(iss && { iss }) })}`
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(back), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const says = claims?.[sso.attr] ? claims : await oidc.fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? '')
  const told = says[sso.attr]
  if (typeof told !== 'string' || !told) throw new Error('the provider does not tell who it is')
  // Refuses an unverified phone, which may be anybody's.
  if (sso.attr === 'phone_number' && says.phone_number_verified !== true)
    throw new Error('the provider has not verified the phone')
  return told
}
