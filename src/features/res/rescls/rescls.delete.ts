import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { workOn } from '#server/reference/load.ts'
import { softDelete } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import type { rescls } from './rescls.contract.ts'
import { requireClass } from '#domain/resources/resourceClasses.ts'

/**
 * Deletes a class; its resources go to another one. Throws inUse for one with classes below it, or resources without a target.
 */
export async function deleteClass(context: Context, { entNo, clsNo, toClsNo, ver }: Input<typeof rescls.delete>) {
  const { db } = context
  await sql`select from rescls where ent_no = ${entNo} and cls_no = ${clsNo} for update`.execute(db)
  const { rows } = await sql<{ children: number; resources: number }>`select
    (select count(*)::int from rescls where ent_no = ${entNo} and prt_no = ${clsNo} and stt <> ${Status.deleted}) as children,
    (select count(*)::int from res r where r.stt <> ${Status.deleted} and ${standsIn(entNo, clsNo)}) as resources`.execute(db)
  const { children = 0, resources = 0 } = rows[0] ?? {}
  if (children > 0) throw new Fault('inUse', `分类下还有 ${children} 个下级分类，请先移走再删除`)
  if (resources > 0 && (!toClsNo || toClsNo === clsNo))
    throw new Fault('inUse', `分类里还有 ${resources} 个资源，请选择移到哪个分类`)
  if (resources > 0 && toClsNo) await moveAll(context, entNo, clsNo, toClsNo)
  return softDelete(db, 'rescls', { entNo, clsNo }, ver)
}

const standsIn = (entNo: string, clsNo: string) =>
  sql<boolean>`(r.ent_no = ${entNo} and r.cls_no = ${clsNo} or r.to_ent_no = ${entNo} and r.to_cls_no = ${clsNo})`

// Moves what others share here under their numbers, for it is theirs.
async function moveAll({ db }: Context, entNo: string, clsNo: string, toClsNo: string) {
  await requireClass(db, entNo, toClsNo)
  const { rows } = await sql<{ entNo: string }>`select distinct r.ent_no from res r
    where r.stt <> ${Status.deleted} and ${standsIn(entNo, clsNo)}`.execute(db)
  for (const owner of rows) {
    await workOn(db, owner.entNo)
    await sql`update res set cls_no = case when ent_no = ${entNo} and cls_no = ${clsNo} then ${toClsNo} else cls_no end,
        to_cls_no = case when to_ent_no = ${entNo} and to_cls_no = ${clsNo} then ${toClsNo} else to_cls_no end
      where ent_no = ${owner.entNo} and stt <> ${Status.deleted}
        and (ent_no = ${entNo} and cls_no = ${clsNo} or to_ent_no = ${entNo} and to_cls_no = ${clsNo})`.execute(db)
  }
  await workOn(db, entNo)
}
