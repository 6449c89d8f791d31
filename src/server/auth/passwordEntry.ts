import { beginAttempt, type Check as Kind, failAttempt, forgiveAttempts, neededCheck } from './attempts.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { verifyPassword } from './password.ts'
import { signInUser, findAccount, refuseSignIn } from './signIn.ts'

type Shown = { name: string; pwd: string; idntNo?: string | undefined; entNo?: string | undefined }

/** Solves the captcha that came with a try; undefined where none came. */
type Check = ((db: Db) => Promise<boolean>) | undefined

// Asks the page for a captcha with the next try; it offers the slide unless that is not accepted here.
const asking = (kind: Kind) => ({ codeFlag: '1', ...(kind === 'img' && { codeType: kind }) })

/** Lets in by name and password, with a captcha or without one: one set of counters, locks and answers for both. */
export async function enterByPassword(context: Context, { name, pwd, idntNo, entNo }: Shown, way: string, check: Check) {
  const { inOwnTransaction, origin } = context
  const shown = { way, name }
  const account = await inOwnTransaction((db) => findAccount(db, name))
  // Counts the tries of an account together, however it is named.
  const counted = account?.name ?? name
  const needed = await inOwnTransaction((db) => neededCheck(db, counted))
  // Checks before the password is verified, and before the try counts.
  if (check && !(await inOwnTransaction(check)))
    return refuseSignIn(context, shown, new Fault('wrongCode', undefined, asking(needed ?? 'slide')))
  if (needed && (!check || (needed === 'img' && way === 'slide')))
    return refuseSignIn(context, shown, new Fault('codeNeeded', undefined, asking(needed)))
  await inOwnTransaction((db) => beginAttempt(db, counted, origin.address)).catch((fault: unknown) =>
    refuseSignIn(context, shown, fault),
  )
  if (!(await verifyPassword(account?.pwdHash, pwd)) || !account) {
    const asked = await inOwnTransaction(async (db) => {
      await failAttempt(db, counted, origin.address)
      return neededCheck(db, counted)
    })
    return refuseSignIn(context, shown, new Fault('wrongPassword', undefined, asked ? asking(asked) : null))
  }
  await inOwnTransaction((db) => forgiveAttempts(db, counted))
  return signInUser(context, account, { idntNo, entNo }, shown)
}
