import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { Cas, IdentityProviders } from '#server/base/identityProviders.ts'
import { fetchTrusted } from './fetchTrusted.ts'
import { hashOf } from '#server/base/tokens.ts'
import { type Element, readStrictXml } from './xml.ts'

const space = 'http://www.yale.edu/tp/cas'

// Takes the service from the settings, never from what a request says of this server (docs/spec/security.md#cas).
const serviceOf = ({ publicUrl }: IdentityProviders) => `${publicUrl}/login/cas`

export const casLogin = (identityProviders: IdentityProviders, { url }: Cas) =>
  `${url}/login?${new URLSearchParams({ service: serviceOf(identityProviders) })}`

export const casLogout = ({ publicUrl }: IdentityProviders, { url }: Cas) =>
  `${url}/logout?${new URLSearchParams({ service: `${publicUrl}/login` })}`

/** Tells whether a ticket is used for the first time, and records it, whatever comes of it. */
export async function isNewTicket(db: Db, ticket: string): Promise<boolean> {
  const { numAffectedRows } = await sql`with old as (delete from cas_ticket where end_tm < now())
    insert into cas_ticket (ticket_hash, end_tm) values (${hashOf(ticket)}, now() + interval '1 day')
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Asks the CAS server whose ticket it is, and answers the name of the account. */
export async function nameFromCas(identityProviders: IdentityProviders, cas: Cas, ticket: string): Promise<string> {
  const query = new URLSearchParams({ service: serviceOf(identityProviders), ticket })
  const response = await fetchTrusted(new URL(cas.url), `${cas.url}/p3/serviceValidate?${query}`)
  if (!response.ok) throw new Error(`the CAS server answers ${response.status}`)
  return nameIn(readStrictXml(await response.text()), cas.attr)
}

// Requires exactly one success, and nothing beside it that could be read as something else.
function nameIn(root: Element, attr: string | undefined): string {
  if (root.space !== space || root.name !== 'serviceResponse') throw new Error('no answer of a CAS server')
  const success = only(root.children, 'authenticationSuccess')
  if (!success || root.children.length !== 1 || root.text.trim() || everything(success).some(isVerdict))
    throw new Error('the CAS server does not vouch for the ticket')
  const user = only(success.children, 'user')
  const told = attr ? only(only(success.children, 'attributes')?.children ?? [], attr) : user
  if (!user || !told || told.children.length > 0 || !told.text.trim()) throw new Error('the CAS server does not tell who it is')
  return told.text.trim()
}

const only = (among: readonly Element[], name: string): Element | undefined => {
  const found = among.filter((one) => one.name === name && one.space === space)
  return found.length === 1 ? found[0] : undefined
}

const everything = ({ children }: Element): Element[] => children.flatMap((child) => [child, ...everything(child)])
const isVerdict = ({ name }: Element) => ['authenticationSuccess', 'authenticationFailure', 'serviceResponse'].includes(name)

/** Returns the ticket whose user has signed out at a CAS server; undefined for any other request. */
export function endedTicket(request: string): string | undefined {
  const root = readStrictXml(request)
  const sessions = root.children.filter(({ name }) => name === 'SessionIndex')
  const ticket = sessions[0]?.text.trim() ?? ''
  const fits = root.name === 'LogoutRequest' && root.space === saml && sessions.length === 1 && sessions[0]?.space === saml
  return fits && /^ST-[\w.-]{1,256}$/.test(ticket) ? ticket : undefined
}

const saml = 'urn:oasis:names:tc:SAML:2.0:protocol'

/** Ends what was opened with a CAS ticket. */
export async function endCasSessions(db: Db, ticket: string) {
  const casHash = hashOf(ticket)
  await sql`with gone as (delete from ticket where cas_hash = ${casHash}) delete from session where cas_hash = ${casHash}`.execute(
    db,
  )
}
