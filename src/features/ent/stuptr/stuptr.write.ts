import { sql } from 'kysely'
import { mostChildren, mostGuardians, relationOf } from '#domain/guardians/relations.contract.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { guardianChoiceOut, guardianCount, holderOf, refuseUnseenGuardian } from '#domain/guardians/guardians.ts'
import { changeGuardian } from '#domain/guardians/guardians.bulkUpdate.ts'
import { changeGuardianPhone, insertGuardian, lockGuardian } from '#domain/guardians/guardianWrite.ts'
import { updateRow, requireRow } from '#server/database/rows.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { stuptr } from './stuptr.contract.ts'
import { readRelation } from './stuptr.list.ts'

type Key = { entNo: string; stuNo: string; ptrNo: string }
type Link = Omit<Input<typeof stuptr.create>, 'entNo' | 'stuNo' | 'ptrNo'>

/** Locks a live student within the caller's reach, before any guardian, and answers the name. */
async function lockStudent(db: Db, entNo: string, stuNo: string): Promise<string> {
  const { rows } = await sql<{ stuName: string }>`select stu_name from stu
    where ent_no = ${entNo} and stu_no = ${stuNo} and stt <> ${StudentState.deleted} for no key update`.execute(db)
  return requireRow(rows[0]).stuName
}

export async function createLink({ entNo, stuNo, ptrNo, ...link }: Input<typeof stuptr.create>, context: Context) {
  const { db, services } = context
  const stuName = await lockStudent(db, entNo, stuNo)
  const { ptrName } = await lockGuardian(db, entNo, ptrNo)
  await insertLink(context, { entNo, stuNo, ptrNo }, { stuName, ptrName }, link)
  return readRelation(db, services.secret, entNo, { stuNo, ptrNo })
}

/**
 * Links a child with a new guardian, or with the existing one who was confirmed to be the same person. Throws knownGuardian where
 * somebody has the phone or ID number, missingReference where the confirmed one no longer does.
 */
export async function createWithGuardian(input: Input<typeof stuptr.createwithptr>, context: Context) {
  const { entNo, stuNo, ptrNo: same, ptrName, authTel, sex, idNo, brth, ...link } = input
  const { db, services } = context
  const stuName = await lockStudent(db, entNo, stuNo)
  const holder = await holderOf(context, entNo, { authTel, idNo })
  if (holder && holder.ptrNo !== same) throw new Fault('knownGuardian', undefined, guardianChoiceOut(holder))
  if (same && !holder) throw new Fault('missingReference', '选定的家长已不用这个手机或身份证号，请重新填写')
  if (holder) return createLink({ entNo, stuNo, ptrNo: holder.ptrNo, ...link }, context)
  await refuseUnseenGuardian(context, entNo, { numbers: { authTel, idNo }, action: '关联' })
  const told = sex ?? (idNo ? undefined : relationOf(link.relt).sex)
  const ptrNo = await insertGuardian(context, entNo, { ptrName, authTel, sex: told, idNo, brth })
  await insertLink(context, { entNo, stuNo, ptrNo }, { stuName, ptrName }, link)
  // Changes the guardian after the link: an undo goes from the last change back, and must reach the guardian while the link still
  // shows it to a head teacher.
  await updateRow(db, 'ptr', { entNo, ptrNo }, {}, [])
  return readRelation(db, services.secret, entNo, { stuNo, ptrNo })
}

/** Changes a link, and the guardian as far as the input names facts of one. Throws conflict for another version. */
export async function changeLink(input: Input<typeof stuptr.updatewithptr>, context: Context) {
  const { entNo, stuNo, ptrNo, ver, ptrName, authTel, sex, idNo, brth, ...link } = input
  const { db, services } = context
  await lockStudent(db, entNo, stuNo)
  await lockGuardian(db, entNo, ptrNo)
  const kept = await readRelation(db, services.secret, entNo, { stuNo, ptrNo })
  if (ver !== undefined && ver !== kept.ver) throw new Fault('conflict', undefined, kept)
  const facts = Object.entries({ ptrName, authTel, sex, idNo, brth }).filter(([, value]) => value !== undefined)
  if (facts.length > 0) await changeGuardian(context, entNo, { ptrNo, ...Object.fromEntries(facts) })
  const changes = Object.entries(link).filter(([, value]) => value !== undefined)
  await db
    .updateTable('stuptr')
    // Raises the version also without changes.
    .set(changes.length > 0 ? Object.fromEntries(changes) : { ver: sql`ver` })
    .where('entNo', '=', entNo)
    .where('stuNo', '=', stuNo)
    .where('ptrNo', '=', ptrNo)
    .execute()
  return readRelation(db, services.secret, entNo, { stuNo, ptrNo })
}

/** Removes a guardian from a child; both stay. Throws conflict for another version. */
export async function removeLink({ entNo, stuNo, ptrNo, ver }: Input<typeof stuptr.delete>, { db, services }: Context) {
  await lockStudent(db, entNo, stuNo)
  const kept = await readRelation(db, services.secret, entNo, { stuNo, ptrNo })
  if (ver !== undefined && ver !== kept.ver) throw new Fault('conflict', undefined, kept)
  await db.deleteFrom('stuptr').where('entNo', '=', entNo).where('stuNo', '=', stuNo).where('ptrNo', '=', ptrNo).execute()
  return null
}

export async function changeLinkedPhone({ stuNo, ...input }: Input<typeof stuptr.updatephone>, context: Context) {
  const { entNo, ptrNo } = input
  await lockStudent(context.db, entNo, stuNo)
  await readRelation(context.db, context.services.secret, entNo, { stuNo, ptrNo })
  return changeGuardianPhone(context, entNo, input)
}

/** Makes the link of two who are locked. */
async function insertLink(context: Context, key: Key, names: { stuName: string; ptrName: string }, link: Link) {
  await checkRoom(context, key, names)
  const { db } = context
  const { rows } = await sql<{ prior: number }>`select coalesce(max(prior), 0)::int + 1 as prior from stuptr
    where ent_no = ${key.entNo} and stu_no = ${key.stuNo}`.execute(db)
  const grdFlag = relationOf(link.relt).isLegal ? '1' : '0'
  const given = Object.fromEntries(Object.entries(link).filter(([, value]) => value !== undefined))
  await db
    .insertInto('stuptr')
    .values({ grdFlag, prior: Math.min(rows[0]?.prior ?? 1, 99), relt: link.relt, ...given, ...key })
    .execute()
}

/** Refuses a link that is there, and one too many, also of those whom the caller does not see. */
async function checkRoom(
  context: Context,
  { entNo, stuNo, ptrNo }: Key,
  { stuName, ptrName }: { stuName: string; ptrName: string },
) {
  const { rows } = await withoutScope(context, () =>
    sql<{ isThere: boolean; guardians: number; children: number }>`
      select exists (select from stuptr l where l.ent_no = s.ent_no and l.stu_no = s.stu_no and l.ptr_no = ${ptrNo}) as is_there,
        ${guardianCount} as guardians,
        (select count(*)::int from stuptr l join stu c using (ent_no, stu_no) where l.ent_no = s.ent_no and l.ptr_no = ${ptrNo}
          and c.stt <> ${StudentState.deleted}) as children
      from stu s where s.ent_no = ${entNo} and s.stu_no = ${stuNo}`.execute(context.db),
  )
  const { isThere, guardians, children } = requireRow(rows[0])
  if (isThere) throw new Fault('taken', `${ptrName}已是${stuName}的家长，不用再关联`)
  if (guardians >= mostGuardians)
    throw invalidField('stuNo', `${stuName}已有 ${guardians} 位家长，最多 ${mostGuardians} 位，请先解除一位`)
  if (children >= mostChildren) throw invalidField('ptrNo', `${ptrName}已有 ${children} 个孩子，最多 ${mostChildren} 个`)
}
