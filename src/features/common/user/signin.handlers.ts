import { sql } from 'kysely'
import { beginAttempt, failAttempt, forgiveAttempts } from '#server/attempts.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { verifyPassword } from '#server/password.ts'
import { readRights } from '#server/rights.ts'
import { serve } from '#server/serve.ts'
import { endSession, issueSession } from '#server/session.ts'
import { sessionUser } from '#server/sessionUser.ts'
import { signin } from './signin.contract.ts'

// The identity of this platform, taken where a user has several and names none (specification, section 9).
const defaultIdentity = '030'

export const signinHandlers = serve(signin, {
  async login({ name, pwd, idntNo, entNo }, context) {
    const { apart, services, origin } = context
    const account = await apart((db) => findAccount(db, name))
    // Whichever way an account is named, its tries count together.
    const counted = account?.name ?? name
    await apart((db) => beginAttempt(db, counted, origin.address)).catch((fault: unknown) => refuse(context, name, fault))
    if (!(await verifyPassword(account?.pwdHash, pwd)) || !account) {
      await apart((db) => failAttempt(db, counted, origin.address))
      return refuse(context, name, new Fault('wrongPassword'))
    }
    await apart((db) => forgiveAttempts(db, counted))
    const cards = await apart((db) => identitiesOf(db, account.userNo), { rootNo: services.rootNo })
    const fitting = cards.filter((card) => (!idntNo || card.idntNo === idntNo) && (!entNo || card.entNo === entNo))
    const chosen = fitting.find((card) => card.idntNo === defaultIdentity) ?? fitting[0]
    if (!chosen) return refuse(context, name, new Fault('noIdentity'))
    const identity = { ...chosen, userNo: account.userNo, name: account.name }
    const tokens = await apart((db) => issueSession(db, identity, account), { entNo: identity.entNo })
    const rights = await apart((db) => readRights(db, identity.entNo, identity.idntVal), { entNo: identity.entNo })
    Object.assign(origin.trace, { user: account.userNo, ent: identity.entNo })
    await record(context, { name, userNo: account.userNo, idntNo: identity.idntNo, entNo: identity.entNo, result: 'ok' })
    return { ...tokens, user: await sessionUser(services, identity, rights, tokens.token), idnts: cards }
  },

  async logout(_, { apart, me }) {
    await apart((db) => endSession(db, me))
    return null
  },
})

/** An account by login name, phone or user number. */
const findAccount = (db: Db, name: string) =>
  db
    .selectFrom('account')
    .select(['userNo', 'name', 'pwdHash', 'pwdInitial'])
    .where('stt', '=', '1')
    .where((is) => is.or([is(sql`lower(name)`, '=', name.toLowerCase()), is('authTel', '=', name), is('userNo', '=', name)]))
    .executeTakeFirst()

type Card = {
  idntVal: string
  idntNo: string
  entNo: string
  idntName: string
  entName: string
  cardPht: string | null
  idntValName: string
}

/** The identities 010 to 060 that an account may take now: enabled person, enabled enterprise (specification, section 1). */
async function identitiesOf(db: Db, userNo: string): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select i.idnt_val, i.idnt_no, i.ent_no, d.chn_name as idnt_name, e.ent_name, p.card_pht, p.emp_name as idnt_val_name
    from identity i
    join ent e on e.ent_no = i.ent_no and e.stt = '1'
    join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val and p.stt = '1'
    join info d on d.type_code = 'IDNT' and d.info_no = i.idnt_no
    where i.user_no = ${userNo} order by i.idnt_no, i.ent_no`.execute(db)
  return rows
}

type Attempt = { name: string; userNo?: string; idntNo?: string; entNo?: string; result: string }

async function refuse(context: Context, name: string, fault: unknown): Promise<never> {
  if (fault instanceof Fault) await record(context, { name, result: fault.code })
  throw fault
}

const record = ({ apart, origin }: Context, attempt: Attempt) =>
  apart((db) =>
    db
      .insertInto('loginLog')
      .values({ ...attempt, address: origin.address, client: origin.client })
      .execute(),
  )
