import { codes } from '#contract/codes.ts'
import { isPersonal, isStrong } from '#contract/values/password.ts'
import { isAdministrator } from '#server/auth/accounts.ts'
import { isCommonPassword } from '#server/auth/password.ts'
import { Fault, complaint } from '#server/base/fault.ts'
import { soundOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { heldIdentities } from './heldIdentities.ts'

/** Names the account that a password is for; `entNos`: the enterprises whose rules it meets. */
type Whose = { userNo: string; name: string; entNos: readonly string[] }

/**
 * Refuses a new password that is too easy (docs/spec/sign-in.md#passwords). Throws samePassword, commonPassword, personalPassword,
 * and weakPassword where an enterprise or the rights of the account ask for the general rule.
 */
export async function checkNewPassword({ oldPwd, newPwd }: { oldPwd?: string; newPwd: string }, context: Context, whose: Whose) {
  const { inOwnTransaction } = context
  const { userNo, name } = whose
  const refusal = (code: 'samePassword' | 'commonPassword' | 'personalPassword' | 'weakPassword') =>
    new Fault(code, undefined, complaint('newPwd', codes[code][1]))
  if (newPwd === oldPwd) throw refusal('samePassword')
  if (isCommonPassword(newPwd)) throw refusal('commonPassword')
  const own = await inOwnTransaction((db) =>
    db.selectFrom('account').select(['nickName', 'authTel']).where('userNo', '=', userNo).executeTakeFirstOrThrow(),
  )
  const people = await heldIdentities(context, userNo)
  const names = [own.nickName, ...people.flatMap(({ entName, idntValName }) => [entName, idntValName ?? ''])]
  const numbers = [userNo, own.authTel ?? '', ...people.map(({ idntVal }) => idntVal)].filter((one) => one !== '')
  if (isPersonal(newPwd, [name, ...names, ...names.map(soundOf)], numbers)) throw refusal('personalPassword')
  if (!isStrong(newPwd) && (await needsStrong(context, whose))) throw refusal('weakPassword')
}

async function needsStrong({ inOwnTransaction, services }: Context, { userNo, entNos }: Whose): Promise<boolean> {
  for (const entNo of entNos)
    if ((await inOwnTransaction((db) => readParameter(db, entNo, 'PWD_STRONG'), { entNo })) === '1') return true
  return inOwnTransaction((db) => isAdministrator(db, userNo), { rootNo: services.rootNo })
}
