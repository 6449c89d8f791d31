import { codes } from '#contract/codes.ts'
import { isPersonal, isStrong } from '#contract/values/password.ts'
import { isAdministrator } from '#server/auth/accounts.ts'
import { isCommonPassword } from '#server/auth/password.ts'
import { Fault, complaint } from '#server/base/fault.ts'
import { soundOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { heldIdentities } from './user.identities.ts'

/**
 * Refuses a new password that is too easy (docs/spec/sign-in.md#passwords). Throws samePassword, commonPassword, personalPassword,
 * and weakPassword where the enterprise or the rights of the account ask for the general rule.
 */
export async function checkNewPassword({ oldPwd, newPwd }: { oldPwd: string; newPwd: string }, context: Context) {
  const { me, inOwnTransaction } = context
  const refusal = (code: 'samePassword' | 'commonPassword' | 'personalPassword' | 'weakPassword') =>
    new Fault(code, undefined, complaint('newPwd', codes[code][1]))
  if (newPwd === oldPwd) throw refusal('samePassword')
  if (isCommonPassword(newPwd)) throw refusal('commonPassword')
  const own = await inOwnTransaction((db) =>
    db.selectFrom('account').select(['nickName', 'authTel']).where('userNo', '=', me.userNo).executeTakeFirstOrThrow(),
  )
  const people = await heldIdentities(context, me.userNo)
  const names = [own.nickName, ...people.flatMap(({ entName, idntValName }) => [entName, idntValName ?? ''])]
  const numbers = [me.userNo, own.authTel ?? '', ...people.map(({ idntVal }) => idntVal)].filter((one) => one !== '')
  if (isPersonal(newPwd, [me.name, ...names, ...names.map(soundOf)], numbers)) throw refusal('personalPassword')
  if (!isStrong(newPwd) && (await needsStrong(context))) throw refusal('weakPassword')
}

async function needsStrong({ me, inOwnTransaction, services }: Context): Promise<boolean> {
  const asked = await inOwnTransaction((db) => readParameter(db, me.entNo, 'PWD_STRONG'), { entNo: me.entNo })
  return asked === '1' || inOwnTransaction((db) => isAdministrator(db, me.userNo), { rootNo: services.rootNo })
}
