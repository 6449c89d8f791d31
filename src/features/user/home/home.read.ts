import { type Access, permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { scopeOf } from '#server/call/scope.ts'

type Read<T> = (db: Db, entNo: string) => Promise<T>

/** Reads in the caller's own enterprise as far as the roles behind a call reach: what is counted so is what that call lists. */
export async function readAsCall<T>(context: Context, call: Call, read: Read<T>): Promise<T> {
  const { me, services } = context
  const { entNo } = me
  const within = await scopeOf(context, call, entNo)
  return transaction(services.database.pool, { entNo, ...within }, (db) => read(db, entNo), { readOnly: true })
}

/** Reads the caller's own enterprise as a whole. */
export function readOwn<T>({ me, services }: Context, read: Read<T>): Promise<T> {
  const { entNo, userNo } = me
  return transaction(services.database.pool, { entNo, userNo }, (db) => read(db, entNo), { readOnly: true })
}

/** Tells whether the caller may make all of these calls. */
export const mayCall = ({ me }: Context, ...calls: { access: Access }[]) => calls.every(({ access }) => permits(me, access))
