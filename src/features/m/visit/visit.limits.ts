import { limitRate, networkOf } from '#server/auth/attempts.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'

/**
 * Limits the tries per hour and address, which a whole parents' evening may share; `try`: forms that are refused count here
 * alone.
 */
const perAddress = { try: 500, create: 200, find: 500, upload: 300 }
/** Limits the tries per hour at one gate, from any address. */
const perGate = { create: 1000, find: 3000, upload: 1000 }

const tooOften = '操作太频繁，请一小时后再试，或请门卫登记'

/** Counts what an address does. */
export const limitAddress = (db: Db, { origin }: Context, what: keyof typeof perAddress) =>
  limitRate(db, `visit ${what}:${networkOf(origin.address)}`, perAddress[what], tooOften)

/** Counts what is done at a gate. */
export const limitGate = (db: Db, { services }: Context, what: keyof typeof perGate, code: string) =>
  limitRate(db, `visit ${what} ${services.secret.hash(code)}`, perGate[what], tooOften)

/** Counts a try, also one that is refused later. Throws where there were too many. */
export const countTry = (context: Context, what: keyof typeof perAddress) =>
  context.inOwnTransaction((db) => limitAddress(db, context, what))
