import type { Db } from '#server/database/database.ts'
import type { AccountRow } from './signIn.ts'

/** Names what identifies an external account: its login name, or the phone that its server has verified. */
export type ExternalIdentifier = 'name' | 'phone'

const phones = ['phone', 'phone_number', 'mobile']

/** Returns what an attribute identifies: one that people may choose freely is no phone, however much it looks like one. */
export const namedBySso = (attr: string): ExternalIdentifier => (attr === 'phone_number' ? 'phone' : 'name')
export const namedByCas = (attr: string | undefined): ExternalIdentifier =>
  attr !== undefined && phones.includes(attr) ? 'phone' : 'name'

/** Finds the enabled account that an external server vouches for; undefined where there is none. */
export const findExternalAccount = (db: Db, told: string, named: ExternalIdentifier): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .select(['userNo', 'name', 'pwdHash', 'pwdInitial'])
    .where('stt', '=', '1')
    .where((is) => (named === 'phone' ? is('authTel', '=', told) : is(is.fn('lower', ['name']), '=', told.toLowerCase())))
    .executeTakeFirst()
