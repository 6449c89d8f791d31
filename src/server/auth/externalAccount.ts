import type { Db } from '#server/database/database.ts'
import { type AccountRow, accountsOfPhone, findAccounts } from './accounts.ts'

/** Names what identifies an external account: its login name, or the phone that its server has verified. */
export type ExternalIdentifier = 'name' | 'phone'

const phones = ['phone', 'phone_number', 'mobile']

/** Returns what an attribute identifies: one that people may choose freely is no phone, however much it looks like one. */
export const namedBySso = (attr: string): ExternalIdentifier => (attr === 'phone_number' ? 'phone' : 'name')
export const namedByCas = (attr: string | undefined): ExternalIdentifier =>
  attr !== undefined && phones.includes(attr) ? 'phone' : 'name'

/** Lists the enabled accounts that an external server vouches for: those of a phone, or the one of a login name. */
export const findExternalAccounts = async (db: Db, told: string, named: ExternalIdentifier): Promise<AccountRow[]> =>
  named === 'phone'
    ? accountsOfPhone(db, told)
    : (await findAccounts(db, told)).filter(({ name }) => name.toLowerCase() === told.toLowerCase())
