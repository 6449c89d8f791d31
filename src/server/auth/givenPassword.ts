import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { endAllSessions, type Proof } from '#server/call/session.ts'
import type { SessionIdentity } from '#server/call/session.types.ts'
import { noPassword } from './password.ts'

/**
 * Ends a password that somebody else set, with all that was opened by it, since whoever signs in by a code holds the account; they
 * set one of their own next. Returns what is then proven of the account.
 */
export async function endGivenPassword(
  { inOwnTransaction }: Context,
  { userNo, entNo }: Pick<SessionIdentity, 'userNo' | 'entNo'>,
  proof: Proof,
): Promise<Proof> {
  if (!proof.pwdInitial) return proof
  await inOwnTransaction(
    async (db) => {
      const { rows } = await sql`update account set pwd_hash = ${noPassword}
        where user_no = ${userNo} and pwd_initial and pwd_hash <> ${noPassword} returning 1`.execute(db)
      if (rows.length > 0) await endAllSessions(db, userNo)
    },
    { entNo, userNo },
  )
  return { pwdInitial: true, pwdHash: noPassword }
}
