import { sql } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { refuseTakenGuardian } from './guardians.ts'
import { giveReason } from '#server/history/history.ts'
import { carryPhone } from '#domain/people/personAccount.ts'
import { type PersonIdFacts, storedOf } from '#domain/people/personFacts.ts'
import { requireRow } from '#server/database/rows.ts'
import { changeRow, insertRow } from '#server/database/tableRows.ts'
import { guardianTable } from './guardian.table.ts'

/** Describes what forms hold of a guardian. */
type Facts = PersonIdFacts & { ptrName: string; authTel: string; rem?: string | null | undefined }

/** Describes the changes of an existing guardian; `ver`: the version that the caller has seen. */
export type GuardianChange = Partial<Facts> & { ptrNo: string; ver?: number | undefined }

export type StoredGuardian = {
  ptrNo: string
  ptrName: string
  authTel: string
  authFlag: string
  idNo: string | null
  stt: string
  ver: number
}

/** Locks those of these guardians who are live and within the caller's reach until the transaction ends, and returns them. */
export async function lockGuardians(db: Db, entNo: string, ptrNos: readonly string[]): Promise<Map<string, StoredGuardian>> {
  const { rows } = await sql<StoredGuardian>`select ptr_no, ptr_name, auth_tel, auth_flag, id_no, stt, ver from ptr
    where ent_no = ${entNo} and ptr_no = any(${ptrNos}) and stt <> ${Status.deleted} order by ptr_no for no key update`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.ptrNo, row]))
}

/** Locks a live guardian. Throws notFound where there is none within the caller's reach. */
export const lockGuardian = async (db: Db, entNo: string, ptrNo: string): Promise<StoredGuardian> =>
  requireRow((await lockGuardians(db, entNo, [ptrNo])).get(ptrNo))

/** Makes a guardian, whom a caller with a limited reach does not see before there is a link, and answers the number. */
export async function insertGuardian(context: Context, entNo: string, facts: Facts): Promise<string> {
  const { db, number, services } = context
  const { ptrName, authTel } = facts
  await refuseTakenGuardian(context, entNo, facts)
  const ptrNo = await number('PTR_NO')
  // Falls back to U: the sex is given, or follows from the ID number or the relation to a child; of some relations nobody knows.
  const stored = { sex: 'U', ...storedOf(facts, services.secret), ptrName, authTel }
  await insertRow(db, guardianTable, { ...stored, entNo, ptrNo }, [])
  return ptrNo
}

/**
 * Gives a guardian another phone, certified or not as before; an account that lives in this enterprise alone takes it. Throws
 * invalid for the same phone.
 */
export async function changeGuardianPhone(
  context: Context,
  entNo: string,
  { ptrNo, authTel, reason }: { ptrNo: string; authTel: string; reason?: string | null | undefined },
) {
  const { db } = context
  if (reason) await giveReason(db, reason)
  const { authTel: before, authFlag } = await lockGuardian(db, entNo, ptrNo)
  if (before === authTel) throw invalidField('authTel', '新手机与原来的相同')
  await refuseTakenGuardian(context, entNo, { authTel }, ptrNo)
  await changeRow(db, guardianTable, { entNo, ptrNo }, { authTel }, [])
  if (authFlag === '1') await carryPhone(db, { entNo, idntVal: ptrNo, authTel })
  return null
}
