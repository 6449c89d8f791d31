import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { requireClass } from '#domain/resources/resourceClasses.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { updateRow, requireRow } from '#server/database/rows.ts'
import { searchText } from '#server/base/search.ts'
import type { Input } from '#server/call/serve.ts'
import type { res } from './res.contract.ts'
import { type LockedResource, lockResource, mayChangeResource } from './share/res.reach.ts'
import { tellShareReviewers } from './share/res.messages.ts'
import { sharing } from './share/res.share.ts'

const giga = 2 ** 30

/**
 * Returns how many bytes the resources of somebody have in all their versions, and how many they may have (setting RES_QUOTA).
 */
export async function readQuota({ db }: Pick<Context, 'db'>, entNo: string, empNo: string | null) {
  const { rows } = await sql<{ used: number; resCnt: number }>`select coalesce(sum(v.size), 0)::float8 as used,
      count(distinct r.res_no)::int as res_cnt
    from res r join resver v using (ent_no, res_no)
    where r.ent_no = ${entNo} and r.emp_no is not distinct from ${empNo} and r.stt = ${Status.enabled}`.execute(db)
  const most = Number((await readParameter(db, entNo, 'RES_QUOTA')) ?? 0) * giga
  return { used: 0, resCnt: 0, ...rows[0], most }
}

// Takes a file that the caller sent, as far as the room of the resource's owner goes.
async function takeFile({ db, me }: Context, { entNo, fileNo }: { entNo: string; fileNo: string }, empNo: string | null) {
  const file = await db
    .selectFrom('file')
    .select(['name', 'type', 'size'])
    .where('entNo', '=', entNo)
    .where('fileNo', '=', fileNo)
    .where('userNo', '=', me.userNo)
    .executeTakeFirst()
  const message = '文件不存在，请重新上传'
  if (!file) throw invalidField('fileNo', message)
  // Serializes uploads, so that those of the same moment count as well.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`resquota ${entNo} ${empNo}`}, 0))`.execute(db)
  const { used, most } = await readQuota({ db }, entNo, empNo)
  if (used + file.size > most)
    throw new Fault('tooLarge', `资源空间不够：每人 ${most / giga} GB，已用 ${(used / giga).toFixed(2)} GB，请先删除不用的资源`)
  return file
}

const wordsOf = (resName: string, des: string | null | undefined, fileName: string) => searchText(resName, [des, fileName])

/** Puts a resource in, whose first version is a file of the caller's. */
export async function createResource(context: Context, { entNo, fileNo, scope, ...facts }: Input<typeof res.create>) {
  const { db, me, number } = context
  await requireClass(db, entNo, facts.clsNo)
  // Gives no employee to a caller who works above the enterprise.
  const empNo = entNo === me.entNo ? me.idntVal : null
  const { name, type, size } = await takeFile(context, { entNo, fileNo }, empNo)
  const shared = await sharing(context, entNo, facts.clsNo, scope)
  const resNo = await number('RES_NO')
  const row = { ...facts, ...shared, entNo, resNo, empNo, searchText: wordsOf(facts.resName, facts.des, name) }
  await db.insertInto('res').values(row).execute()
  await db.insertInto('resver').values({ entNo, resNo, verNo: 1, fileNo, name, type, size }).execute()
  await db.insertInto('rescnt').values({ entNo, resNo }).execute()
  await tellShareReviewers(context, { entNo, resNo })
  return { resNo }
}

// Asks for a new review where another enterprise reviewed what has changed.
const reviewAgain = ({ toEntNo, shrStt }: LockedResource, entNo: string) =>
  shrStt === ShareState.shared && toEntNo !== entNo ? { shrStt: ShareState.waiting } : {}

/** Changes the facts of a resource, and its class. Throws notFound where there is none. */
export async function updateResource(context: Context, { entNo, resNo, ver, ...given }: Input<typeof res.update>) {
  const { db } = context
  const held = await lockResource(context, { entNo, resNo })
  if (given.clsNo && given.clsNo !== held.clsNo) await requireClass(db, entNo, given.clsNo)
  const { resName = held.resName, des = held.des } = given
  const isOther = resName !== held.resName || (des || null) !== (held.des || null)
  const { rows } = await sql<{ name: string }>`select name from resver
    where ent_no = ${entNo} and res_no = ${resNo} and ver_no = ${held.verNo}`.execute(db)
  const changes = {
    ...given,
    ...(isOther && { searchText: wordsOf(resName, des, requireRow(rows[0]).name), ...reviewAgain(held, entNo) }),
    ...(given.clsNo && held.toEntNo === entNo && { toClsNo: given.clsNo }),
  }
  const changed = await updateRow(db, 'res', { entNo, resNo }, { ver, ...changes }, ['resNo', 'ver'])
  if ('shrStt' in changes) await tellShareReviewers(context, { entNo, resNo })
  return changed
}

/** Puts a newer file in the place of a resource's; the older ones stay. */
export async function addVersion(context: Context, { entNo, resNo, ver, fileNo, rem = null }: Input<typeof res.addversion>) {
  const { db } = context
  const held = await lockResource(context, { entNo, resNo })
  const { name, type, size } = await takeFile(context, { entNo, fileNo }, held.empNo)
  const verNo = held.verNo + 1
  await db.insertInto('resver').values({ entNo, resNo, verNo, fileNo, name, type, size, rem }).execute()
  const changes = { verNo, searchText: wordsOf(held.resName, held.des, name), ...reviewAgain(held, entNo) }
  const changed = await updateRow(db, 'res', { entNo, resNo }, { ver, ...changes }, ['resNo', 'ver'])
  if ('shrStt' in changes) await tellShareReviewers(context, { entNo, resNo })
  return changed
}

const others = () => new Fault('beyondOwn', '有的资源不是自己上传的，或已不存在，请刷新后再选')

/** Moves resources into another class of the own tree. Throws beyondOwn for those of others. */
export async function moveResources(context: Context, { entNo, resNos, clsNo }: Input<typeof res.move>) {
  await requireClass(context.db, entNo, clsNo)
  const { numAffectedRows } = await sql`update res r set cls_no = ${clsNo},
      to_cls_no = case when to_ent_no = ${entNo} then ${clsNo} else to_cls_no end
    where ${mayChangeResource(context, entNo, 'edit')} and r.res_no = any(${resNos}) and r.stt = ${Status.enabled}`.execute(
    context.db,
  )
  if (numAffectedRows !== BigInt(resNos.length)) throw others()
}

/** Deletes resources; their files stay, so that an undo finds them. Throws beyondOwn for those of others. */
export async function deleteResources(context: Context, { entNo, resNos }: Input<typeof res.delete>) {
  const { numAffectedRows } = await sql`update res r set stt = ${Status.deleted}
    where ${mayChangeResource(context, entNo, 'delete')} and r.res_no = any(${resNos}) and r.stt = ${Status.enabled}`.execute(
    context.db,
  )
  if (numAffectedRows !== BigInt(resNos.length)) throw others()
}
