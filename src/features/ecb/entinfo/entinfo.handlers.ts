import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { invalidField } from '#server/base/fault.ts'
import { updateRow } from '#server/database/rows.ts'
import { requireDescendants, includeDescendants } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { forEachEnterprise } from '#domain/enterprises/forEachEnterprise.ts'
import { type ChosenItem, entinfo, type UsingEnterprise } from './entinfo.contract.ts'
import { checkLeft, addChoices, chooseAll, foundItem, foundType, hasOwn, lockChoice } from './entinfo.choice.ts'
import './entinfo.table.ts'

export const entinfoHandlers = serve(entinfo, {
  async getlistforset({ entNo, typeCode }, { db }) {
    await foundType(db, typeCode)
    const all = (await hasOwn(db, entNo, typeCode)) ? '0' : '1'
    const { rows } = await sql<z.output<typeof ChosenItem>>`
      select i.type_code, i.info_no, i.chn_name, i.eng_name,
        case when i.stt = ${Status.enabled} then i.show_flag else '0' end as show_flag, coalesce(o.show_ord, i.show_ord) as show_ord,
        case when o.info_no is null then ${all} else '1' end as chk_flag, coalesce(o.stt, ${Status.enabled}) as stt, o.ver
      from info i left join entinfo o on o.ent_no = ${entNo} and o.type_code = i.type_code and o.info_no = i.info_no
        and o.stt <> ${Status.deleted}
      where i.type_code = ${typeCode} and i.stt <> ${Status.deleted}
      order by o.show_ord, i.show_ord, i.info_no`.execute(db)
    return rows
  },

  async getentlist({ typeCode, infoNo }, context) {
    await foundItem(context.db, typeCode, infoNo)
    const tops = await includeDescendants(context, entinfo.getentlist)
    const own = sql`from entinfo o where o.ent_no = e.ent_no and o.type_code = ${typeCode}`
    const { rows } = await sql<z.output<typeof UsingEnterprise>>`
      select ent_no, ent_name, idnt_no, stt, all_flag from (select e.ent_no, e.ent_name, e.idnt_no, e.stt, e.show_ord,
          case when exists (select ${own} and o.stt <> ${Status.deleted}) then '0' else '1' end as all_flag,
          exists (select ${own} and o.info_no = ${infoNo} and o.stt = ${Status.enabled}) as has_it
        from ent e where e.stt <> ${Status.deleted}
          and exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = any(${tops}))) u
      where all_flag = '1' or has_it order by show_ord, ent_no limit 5000`.execute(context.db)
    return rows
  },

  async setentinfo({ entNo, typeCode, entInfos }, { db }) {
    await foundType(db, typeCode, true)
    await lockChoice(db, entNo, typeCode)
    const nos = entInfos.map(({ infoNo }) => infoNo)
    await checkItems(db, typeCode, nos)
    await sql`update entinfo set stt = ${Status.deleted} where ent_no = ${entNo} and type_code = ${typeCode}
      and info_no <> all(${nos}) and stt <> ${Status.deleted}`.execute(db)
    await addChoices(db, entNo, typeCode, entInfos)
    if (entInfos.length > 0) await checkLeft(db, entNo, typeCode)
    return null
  },

  async updateentinfo({ entNo, typeCode, infoNo, ...changes }, { db }) {
    await foundType(db, typeCode, true)
    await lockChoice(db, entNo, typeCode)
    await foundItem(db, typeCode, infoNo)
    // Turns all values into a choice of its own, before one of them is changed.
    if (!(await hasOwn(db, entNo, typeCode))) await chooseAll(db, entNo, typeCode)
    const wanted = ['typeCode', 'infoNo', 'showOrd', 'stt', 'ver'] as const
    const changed = await updateRow(db, 'entinfo', { entNo, typeCode, infoNo }, changes, wanted)
    await checkLeft(db, entNo, typeCode)
    return changed
  },

  async createinfoent({ typeCode, infoNo, entNos }, context) {
    const { db } = context
    await requireDescendants(context, entinfo.createinfoent, entNos)
    await foundType(db, typeCode, true)
    await checkItems(db, typeCode, [infoNo])
    await forEachEnterprise(context, entNos, async (entNo) => {
      await lockChoice(db, entNo, typeCode)
      // Skips an enterprise that uses all values, this one included.
      if (!(await hasOwn(db, entNo, typeCode))) return
      const { rows } = await sql<{ last: number }>`select max(show_ord) as last from entinfo
        where ent_no = ${entNo} and type_code = ${typeCode} and stt <> ${Status.deleted} and info_no <> ${infoNo}`.execute(db)
      await addChoices(db, entNo, typeCode, [{ infoNo, showOrd: Math.min((rows[0]?.last ?? 0) + 10, 999_999) }])
    })
    return null
  },

  async deleteinfoent({ typeCode, infoNo, entNos }, context) {
    const { db } = context
    await requireDescendants(context, entinfo.deleteinfoent, entNos)
    await foundType(db, typeCode, true)
    await foundItem(db, typeCode, infoNo)
    await forEachEnterprise(context, entNos, async (entNo) => {
      await lockChoice(db, entNo, typeCode)
      if (!(await hasOwn(db, entNo, typeCode))) await chooseAll(db, entNo, typeCode, infoNo)
      else
        await sql`update entinfo set stt = ${Status.deleted} where ent_no = ${entNo} and type_code = ${typeCode}
          and info_no = ${infoNo} and stt <> ${Status.deleted}`.execute(db)
      await checkLeft(db, entNo, typeCode)
    })
    return null
  },
})

async function checkItems(db: Db, typeCode: string, nos: readonly string[]) {
  const { rows } = await sql<{ no: string }>`select no from unnest(${nos}::text[]) no where not exists (select from info i
    where i.type_code = ${typeCode} and i.info_no = no and i.stt = ${Status.enabled} and i.show_flag = '1') limit 1`.execute(db)
  if (!rows[0]) return
  const message = `字典里没有可选的值“${rows[0].no}”，请刷新后再选`
  throw invalidField('entInfos', message)
}
