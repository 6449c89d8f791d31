import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/auth/attempts.ts'
import { Fault } from '#server/base/fault.ts'
import type { Session } from '#server/call/session.types.ts'

/** Sets how many calls may come within so many seconds. */
type Rate = { calls: number; seconds: number }

/** Sets the rates of one address without a session, of one session, and of all people of one enterprise together. */
export type Rates = { stranger: Rate; session: Rate; enterprise: Rate }

/** Allows a school of 2,000 people behind one address to sign in within five minutes, and a person to open a page every second. */
export const usualRates: Rates = {
  stranger: { calls: 6000, seconds: 60 },
  session: { calls: 300, seconds: 10 },
  enterprise: { calls: 6000, seconds: 10 },
}

/** Counts calls in this process; each throws tooMany, with the seconds to wait, for those beyond a rate. */
export type RateLimits = {
  /** Refuses a session that is known to be beyond its rate, before anything is looked up for it. */
  checkSession(tokenHash: string): Promise<void>
  countStranger(address: string): Promise<void>
  countSession(session: Pick<Session, 'tokenHash' | 'entNo'>): Promise<void>
}

export function makeRateLimits({ stranger, session, enterprise }: Rates): RateLimits {
  const [strangers, sessions, enterprises] = [stranger, session, enterprise].map(
    ({ calls, seconds }) => new RateLimiterMemory({ points: calls, duration: seconds }),
  ) as [RateLimiterMemory, RateLimiterMemory, RateLimiterMemory]
  return {
    async checkSession(tokenHash) {
      const counted = await sessions.get(tokenHash)
      if (counted && counted.consumedPoints > session.calls) throw tooMany(counted)
    },
    countStranger: async (address) => void (await strangers.consume(networkOf(address)).catch(refuse)),
    async countSession({ tokenHash, entNo }) {
      await sessions.consume(tokenHash.toString('hex')).catch(refuse)
      if (entNo) await enterprises.consume(entNo).catch(refuse)
    },
  }
}

function refuse(error: unknown): never {
  throw error instanceof RateLimiterRes ? tooMany(error) : error
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new Fault('tooMany', undefined, { seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
