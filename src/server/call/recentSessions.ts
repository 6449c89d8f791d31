import { isDeepStrictEqual } from 'node:util'
import { type Ahead, type Database, queryNamed } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { sessionIn, sessionLookup } from './session.ts'
import type { Session } from './session.types.ts'

/**
 * Describes a session that is taken to be as it was a moment ago. Its look-up travels with the first statement of the call, in one
 * write; `holds` tells whether it answered the same, and must be asked before anything leaves or is changed.
 */
export type AssumedSession = { session: Session; ahead: Ahead; holds(): Promise<boolean> }

const most = 5000

/** Remembers the sessions that were read last, to assume them; none is believed without being read again. */
export class RecentSessions {
  readonly #kept = new Map<string, Session>()

  /** Remembers a session that was read; not those that are about to change, or in which somebody acts as another. */
  keep(session: Session, unseen: boolean) {
    const key = session.tokenHash.toString('latin1')
    if (unseen || session.initial || session.impersonator) this.#kept.delete(key)
    else {
      if (this.#kept.size >= most) this.#kept.clear()
      this.#kept.set(key, session)
    }
  }

  /** Assumes the session of a token's hash; undefined where none was read before. */
  assume({ pool }: Database, tokenHash: Buffer): AssumedSession | undefined {
    const key = tokenHash.toString('latin1')
    const session = this.#kept.get(key)
    if (!session) return undefined
    const lookup = sessionLookup(tokenHash)
    let looking: ReturnType<typeof queryNamed> | undefined
    const ahead: Ahead = { ...lookup, answered: (answer) => (looking = answer) }
    const isSame = async () => {
      // Looks it up by itself where the call has asked the database nothing.
      looking ??= queryNamed(pool, lookup.text, lookup.values)
      const { rows } = await looking
      const { unseen, ...now } = sessionIn(rows, tokenHash)
      return !unseen && isDeepStrictEqual(now, session)
    }
    const holds = async () => {
      const is = await isSame().catch((error: unknown) => {
        if (error instanceof Fault) return false
        throw error
      })
      if (!is) this.#kept.delete(key)
      return is
    }
    return { session, ahead, holds }
  }
}
