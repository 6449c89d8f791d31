import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { newToken } from '#server/base/tokens.ts'
import { keepTicket } from '#server/call/tickets.ts'
import { Fault } from '#server/base/fault.ts'
import { fileLink } from '#server/files/links.ts'
import { readRights } from '#server/call/rights.ts'
import { issueSession, letsIn, type Proof } from '#server/call/session.ts'
import { findAccounts } from './accounts.ts'
import { endGivenPassword } from './givenPassword.ts'
import { sessionUser } from './sessionUser.ts'
import type { Entry, SessionIdentity, Impersonator } from '#server/call/session.types.ts'

export type Card = {
  idntVal: string
  idntNo: string
  entNo: string
  idntName: string
  entName: string
  cardPht: string | null
  idntValName: string
}

// Leaves out what lies below or between them, which an operator may make (docs/spec/product.md#identities).
const isOffered = sql`i.idnt_no in ('010', '020', '030', '040', '050', '060')`

/**
 * Lists the identities 010 to 060 that an account may take now: an enabled person of an enterprise that lets them in
 * (docs/spec/product.md#identities).
 */
export async function identitiesOf(db: Db, userNo: string): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select i.idnt_val, i.idnt_no, i.ent_no, d.chn_name as idnt_name, e.ent_name, p.card_pht, p.emp_name as idnt_val_name
    from identity i
    join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val and p.stt = '1'
    join ent e on e.ent_no = i.ent_no and ${letsIn('e', 'p')}
    join info d on d.type_code = 'IDNT' and d.info_no = i.idnt_no
    where i.user_no = ${userNo} and ${isOffered} order by i.idnt_no, i.ent_no`.execute(db)
  return rows
}

type Shut = { idntNo: string; idntName: string; entName: string; entStt: string; empStt: string; idntStt: string }

/** Returns why somebody with the right password enters none of their identities: each is out of use in one way or another. */
async function whyShut(db: Db, userNo: string, { idntNo, entNo }: Wanted): Promise<Fault> {
  const { rows } = await sql<Shut>`
    select i.idnt_no, d.chn_name as idnt_name, e.ent_name, e.stt as ent_stt, p.stt as emp_stt, d.stt as idnt_stt
    from identity i join ent e on e.ent_no = i.ent_no join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val
    join info d on d.type_code = 'IDNT' and d.info_no = i.idnt_no
    where i.user_no = ${userNo} and ${isOffered}
      and i.idnt_no = coalesce(${idntNo || null}, i.idnt_no) and i.ent_no = coalesce(${entNo || null}, i.ent_no)
    order by i.idnt_no, i.ent_no limit 1`.execute(db)
  const [one] = rows
  if (!one) return new Fault('noIdentity')
  const { idntName, entName, entStt, empStt, idntStt } = one
  if (idntStt !== '1') return new Fault('notOpen')
  if (empStt !== '1') return new Fault('noIdentity', `你在“${entName}”的员工账号已停用，请联系它的管理员`)
  if (entStt === '3')
    return new Fault('noIdentity', `${one.idntNo === '060' ? '企业' : idntName}还在建设中，“${entName}”现在只有管理员能登录`)
  return new Fault('noIdentity', `“${entName}”已停用，请联系它的上级`)
}

/** Adds links to the photos of identities. */
export const shownCards = ({ secret }: Context['services'], cards: Card[]): Card[] =>
  cards.map((card) => ({ ...card, cardPht: card.cardPht && fileLink(secret, card.entNo, card.cardPht) }))

type SignedAccount = { userNo: string; name: string; nickName: string }
type Wanted = { idntNo?: string | undefined; entNo?: string | undefined }
/** Describes a sign-in; `name` as the user gave it, for the log. */
type Way = { way: string; name: string; casHash?: Buffer }

/** Lists the identities whose platform is open. */
export async function openIdentities(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('info').select('infoNo').where('typeCode', '=', 'IDNT').where('stt', '=', '1').execute()
  return rows.map(({ infoNo }) => infoNo)
}

/**
 * Returns the identity that somebody enters who names none: the one used last, else the oldest; so one that was given since is
 * entered by nobody's surprise. Undefined where none fits.
 */
async function chooseIdentity({ inOwnTransaction }: Context, userNo: string, cards: Card[], { idntNo, entNo }: Wanted) {
  const open = new Set(await inOwnTransaction(openIdentities))
  const fitting = cards.filter(
    (card) => open.has(card.idntNo) && (!idntNo || card.idntNo === idntNo) && (!entNo || card.entNo === entNo),
  )
  if (fitting.length < 2) return fitting[0]
  const { rows } = await inOwnTransaction((db) =>
    sql<{ idntNo: string; entNo: string }>`select i.idnt_no, i.ent_no from identity i
      left join lateral (select l.at from login_log l where l.user_no = i.user_no and l.idnt_no = i.idnt_no and l.ent_no = i.ent_no
        and l.result = 'ok' and l.imit_user_no is null order by l.at desc limit 1) used on true
      where i.user_no = ${userNo} order by used.at desc nulls last, i.crt_tm, i.idnt_no, i.ent_no`.execute(db),
  )
  const same = (one: { idntNo: string; entNo: string }) => (card: Card) => card.idntNo === one.idntNo && card.entNo === one.entNo
  return rows.map((row) => fitting.find(same(row))).find((card) => card !== undefined)
}

type Watch = (context: Context, identity: { userNo: string }) => Promise<unknown>
const watches: Watch[] = []

/** Adds what is done when somebody has shown who they are, before the sign-in log knows of it. */
export const onSignIn = (watch: Watch) => void watches.push(watch)

/**
 * Lets a user in who has shown who they are, whichever way: chooses the identity, issues the session, writes the log.
 * `pwdHash` where it was a password that they showed. Of several accounts that the proof fits the person chooses one: throws
 * chooseAccount, whose detail lists them, each with a one-use tokenId.
 */
export async function signInUser(context: Context, accounts: (SignedAccount & Proof)[], wanted: Wanted, { name, ...way }: Way) {
  const { inOwnTransaction, services, origin } = context
  const offered = []
  for (const account of accounts) {
    const cards = await inOwnTransaction((db) => identitiesOf(db, account.userNo), { rootNo: services.rootNo })
    const chosen = await chooseIdentity(context, account.userNo, cards, wanted)
    if (chosen) offered.push({ account, cards, chosen })
  }
  const [first, ...others] = offered
  if (!first) return refuseSignIn(context, { name, ...way }, await whyRefused(context, accounts, wanted))
  if (others.length > 0) throw new Fault('chooseAccount', undefined, { choices: await choicesOf(context, offered, way) })
  const { account, cards, chosen } = first
  const identity = { ...chosen, userNo: account.userNo, name: account.name }
  const proof = way.way === 'code' ? await endGivenPassword(context, identity, account) : account
  const { tokens, user } = await openSession(context, identity, proof, { ...way, ...origin })
  for (const watch of watches) await watch(context, identity)
  await recordSignIn(context, { ...identity, name, way: way.way, result: 'ok' })
  return { ...tokens, user, idnts: shownCards(services, cards) }
}

// Tells of the first account alone: a phone that several carry is used by one person.
async function whyRefused({ inOwnTransaction, services }: Context, [account]: SignedAccount[], wanted: Wanted) {
  if (!account) return new Fault('noIdentity')
  return inOwnTransaction((db) => whyShut(db, account.userNo, wanted), { rootNo: services.rootNo })
}

type Offered = { account: SignedAccount & Proof; chosen: Card }

// Sets how long somebody may think about which account to enter, in seconds.
const choiceSeconds = 300

/** Opens a tokenId for each account that a person may enter, and says what they know it by. */
const choicesOf = ({ inOwnTransaction }: Context, offered: Offered[], way: Omit<Way, 'name'>) =>
  Promise.all(
    offered.map(async ({ account: { userNo, name, nickName }, chosen: { idntNo, idntVal, entNo, entName, idntName } }) => {
      const tokenId = newToken()
      const identity = { userNo, name, idntNo, idntVal, entNo }
      await inOwnTransaction((db) => keepTicket(db, identity, { entry: way, tokenId, seconds: choiceSeconds }))
      return { tokenId, name, nickName, entName, idntName }
    }),
  )

/** Issues a session and answers it with its user, as every way in does. */
export async function openSession(
  { inOwnTransaction, services, origin }: Context,
  identity: SessionIdentity,
  proof: Proof,
  entry: Entry,
) {
  const { entNo, userNo } = identity
  const { initial, ...tokens } = await inOwnTransaction((db) => issueSession(db, identity, proof, entry), { entNo, userNo })
  const rights = await inOwnTransaction((db) => readRights(db, entNo, identity.idntVal), { entNo })
  Object.assign(origin.trace, { user: identity.userNo, ent: entNo })
  const { impersonator, readOnly = false } = entry
  const seen = { ...identity, imitUserNo: impersonator?.userNo ?? null, readOnly, initial }
  return { tokens, user: await sessionUser(services, seen, rights, tokens.token) }
}

/**
 * Writes the refusal into the sign-in log, for each account that was tried, and throws it; what is no refusal is thrown as it
 * is.
 */
export async function refuseSignIn(context: Context, { way, name }: Pick<Way, 'way' | 'name'>, fault: unknown): Promise<never> {
  if (!(fault instanceof Fault)) throw fault
  const accounts = isTyped(way) ? await context.inOwnTransaction((db) => findAccounts(db, name)) : []
  for (const { userNo } of accounts.length > 0 ? accounts : [{ userNo: undefined }])
    await recordSignIn(context, { name, way, result: fault.code, userNo, shared: accounts.length > 1 })
  throw fault
}

// Tells whether the user typed the name; elsewhere another server gave it.
const isTyped = (way: string) => ['pwd', 'slide', 'code'].includes(way)

type Attempt = {
  name: string
  way: string
  result: string
  userNo?: string | undefined
  /** Tells that the typed phone is that of several accounts, so that no enterprise sees the try. */
  shared?: boolean
  idntNo?: string
  entNo?: string
  impersonator?: Impersonator | null
}

/** Writes a line of the sign-in log (dictionaries LGN_WAY, LGN_RSLT). */
export const recordSignIn = ({ inOwnTransaction, origin }: Context, attempt: Attempt) => {
  const { name: typed, way, result, userNo, shared, idntNo, entNo, impersonator } = attempt
  // Records only the beginning of unknown names, for a password may have been typed into the wrong field.
  const name = userNo || !isTyped(way) ? typed : `${typed.slice(0, 2)}***`
  const told = {
    name,
    way,
    result,
    userNo,
    shared,
    idntNo,
    entNo,
    imitUserNo: impersonator?.userNo,
    reason: impersonator?.reason,
  }
  // Belongs to the enterprise that was entered, whichever the call works on.
  return inOwnTransaction(
    (db) =>
      db
        .insertInto('loginLog')
        .values({ ...told, address: origin.address, client: origin.client })
        .execute(),
    { entNo: '' },
  )
}
