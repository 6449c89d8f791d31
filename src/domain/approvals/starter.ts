import { sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { reserveNumbers } from '#server/database/number.ts'
import { type Custody, hasCustody } from './guardians.ts'
import type { Process } from './processes.ts'

/** Names who hands in: a member of staff, with their account, or a guardian for one of their children. */
export type Starter = Staff | Guardian
type Staff = { entNo: string; empNo: string; userNo: string; ptrNo?: undefined; stuNo?: undefined }
export type Guardian = Custody & { empNo?: undefined }

/** Describes what handing in works within. */
export type Handing = Pick<Context, 'db' | 'services' | 'number' | 'me'>

/** Returns the starter that a member of staff is. */
export const staffOf = ({ me }: Pick<Context, 'me'>): Starter => ({ entNo: me.entNo, empNo: me.idntVal, userNo: me.userNo })

/** Tells whether whoever asks handed in a process. */
export const isStarter = ({ starter, ptrNo, stuNo }: Pick<Process, 'starter' | 'ptrNo' | 'stuNo'>, by: Starter) =>
  by.empNo === undefined ? ptrNo === by.ptrNo && stuNo === by.stuNo : starter === by.empNo

/** Throws invalid for a guardian who has no custody of the child, or whose child is no longer on the roll. */
export async function requireCustody(db: Db, by: Starter) {
  if (by.empNo !== undefined) return
  const { rows } = await sql<{ has: boolean }>`select ${hasCustody(by)} as has`.execute(db)
  if (!rows[0]?.has) throw new Fault('invalid', '只有在校学生的法定监护人可以替孩子申请，请联系班主任')
}

/**
 * Returns what somebody without an account hands in within, as a guardian who comes by a link: the call's own transaction, for one
 * beside it would hold what numbers are taken with, and those who hand in at once would wait for each other.
 */
export function asStranger(context: Context, entNo: string): Handing {
  const { db, me, services } = context
  const number = (code: string) =>
    context.inOwnTransaction(async (on) => (await reserveNumbers(on, code, 1, entNo))[0] as string, { entNo, userNo: '' })
  return { db, services, number, me }
}
