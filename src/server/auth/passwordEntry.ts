import { mobilePattern } from '#contract/values/plain.ts'
import { type AccountRow, findAccounts, mostOfPhone } from './accounts.ts'
import {
  beginAttempt,
  type Check as Kind,
  failAttempt,
  forgiveAttempts,
  neededCheck,
  releaseAttempts,
  type Tally,
  tallyOf,
} from './attempts.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { verifyPassword } from './password.ts'
import { signInUser, refuseSignIn } from './signIn.ts'

type Shown = { name: string; pwd: string; idntNo?: string | undefined; entNo?: string | undefined }

/** Solves the captcha that came with a try; undefined where none came. */
type Check = ((db: Db) => Promise<boolean>) | undefined

// Asks the page for a captcha with the next try; it offers the slide unless that is not accepted here.
const asking = (kind: Kind) => ({ codeFlag: '1', ...(kind === 'img' && { codeType: kind }) })

/** Lets in by name and password, with a captcha or without one: one set of counters, locks and answers for both. */
export async function enterByPassword(context: Context, { name, pwd, idntNo, entNo }: Shown, way: string, check: Check) {
  const { inOwnTransaction } = context
  const shown = { way, name }
  const accounts = await inOwnTransaction((db) => findAccounts(db, name, idntNo))
  const needed = await neededOf(context, await talliesOf(context, name, accounts))
  // Checks before the password is verified, and before the try counts.
  if (check && !(await inOwnTransaction(check)))
    return refuseSignIn(context, shown, new Fault('wrongCode', undefined, asking(needed ?? 'slide')))
  if (needed && (!check || (needed === 'img' && way === 'slide')))
    return refuseSignIn(context, shown, new Fault('codeNeeded', undefined, asking(needed)))
  const fitting = await proveHolder(context, name, pwd, accounts).catch((fault: unknown) => refuseSignIn(context, shown, fault))
  return signInUser(context, fitting, { idntNo, entNo }, shown)
}

/** Returns those of the accounts that the password is right for, as proveBy does. */
export const proveHolder = (context: Context, typed: string, pwd: string, accounts: AccountRow[]) =>
  proveBy(context, typed, accounts, (open) => rightOnes(typed, pwd, open))

/**
 * Returns those of the accounts that what was shown fits; counts a try, or forgives those before: one set of counters for every
 * proof. Throws wrongPassword where there is none, locked and busy as beginAttempt does.
 */
export async function proveBy<Account extends AccountRow>(
  context: Context,
  typed: string,
  accounts: Account[],
  fits: (open: Account[]) => Promise<Account[]>,
): Promise<Account[]> {
  const { inOwnTransaction } = context
  const begin = (tally: Tally) => inOwnTransaction((db) => beginAttempt(db, tally))
  const [first, ...others] = await talliesOf(context, typed, accounts)
  await begin(first)
  // Leaves out an account that is locked itself, for the phone may be that of another one too.
  const begun = [first]
  const refused: unknown[] = []
  for (const tally of others)
    await begin(tally).then(
      () => begun.push(tally),
      (fault: unknown) => refused.push(fault),
    )
  if (refused.length > 0 && refused.length === accounts.length) throw refused[0]
  const open = accounts.filter(({ name }) => begun.some((tally) => tally.name === name))
  const fitting = await fits(open)
  if (fitting.length === 0) {
    await inOwnTransaction((db) => failAttempt(db, begun))
    const asked = await neededOf(context, begun)
    throw new Fault('wrongPassword', undefined, asked ? asking(asked) : null)
  }
  // Keeps the tries of a phone that several accounts carry: whoever holds one of them must not forgive tries of the others.
  const isRight = (tally: Tally) => fitting.some(({ name }) => name === tally.name)
  const forgiven = accounts.length === 1 ? begun : begun.filter(isRight)
  await inOwnTransaction(async (db) => {
    for (const tally of forgiven) await forgiveAttempts(db, tally)
    await releaseAttempts(db, begun)
  })
  return fitting
}

/** Lists what counts a try: of a phone itself and every account that carries it. */
async function talliesOf(
  { inOwnTransaction, origin: { address } }: Context,
  typed: string,
  accounts: AccountRow[],
): Promise<[Tally, ...Tally[]]> {
  const numbers = accounts.map(({ userNo }) => userNo)
  const isPhone = mobilePattern.test(typed)
  return inOwnTransaction(async (db) => {
    const first = await tallyOf(db, isPhone ? typed : (accounts[0]?.name ?? typed), numbers, address)
    const others: Tally[] = []
    if (isPhone) for (const { name, userNo } of accounts) others.push(await tallyOf(db, name, [userNo], address))
    return [first, ...others]
  })
}

async function neededOf({ inOwnTransaction }: Context, tallies: Tally[]): Promise<Kind | undefined> {
  for (const tally of tallies) {
    const needed = await inOwnTransaction((db) => neededCheck(db, tally))
    if (needed) return needed
  }
  return undefined
}

/** Returns the accounts whose password it is; the work tells nobody how many there are. */
export async function rightOnes(typed: string, pwd: string, accounts: AccountRow[]): Promise<AccountRow[]> {
  const compared = mobilePattern.test(typed) ? mostOfPhone : 1
  const tried = Array.from({ length: compared }, (_, i) => accounts[i])
  const right = await Promise.all(tried.map((account) => verifyPassword(account?.pwdHash, pwd)))
  return tried.filter((account, i): account is AccountRow => account !== undefined && right[i] === true)
}
