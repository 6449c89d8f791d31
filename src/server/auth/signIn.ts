import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { fileLink } from '#server/files/links.ts'
import { readRights } from '#server/call/rights.ts'
import { issueSession, type Proof } from '#server/call/session.ts'
import { sessionUser } from './sessionUser.ts'
import type { Entry, SessionIdentity, Impersonator } from '#server/call/session.types.ts'

// Names the default identity of a user with several who names none (docs/spec/product.md#identities).
const defaultIdentity = '030'

export type AccountRow = { userNo: string; name: string; pwdInitial: boolean; pwdHash: string }

const accountColumns = ['userNo', 'name', 'pwdHash', 'pwdInitial'] as const

/** Finds an enabled account by login name, phone or user number; undefined where there is none. */
export const findAccount = (db: Db, name: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .select(accountColumns)
    .where('stt', '=', '1')
    .where((is) => is.or([is(sql`lower(name)`, '=', name.toLowerCase()), is('authTel', '=', name), is('userNo', '=', name)]))
    .executeTakeFirst()

export type Card = {
  idntVal: string
  idntNo: string
  entNo: string
  idntName: string
  entName: string
  cardPht: string | null
  idntValName: string
}

/**
 * Lists the identities 010 to 060 that an account may take now: enabled person, enabled enterprise
 * (docs/spec/product.md#identities).
 */
export async function identitiesOf(db: Db, userNo: string): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select i.idnt_val, i.idnt_no, i.ent_no, d.chn_name as idnt_name, e.ent_name, p.card_pht, p.emp_name as idnt_val_name
    from identity i
    join ent e on e.ent_no = i.ent_no and e.stt = '1'
    join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val and p.stt = '1'
    join info d on d.type_code = 'IDNT' and d.info_no = i.idnt_no
    where i.user_no = ${userNo} and i.idnt_no between '010' and '060' order by i.idnt_no, i.ent_no`.execute(db)
  return rows
}

/** Adds links to the photos of identities. */
export const shownCards = ({ secret }: Context['services'], cards: Card[]): Card[] =>
  cards.map((card) => ({ ...card, cardPht: card.cardPht && fileLink(secret, card.entNo, card.cardPht) }))

type Wanted = { idntNo?: string | undefined; entNo?: string | undefined }
/** Describes a sign-in; `name` as the user gave it, for the log. */
type Way = { way: string; name: string; casHash?: Buffer }

/**
 * Lets a user in who has shown who they are, whichever way: chooses the identity, issues the session, writes the log.
 * `pwdHash` where it was a password that they showed.
 */
export async function signInUser(
  context: Context,
  account: Pick<SessionIdentity, 'userNo' | 'name'> & Proof,
  wanted: Wanted,
  { name, ...way }: Way,
) {
  const { inOwnTransaction, services, origin } = context
  const cards = await inOwnTransaction((db) => identitiesOf(db, account.userNo), { rootNo: services.rootNo })
  const fitting = cards.filter(
    (card) => (!wanted.idntNo || card.idntNo === wanted.idntNo) && (!wanted.entNo || card.entNo === wanted.entNo),
  )
  const chosen = fitting.find((card) => card.idntNo === defaultIdentity) ?? fitting[0]
  if (!chosen) return refuseSignIn(context, { name, ...way }, new Fault('noIdentity'))
  const identity = { ...chosen, userNo: account.userNo, name: account.name }
  const { tokens, user } = await openSession(context, identity, account, { ...way, ...origin })
  await recordSignIn(context, { ...identity, name, way: way.way, result: 'ok' })
  return { ...tokens, user, idnts: shownCards(services, cards) }
}

/** Issues a session and answers it with its user, as every way in does. */
export async function openSession(
  { inOwnTransaction, services, origin }: Context,
  identity: SessionIdentity,
  proof: Proof,
  entry: Entry,
) {
  const { entNo } = identity
  const { initial, ...tokens } = await inOwnTransaction((db) => issueSession(db, identity, proof, entry), { entNo })
  const rights = await inOwnTransaction((db) => readRights(db, entNo, identity.idntVal), { entNo })
  Object.assign(origin.trace, { user: identity.userNo, ent: entNo })
  const { impersonator, readOnly = false } = entry
  const seen = { ...identity, imitUserNo: impersonator?.userNo ?? null, readOnly, initial }
  return { tokens, user: await sessionUser(services, seen, rights, tokens.token) }
}

/** Writes the refusal into the sign-in log and throws it; what is no refusal is thrown as it is. */
export async function refuseSignIn(context: Context, { way, name }: Pick<Way, 'way' | 'name'>, fault: unknown): Promise<never> {
  if (!(fault instanceof Fault)) throw fault
  const account = isTyped(way) ? await context.inOwnTransaction((db) => findAccount(db, name)) : undefined
  await recordSignIn(context, { name, way, result: fault.code, ...(account && { userNo: account.userNo }) })
  throw fault
}

// Tells whether the user typed the name; elsewhere another server gave it.
const isTyped = (way: string) => way === 'pwd' || way === 'slide'

type Attempt = {
  name: string
  way: string
  result: string
  userNo?: string
  idntNo?: string
  entNo?: string
  impersonator?: Impersonator | null
}

/** Writes a line of the sign-in log (dictionaries LGN_WAY, LGN_RSLT). */
export const recordSignIn = ({ inOwnTransaction, origin }: Context, attempt: Attempt) => {
  const { name: typed, way, result, userNo, idntNo, entNo, impersonator } = attempt
  // Records only the beginning of unknown names, for a password may have been typed into the wrong field.
  const name = userNo || !isTyped(way) ? typed : `${typed.slice(0, 2)}***`
  const told = { name, way, result, userNo, idntNo, entNo, imitUserNo: impersonator?.userNo, reason: impersonator?.reason }
  return inOwnTransaction((db) =>
    db
      .insertInto('loginLog')
      .values({ ...told, address: origin.address, client: origin.client })
      .execute(),
  )
}
