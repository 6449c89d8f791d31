import { sql, type SqlBool } from 'kysely'
import { idNo as anyIdNo, mobile } from '#contract/fields.ts'
import { isDate } from '#contract/values/plain.ts'
import { birthOf, sexOf, toIdNo18 } from '#contract/values/idNumber.ts'
import { invalidField } from '#server/base/fault.ts'
import { matches, spellingsOfName } from '#server/base/search.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexIn } from '#contract/values/sex.ts'

/** Describes the facts that forms hold of anybody. */
export type PersonIdFacts = { idNo?: string | null | undefined; sex?: string | undefined; brth?: string | null | undefined }

/**
 * Returns the facts of a form as they are stored: ID number encrypted, sex and birth date as the ID number gives them. Throws
 * invalid where they contradict it.
 */
export function storedOf<Facts extends PersonIdFacts>({ idNo, sex, brth, ...plain }: Facts, secret: Secret) {
  const stored = sex && sexIn(sex)
  if (!idNo)
    return {
      ...plain,
      ...(stored && { sex: stored }),
      ...(brth !== undefined && { brth }),
      ...(idNo === null && { idNo: null, idNoHash: null }),
    }
  const full = toIdNo18(idNo)
  const [told, birth] = [sexIn(sexOf(full)) as string, birthOf(full)]
  if (stored && stored !== told) throw invalidField('sex', '性别与身份证号不符')
  if (brth && isDate(birth) && brth !== birth) throw invalidField('brth', '出生日期与身份证号不符')
  const born = isDate(birth) ? { brth: birth } : brth !== undefined && { brth }
  return { ...plain, ...born, sex: told, idNo: secret.seal(full), idNoHash: secret.hash(full) }
}

/**
 * Returns what is stored of a form that changes somebody: the facts of the stored ID number (encrypted) hold also where the form
 * does not name it.
 */
export function changedOf<Facts extends PersonIdFacts>(facts: Facts, keptIdNo: string | null, secret: Secret) {
  const told = facts.idNo === undefined && keptIdNo && (facts.sex || facts.brth) ? secret.open(keptIdNo) : undefined
  const stored = storedOf(told ? { ...facts, idNo: told } : facts, secret)
  if (!told) return stored
  const { idNo: _, idNoHash: __, ...rest } = stored as typeof stored & { idNo?: unknown; idNoHash?: unknown }
  return rest
}

/** Throws invalid for a change of a verified phone, which has a call of its own. */
export function keepVerified(authTel: string | null | undefined, kept: { authTel: string | null; authFlag: string }) {
  if (authTel !== undefined && authTel !== kept.authTel && kept.authFlag === '1')
    throw invalidField('authTel', '手机已认证，请用“改手机”')
}

/**
 * Tests whether a keyword finds people (of the alias that has the columns): a whole phone or ID number exactly, all else in the
 * search text.
 */
export function matchesKeyWord(alias: string, keyWord: string, secret: Secret) {
  const phone = mobile.safeParse(keyWord)
  if (phone.success) return sql<SqlBool>`${sql.ref(`${alias}.authTel`)} = ${phone.data}`
  if (anyIdNo.safeParse(keyWord).success) return sql<SqlBool>`${sql.ref(`${alias}.idNoHash`)} = ${secret.hash(toIdNo18(keyWord))}`
  return matches(alias, ...spellingsOfName(keyWord))
}

/** Tells whether a field is a phone that its holder has verified: the form of the person no longer changes it. */
export const isVerifiedPhone = (field: string, now: Readonly<Record<string, unknown>>) =>
  field === 'authTel' && now.auth_flag === '1'
