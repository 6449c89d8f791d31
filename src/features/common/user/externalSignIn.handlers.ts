import { sql } from 'kysely'
import { canSendCodes } from '#domain/channels/sendCode.ts'
import { casLogin, casLogout, isNewTicket, nameFromCas } from '#server/auth/cas.ts'
import type { Context, Services } from '#server/call/context.ts'
import { fileLink } from '#server/files/links.ts'
import { readDefault } from '#server/reference/parameterValues.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { describeError, log } from '#server/base/log.ts'
import { findExternalAccounts, type ExternalIdentifier, namedByCas, namedBySso } from '#server/auth/externalAccount.ts'
import { serve } from '#server/call/serve.ts'
import { hashOf } from '#server/base/tokens.ts'
import { signInUser, refuseSignIn } from '#server/auth/signIn.ts'
import { beginSso, configurationOf, nameFromSso, takeState } from '#server/auth/sso.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

export const externalSignInHandlers = serve(externalSignIn, {
  getways: async (_, { services, inOwnTransaction }) => ({
    ssoFlag: flagOf(services.identityProviders.sso),
    casFlag: flagOf(services.identityProviders.cas),
    codeFlag: flagOf(await inOwnTransaction(canSendCodes, { rootNo: services.rootNo })),
    ...(await inOwnTransaction((db) => readFace(db, services), { entNo: services.rootNo })),
  }),

  async beginsso(_, { inOwnTransaction, services }) {
    const sso = set(services.identityProviders.sso)
    const configuration = await configurationOf(sso).catch(unreached('sso'))
    return inOwnTransaction((db) => beginSso(db, services.identityProviders, sso, configuration))
  },

  async loginbysso({ browserKey, ...answer }, context) {
    const { inOwnTransaction, services } = context
    const sso = set(services.identityProviders.sso)
    // Takes the state before the provider is asked, so that the same answer opens nothing again.
    const begun = await inOwnTransaction((db) => takeState(db, answer.state, browserKey))
    if (!begun) return refuseSignIn(context, { way: 'sso', name: '' }, new Fault('outsideFailed'))
    const name = nameFromSso(services.identityProviders, sso, answer, begun)
    return enterAs(context, 'sso', { told: await vouched(context, 'sso', name), named: namedBySso(sso.attr) })
  },

  getcas: async (_, { services }) => ({ url: casLogin(services.identityProviders, set(services.identityProviders.cas)) }),

  async loginbycas({ ticket }, context) {
    const { inOwnTransaction, services } = context
    const cas = set(services.identityProviders.cas)
    if (!(await inOwnTransaction((db) => isNewTicket(db, ticket))))
      return refuseSignIn(context, { way: 'cas', name: '' }, new Fault('ticketGone'))
    const name = await vouched(context, 'cas', nameFromCas(services.identityProviders, cas, ticket))
    const casUrl = casLogout(services.identityProviders, cas)
    const account = { told: name, named: namedByCas(cas.attr), casHash: hashOf(ticket) }
    const entered = await enterAs(context, 'cas', account).catch((fault: unknown) => {
      if (fault instanceof Fault && fault.code === 'chooseAccount') fault.detail = { ...(fault.detail as object), casUrl }
      throw fault
    })
    return { ...entered, casUrl }
  },
})

type Way = 'sso' | 'cas'

// Reads what the page before the sign-in calls itself.
async function readFace(db: Db, { rootNo, secret }: Services) {
  const [name, record, demo, root] = [
    await readDefault(db, 'LGN_NAME'),
    await readDefault(db, 'LGN_RECORD'),
    await sql`select from meta where key = 'demo' and val = '1'`.execute(db),
    await db.selectFrom('ent').select('entLogo').where('entNo', '=', rootNo).executeTakeFirst(),
  ]
  return {
    demoFlag: flagOf(demo.rows[0]),
    lgnName: name,
    lgnLogo: root?.entLogo ? fileLink(secret, rootNo, root.entLogo) : null,
    lgnRecord: record === '-' ? null : record,
  }
}

const flagOf = (settings: unknown) => (settings ? ('1' as const) : ('0' as const))

function set<T>(settings: T | undefined): T {
  if (!settings) throw new Fault('notOpen', '这种登录方式没有启用')
  return settings
}

// Logs the cause of an external failure; the user only sees that it failed.
const unreached = (way: Way) => (error: unknown) => {
  log.warn({ event: `${way} sign-in`, ...describeError(error) })
  throw new Fault('outsideFailed')
}

const vouched = (context: Context, way: Way, name: Promise<string>): Promise<string> =>
  name.catch(unreached(way)).catch((fault: unknown) => refuseSignIn(context, { way, name: '' }, fault))

/** Lets in whom the server outside vouches for. */
async function enterAs(
  context: Context,
  way: Way,
  { told, named, casHash }: { told: string; named: ExternalIdentifier; casHash?: Buffer | undefined },
) {
  const name = told.slice(0, 64)
  const found = await context.inOwnTransaction((db) => findExternalAccounts(db, told, named))
  if (found.length === 0) return refuseSignIn(context, { way, name }, new Fault('outsideUnknown'))
  const accounts = found.map(({ pwdHash: _, ...account }) => account)
  return signInUser(context, accounts, {}, { way, name, ...(casHash && { casHash }) })
}
