import { type AccountRow, administratorsAmong, verifiedAccounts } from '../accounts.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, complaint } from '#server/base/fault.ts'
import { proveBy, rightOnes } from '../passwordEntry.ts'
import { noteTelUse, tryCode, useCode } from './phoneCodes.ts'
import { refuseSignIn, signInUser } from '../signIn.ts'

type Shown = { authTel: string; code: string; pwd?: string | undefined; idntNo?: string | undefined }

/** Says the same whatever was wrong, so that a right code tells nobody that a password is missing, nor whose. */
const refusals = {
  signin: '手机或验证码不对，或验证码已过期；管理员还要填对密码',
  reset: '手机或验证码不对，或验证码已过期',
}

// Gives every wrong proof one sentence beside the code; locked and busy stay what they are.
const inOneSentence = (purpose: keyof typeof refusals) => (fault: unknown) => {
  if (!(fault instanceof Fault) || fault.code !== 'wrongPassword') throw fault
  throw new Fault('wrongCode', refusals[purpose], complaint('code', refusals[purpose]))
}

/** Returns those of the accounts that administer something, or hold 060. */
export const administratorsOf = ({ inOwnTransaction, services }: Context, accounts: readonly AccountRow[]) =>
  inOwnTransaction(
    (db) =>
      administratorsAmong(
        db,
        accounts.map(({ userNo }) => userNo),
      ),
    { rootNo: services.rootNo },
  )

/**
 * Lets in by a code that a verified phone answered, administrators and 060 by their password as well: the same work, counters and
 * answer for every number. The code is used up by nothing but a proof that lets in.
 */
export async function enterByCode(context: Context, { authTel, code, pwd = '', idntNo }: Shown) {
  const { inOwnTransaction, services } = context
  const shown = { way: 'code', name: authTel }
  const accounts = await inOwnTransaction((db) => verifiedAccounts(db, authTel, idntNo))
  let administrators = new Set<string>()
  const fitting = await proveBy(context, authTel, accounts, async (open) => {
    const codeNo = await inOwnTransaction((db) => tryCode(db, services.secret, { authTel, purpose: 'signin' }, code))
    administrators = await administratorsOf(context, open)
    const right = await rightOnes(authTel, pwd, open)
    if (codeNo === undefined) return []
    const proven = open.filter((account) => !administrators.has(account.userNo) || right.includes(account))
    return proven.length > 0 && (await inOwnTransaction((db) => useCode(db, codeNo))) ? proven : []
  })
    .catch(inOneSentence('signin'))
    .catch((fault: unknown) => refuseSignIn(context, shown, fault))
  await inOwnTransaction((db) =>
    noteTelUse(
      db,
      authTel,
      fitting.map(({ userNo }) => userNo),
    ),
  )
  const proofs = fitting.map(({ pwdHash, ...account }) =>
    administrators.has(account.userNo) ? { ...account, pwdHash } : account,
  )
  return signInUser(context, proofs, { idntNo }, shown)
}

type ResetProof = { codeNo: number; accounts: AccountRow[] }

/** Returns the verified accounts of a phone whose code is right, which stays good until it is used. Throws wrongCode, locked, busy. */
export async function proveForReset(context: Context, { authTel, code }: Shown): Promise<ResetProof> {
  const { inOwnTransaction, services } = context
  const found = await inOwnTransaction((db) => verifiedAccounts(db, authTel))
  let codeNo: number | undefined
  const accounts = await proveBy(context, authTel, found, async (open) => {
    codeNo = await inOwnTransaction((db) => tryCode(db, services.secret, { authTel, purpose: 'reset' }, code))
    return codeNo === undefined ? [] : open
  })
    .catch(inOneSentence('reset'))
    .catch((fault: unknown) => refuseSignIn(context, { way: 'code', name: authTel }, fault))
  return { codeNo: codeNo ?? 0, accounts }
}
