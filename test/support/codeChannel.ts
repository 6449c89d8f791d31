import type { ChannelAccess, Outgoing, Outcome } from '#domain/channels/adapter.ts'
import { adapters } from '#domain/channels/adapters.ts'
import { asOwner, type Person, type TestServer } from './harness.ts'

const alisms = adapters.alisms

/** Holds what left through the channel of short messages that stands in for the real one. */
export const sent: Outgoing[] = []

/** Takes every message. */
export async function takeAll(lot: readonly Outgoing[]): Promise<Outcome[]> {
  sent.push(...lot)
  return lot.map(({ dlvNo }) => ({ dlvNo, is: 'accepted' }))
}

/** Lets short messages go nowhere but to `sent`, or wherever `how` puts them. */
export const takeCodes = (how: (lot: readonly Outgoing[], access: ChannelAccess) => Promise<Outcome[]> = takeAll) =>
  Object.assign(adapters, {
    alisms: { ...alisms, send: (access: ChannelAccess, lot: readonly Outgoing[]) => how(lot, access) },
  })

/** Puts the real channel back. */
export const leaveCodes = () => Object.assign(adapters, { alisms })

/** Sets the channel of short messages of an enterprise. */
export const setCodeChannel = (server: TestServer, entNo: string, conf: Record<string, string>, useFlag = '1') =>
  asOwner(server, entNo, (db) =>
    db
      .insertInto('chn')
      .values({ entNo, chnKind: 'alisms', conf: JSON.stringify(conf), useFlag })
      .onConflict((one) => one.columns(['entNo', 'chnKind']).doUpdateSet({ conf: JSON.stringify(conf), useFlag }))
      .execute(),
  )

/** Returns the login phone of somebody. */
export const telOf = async ({ owner }: TestServer, { userNo }: Person): Promise<string> =>
  (await owner.query('select auth_tel from account where user_no = $1', [userNo])).rows[0].auth_tel

/** Gives somebody a login phone that answered a code so long ago; null: never. */
export const setTelOf = ({ owner }: TestServer, { userNo }: Person, tel: string | null, ago: string | null = '1 hour') =>
  owner
    .query('update account set auth_tel = $2 where user_no = $1', [userNo, tel])
    .then(() => owner.query('update account set tel_tm = now() - $2::interval where user_no = $1', [userNo, ago]))
