import { holdsToken, readsImage } from '#server/auth/captcha.ts'
import { endGivenPassword } from '#server/auth/givenPassword.ts'
import { enterByPassword } from '#server/auth/passwordEntry.ts'
import { serve } from '#server/call/serve.ts'
import { endSession, wayOn } from '#server/call/session.ts'
import { takeTicket } from '#server/call/tickets.ts'
import { identitiesOf, openSession, recordSignIn, shownCards } from '#server/auth/signIn.ts'
import '#domain/messages/accountMessages.ts'
import { signin } from '#contract/shell/signin.contract.ts'

export const signinHandlers = serve(signin, {
  login: ({ codeId, code, ...shown }, context) =>
    enterByPassword(
      context,
      shown,
      'pwd',
      codeId && code ? (db) => readsImage(db, codeId, code, context.origin.address) : undefined,
    ),

  loginbyslidecode: ({ codeToken, ...shown }, context) =>
    enterByPassword(context, shown, 'slide', (db) => holdsToken(db, codeToken, context.origin.address)),

  async gettokenbyid({ id }, context) {
    const { inOwnTransaction, services, origin } = context
    const { pwdInitial, ...ticket } = await inOwnTransaction((db) => takeTicket(db, id))
    const isByCode = ticket.way === 'code' && !ticket.impersonator
    const proof = isByCode ? await endGivenPassword(context, ticket, { pwdInitial }) : { pwdInitial }
    const { tokens, user } = await openSession(context, ticket, proof, { ...ticket, way: wayOn(ticket.way, 'id'), ...origin })
    await recordSignIn(context, { ...ticket, way: 'id', result: 'ok' })
    const cards = await inOwnTransaction((db) => identitiesOf(db, ticket.userNo), { rootNo: services.rootNo })
    return { ...tokens, user, idnts: shownCards(services, cards) }
  },

  async logout(_, { inOwnTransaction, me }) {
    await inOwnTransaction((db) => endSession(db, me))
    return null
  },
})
