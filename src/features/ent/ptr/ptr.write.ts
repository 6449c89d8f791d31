import { guardianIdentity } from '#domain/guardians/relations.contract.ts'
import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { guardianOut, refuseTakenGuardian } from '#domain/guardians/guardians.ts'
import { changeGuardians } from '#domain/guardians/guardians.bulkUpdate.ts'
import { insertGuardian, lockGuardian } from '#domain/guardians/guardianWrite.ts'
import { answerMany, Refusals } from '#server/base/refusals.ts'
import { guardianTable } from '#domain/guardians/guardian.table.ts'
import { giveAccount } from '#domain/people/personAccount.ts'
import { changeRow } from '#server/database/tableRows.ts'
import type { Input } from '#server/call/serve.ts'
import type { ptr } from './ptr.contract.ts'
import { setGuardianPhotos } from './photos/ptr.photos.ts'
import { guardians, guardianRowColumns, readGuardian } from './ptr.list.ts'

export async function createGuardian(
  { entNo, cardPht, facePht, cnsntFlag, ...facts }: Input<typeof ptr.create>,
  context: Context,
) {
  const { db, locals, services } = context
  // Refuses a guardian without a child to a caller of some classes, who would not see them.
  if (locals.units) throw new Fault('invalid', '你管理的是部分班级，请用“新建家长并关联”，同时选择孩子')
  if (!facts.sex && !facts.idNo) throw invalidField('sex', '性别不能为空；有身份证号时由它得出')
  const ptrNo = await insertGuardian(context, entNo, facts)
  await setGuardianPhotos(context, { entNo, ptrNo, cardPht, facePht, cnsntFlag })
  return readGuardian(db, services.secret, entNo, ptrNo)
}

export async function updateGuardian(
  { entNo, cardPht, facePht, cnsntFlag, ...updateRow }: Input<typeof ptr.update>,
  context: Context,
) {
  const { db, services } = context
  const { ptrNo } = updateRow
  const refusals = new Refusals()
  await changeGuardians(refusals, context, entNo, [updateRow])
  const refused = refusals.first
  // Adds all of the present guardian to a conflict, for whoever merges.
  if (refused?.code === 'conflict') throw new Fault('conflict', undefined, await readGuardian(db, services.secret, entNo, ptrNo))
  if (refused) throw refused
  await setGuardianPhotos(context, { entNo, ptrNo, cardPht, facePht, cnsntFlag })
  return readGuardian(db, services.secret, entNo, ptrNo)
}

/** Changes many guardians, each in what its row names: all of them, or none. */
export async function updateGuardians({ entNo, datas }: Input<typeof ptr.updatemany>, context: Context) {
  const { db, refusals, services } = context
  const read = async (ptrNos: string[]) => {
    const list = await guardians(db, services.secret, { entNo, ptrNos }).select(guardianRowColumns).execute()
    return list.map((row) => guardianOut(row))
  }
  const kept = await changeGuardians(refusals, context, entNo, datas)
  return answerMany(refusals, datas, 'ptrNo', { kept, read })
}

/** Enables or disables guardians; skips those that are so already. Throws notFound for guardians who are gone. */
export async function setGuardianState(db: Db, entNo: string, ptrNos: readonly string[], stt: string) {
  const { rows } = await sql`select 1 from ptr where ent_no = ${entNo} and ptr_no = any(${ptrNos}) and stt <> ${Status.deleted}
    order by ptr_no for no key update`.execute(db)
  if (rows.length < ptrNos.length) throw new Fault('notFound', '所选家长有的已不存在，请刷新后再选')
  await sql`update ptr set stt = ${stt} where ent_no = ${entNo} and ptr_no = any(${ptrNos}) and stt <> ${stt}`.execute(db)
  return null
}

/**
 * Certifies a guardian's phone and gives them an account (docs/spec/accounts.md#certification); null where they have one here.
 * Throws invalid for a disabled guardian and a certified phone.
 */
export async function certifyGuardian({ entNo, ptrNo, authTel }: Input<typeof ptr.auth>, context: Context) {
  const { db } = context
  const kept = await lockGuardian(db, entNo, ptrNo)
  const phone = authTel ?? kept.authTel
  if (kept.stt !== Status.enabled) throw new Fault('invalid', '停用的家长不能认证，请先启用')
  if (phone !== kept.authTel) {
    if (kept.authFlag === '1') throw invalidField('authTel', '手机已认证，换号请用“改手机”')
    await refuseTakenGuardian(context, entNo, { authTel: phone }, ptrNo)
  }
  await changeRow(db, guardianTable, { entNo, ptrNo }, { authTel: phone, authFlag: '1' }, [])
  return giveAccount(context, { entNo, idntNo: guardianIdentity, idntVal: ptrNo, name: kept.ptrName, authTel: phone })
}
