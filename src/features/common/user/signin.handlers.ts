import { beginAttempt, failAttempt, forgiveAttempts } from '#server/attempts.ts'
import { Fault } from '#server/fault.ts'
import { verifyPassword } from '#server/password.ts'
import { serve } from '#server/serve.ts'
import { endSession, takeTicket } from '#server/session.ts'
import { enter, findAccount, identitiesOf, open, recordSignIn, refuse } from '#server/signIn.ts'
import { signin } from './signin.contract.ts'

export const signinHandlers = serve(signin, {
  async login({ name, pwd, idntNo, entNo }, context) {
    const { apart, origin } = context
    const way = { way: 'pwd', name }
    const account = await apart((db) => findAccount(db, name))
    // Whichever way an account is named, its tries count together.
    const counted = account?.name ?? name
    await apart((db) => beginAttempt(db, counted, origin.address)).catch((fault: unknown) => refuse(context, way, fault))
    if (!(await verifyPassword(account?.pwdHash, pwd)) || !account) {
      await apart((db) => failAttempt(db, counted, origin.address))
      return refuse(context, way, new Fault('wrongPassword'))
    }
    await apart((db) => forgiveAttempts(db, counted))
    return enter(context, account, { idntNo, entNo }, way)
  },

  async gettokenbyid({ id }, context) {
    const { apart, services, origin } = context
    const { pwdInitial, ...ticket } = await apart((db) => takeTicket(db, id))
    const { tokens, user } = await open(context, ticket, { pwdInitial }, { ...ticket, way: 'id', ...origin })
    await recordSignIn(context, { ...ticket, way: 'id', result: 'ok' })
    const idnts = await apart((db) => identitiesOf(db, ticket.userNo), { rootNo: services.rootNo })
    return { ...tokens, user, idnts }
  },

  async logout(_, { apart, me }) {
    await apart((db) => endSession(db, me))
    return null
  },
})
