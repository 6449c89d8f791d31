import { mobilePattern } from '#contract/values/plain.ts'
import { type AccountRow, findAccounts, mostOfPhone } from './accounts.ts'
import { beginAttempt, type Check as Kind, failAttempt, forgiveAttempts, neededCheck, releaseAttempts } from './attempts.ts'
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
  const needed = await neededOf(context, countedNames(name, accounts))
  // Checks before the password is verified, and before the try counts.
  if (check && !(await inOwnTransaction(check)))
    return refuseSignIn(context, shown, new Fault('wrongCode', undefined, asking(needed ?? 'slide')))
  if (needed && (!check || (needed === 'img' && way === 'slide')))
    return refuseSignIn(context, shown, new Fault('codeNeeded', undefined, asking(needed)))
  const fitting = await proveHolder(context, name, pwd, accounts).catch((fault: unknown) => refuseSignIn(context, shown, fault))
  return signInUser(context, fitting, { idntNo, entNo }, shown)
}

/**
 * Returns those of the accounts that the password is right for; counts a try, or forgives those before. Throws wrongPassword where
 * there is none, locked and busy as beginAttempt does.
 */
export async function proveHolder(context: Context, typed: string, pwd: string, accounts: AccountRow[]): Promise<AccountRow[]> {
  const { inOwnTransaction, origin } = context
  const begin = (name: string) => inOwnTransaction((db) => beginAttempt(db, name, origin.address))
  const [first, ...others] = countedNames(typed, accounts)
  await begin(first)
  // Leaves out an account that is locked itself, for the phone may be that of another one too.
  const begun = [first]
  const refused: unknown[] = []
  for (const name of others)
    await begin(name).then(
      () => begun.push(name),
      (fault: unknown) => refused.push(fault),
    )
  if (refused.length > 0 && refused.length === accounts.length) throw refused[0]
  const open = accounts.filter(({ name }) => begun.includes(name))
  const fitting = await rightOnes(typed, pwd, open)
  if (fitting.length === 0) {
    await inOwnTransaction((db) => failAttempt(db, begun, origin.address))
    const asked = await neededOf(context, begun)
    throw new Fault('wrongPassword', undefined, asked ? asking(asked) : null)
  }
  // Keeps the tries of a phone that several accounts carry: whoever holds one of them must not forgive tries of the others.
  const forgiven = accounts.length === 1 ? begun : fitting.map(({ name }) => name)
  await inOwnTransaction(async (db) => {
    for (const name of forgiven) await forgiveAttempts(db, name)
    await releaseAttempts(db, begun)
  })
  return fitting
}

/** Lists the names under which a try is counted: of a phone itself and every account that carries it. */
const countedNames = (typed: string, accounts: AccountRow[]): [string, ...string[]] => {
  const names = accounts.map(({ name }) => name)
  return mobilePattern.test(typed) ? [typed, ...names] : [names[0] ?? typed]
}

async function neededOf({ inOwnTransaction }: Context, names: string[]): Promise<Kind | undefined> {
  for (const name of names) {
    const needed = await inOwnTransaction((db) => neededCheck(db, name))
    if (needed) return needed
  }
  return undefined
}

/** Returns the accounts whose password it is; the work tells nobody how many there are. */
async function rightOnes(typed: string, pwd: string, accounts: AccountRow[]): Promise<AccountRow[]> {
  const compared = mobilePattern.test(typed) ? mostOfPhone : 1
  const tried = Array.from({ length: compared }, (_, i) => accounts[i])
  const right = await Promise.all(tried.map((account) => verifyPassword(account?.pwdHash, pwd)))
  return tried.filter((account, i): account is AccountRow => account !== undefined && right[i] === true)
}
