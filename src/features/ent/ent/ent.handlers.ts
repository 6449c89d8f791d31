import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { maskContact } from '#contract/values/masking.ts'
import { includeDescendants } from '#server/call/scope.ts'
import { changeSight } from '#server/database/sight.ts'
import { likeOf } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { treeOf } from '#server/database/tree.ts'
import { ownEnt } from './ent.contract.ts'

const brief = ['entNo', 'entName', 'prtNo', 'idntNo', 'stt'] as const

export const ownEntHandlers = serve(ownEnt, {
  async getparent({ entNo }, { db, inOwnTransaction }) {
    const { prtNo } = await db.selectFrom('ent').select('prtNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
    if (!prtNo) return null
    // Reads the enterprise above, which is hidden for everything but this.
    const above = await inOwnTransaction(
      (on) =>
        on
          .selectFrom('ent')
          .select([...brief, 'linkMan', 'linkTel'])
          .where('entNo', '=', prtNo)
          .executeTakeFirst(),
      { entNo: prtNo },
    )
    return above ? { ...above, linkTel: above.linkTel && maskContact(above.linkTel) } : null
  },

  async getsubset({ entNo }, { db, me }) {
    // Opens what an enterprise has below it to its own people, as far as their roles are not limited to some of it.
    const tops = me.rights.enterprisesOf(ownEnt.getsubset.access) ?? [entNo]
    await changeSight(db, { rootNo: entNo })
    const rows = await db
      .selectFrom('ent')
      .select([...brief, 'selfNo', 'helpCode'])
      .where('stt', '<>', Status.deleted)
      .where(sql<boolean>`exists (select from ent_tree t where t.anc_no = ${entNo} and t.ent_no = ent.ent_no and t.depth > 0)`)
      .where(sql<boolean>`exists (select from ent_tree t where t.anc_no = any(${tops}) and t.ent_no = ent.ent_no)`)
      .orderBy('showOrd')
      .orderBy('entNo')
      .execute()
    return treeOf(rows, 'entNo', 'prtNo', (row, lvl) => ({ ...row, lvl }))
  },

  async getlist({ entNo, keyWord }, context) {
    const { db } = context
    const tops = await includeDescendants(context, ownEnt.getlist)
    const word = likeOf(keyWord)
    return db
      .selectFrom('ent as e')
      .select(['e.entNo', 'e.entName', 'e.prtNo', 'e.idntNo', 'e.stt'])
      .where('e.stt', '<>', Status.deleted)
      .where(
        sql<boolean>`(e.ent_no = ${entNo} or exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = any(${tops})))`,
      )
      .where(sql<boolean>`(e.search_text like ${word} or lower(e.ent_name) like ${word})`)
      .orderBy('e.showOrd')
      .orderBy('e.entNo')
      .execute()
  },
})
