import { casLogin, casLogout, isNewTicket, nameFromCas } from '#server/auth/cas.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { describeError, log } from '#server/base/log.ts'
import { findExternalAccount, type Named, namedByCas, namedBySso } from '#server/auth/externalAccount.ts'
import { serve } from '#server/call/serve.ts'
import { hashOf } from '#server/base/tokens.ts'
import { enter, refuse } from '#server/auth/signIn.ts'
import { beginSso, configurationOf, nameFromSso, takeState } from '#server/auth/sso.ts'
import { outside } from './outside.contract.ts'

export const outsideHandlers = serve(outside, {
  getways: async (_, { services }) => ({
    ssoFlag: flagOf(services.identityProviders.sso),
    casFlag: flagOf(services.identityProviders.cas),
  }),

  async beginsso(_, { inOwnTransaction, services }) {
    const sso = set(services.identityProviders.sso)
    const configuration = await configurationOf(sso).catch(unreached('sso'))
    return inOwnTransaction((db) => beginSso(db, services.identityProviders, sso, configuration))
  },

  async loginbysso({ browserKey, ...answer }, context) {
    const { inOwnTransaction, services } = context
    const sso = set(services.identityProviders.sso)
    // Before the provider is asked, so that the same answer opens nothing again.
    const begun = await inOwnTransaction((db) => takeState(db, answer.state, browserKey))
    if (!begun) return refuse(context, { way: 'sso', name: '' }, new Fault('outsideFailed'))
    const name = nameFromSso(services.identityProviders, sso, answer, begun)
    return enterAs(context, 'sso', await vouched(context, 'sso', name), namedBySso(sso.attr))
  },

  getcas: async (_, { services }) => ({ url: casLogin(services.identityProviders, set(services.identityProviders.cas)) }),

  async loginbycas({ ticket }, context) {
    const { inOwnTransaction, services } = context
    const cas = set(services.identityProviders.cas)
    if (!(await inOwnTransaction((db) => isNewTicket(db, ticket))))
      return refuse(context, { way: 'cas', name: '' }, new Fault('ticketGone'))
    const name = await vouched(context, 'cas', nameFromCas(services.identityProviders, cas, ticket))
    const entered = await enterAs(context, 'cas', name, namedByCas(cas.attr), hashOf(ticket))
    return { ...entered, casUrl: casLogout(services.identityProviders, cas) }
  },
})

type Way = 'sso' | 'cas'

const flagOf = (settings: unknown) => (settings ? ('1' as const) : ('0' as const))

function set<T>(settings: T | undefined): T {
  if (!settings) throw new Fault('notOpen', '这种登录方式没有启用')
  return settings
}

// What went wrong outside is for the log; the user only hears that it did.
const unreached = (way: Way) => (error: unknown) => {
  log.warn({ event: `${way} sign-in`, ...describeError(error) })
  throw new Fault('outsideFailed')
}

const vouched = (context: Context, way: Way, name: Promise<string>): Promise<string> =>
  name.catch(unreached(way)).catch((fault: unknown) => refuse(context, { way, name: '' }, fault))

/** Lets in whom the server outside vouches for. */
async function enterAs(context: Context, way: Way, told: string, named: Named, casHash?: Buffer) {
  const name = told.slice(0, 64)
  const account = await context.inOwnTransaction((db) => findExternalAccount(db, told, named))
  if (!account) return refuse(context, { way, name }, new Fault('outsideUnknown'))
  const { userNo, name: own, pwdInitial } = account
  return enter(context, { userNo, name: own, pwdInitial }, {}, { way, name, ...(casHash && { casHash }) })
}
