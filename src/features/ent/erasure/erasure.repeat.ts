import { newOperation } from '#server/base/operationNumber.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import type { ErasedPerson } from '#server/store/erasedList.ts'
import type { ErasedKind } from './erasure.contract.ts'
import { eraseRecord } from './erasure.person.ts'

/**
 * Erases again in an enterprise whoever the list beside the key names and a restored database still holds, and notes there whom
 * another process has erased.
 */
export async function repeatErasures({ database, erased, files }: Services, entNo: string) {
  const listed = erased.read().filter((one) => one.entNo === entNo)
  const kept = await transaction(database.sidePool, { entNo }, (db) => erasuresOf(db, entNo))
  const missing = listed.filter((one) => !kept.some((other) => isSame(one, other)))
  for (const { ersKind, userNo, ...person } of missing) {
    const locals = { entNo, call: 'clock', op: newOperation(), ...(userNo && { userNo }) }
    const gone = await transaction(
      database.sidePool,
      locals,
      (db) => eraseRecord(db, { ...person, ersKind: ersKind as ErasedKind }),
      { time: 'long' },
    )
    for (const file of gone) await files.remove(file.entNo, file.fileNo)
  }
  erased.add(kept.filter((one) => !listed.some((other) => isSame(one, other))))
}

const isSame = (one: ErasedPerson, other: ErasedPerson) => one.ersKind === other.ersKind && one.idntVal === other.idntVal

const erasuresOf = (db: Db, entNo: string): Promise<ErasedPerson[]> =>
  db
    .selectFrom('erasure')
    .select(['entNo', 'ersKind', 'idntVal', 'askBy', 'crtUser as userNo'])
    .where('entNo', '=', entNo)
    .execute()
