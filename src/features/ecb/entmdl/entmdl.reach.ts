import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { likeOf } from '#server/base/search.ts'

type Row = { entNo: string; entName: string; idntNo: string; prtNo: string | null; stt: string; held: boolean }
type Asked = { mdlCode?: string | undefined; keyWord?: string | undefined }

/**
 * Selects the enterprises below the caller's own that a call reaches, and, for the platform itself, that one too; with whether
 * each has a module.
 */
export function enterprisesWithin({ me, services, inOwnTransaction }: Context, call: Call, { mdlCode = '', keyWord }: Asked) {
  const within = me.rights.enterprisesOf(call.access) ?? [me.entNo]
  const word = likeOf(keyWord)
  return inOwnTransaction(
    async (db) => {
      const { rows } = await sql<Row>`
        select e.ent_no, e.ent_name, e.idnt_no, e.prt_no, e.stt, exists (select from entmdl g
          where g.ent_no = e.ent_no and g.mdl_code = ${mdlCode} and g.stt <> ${Status.deleted}) as held
        from ent e where e.stt <> ${Status.deleted} and (e.search_text like ${word} or lower(e.ent_name) like ${word})
          and exists (select from ent_tree t where t.anc_no = any(${within}) and t.ent_no = e.ent_no)
          and exists (select from ent_tree o where o.anc_no = ${me.entNo} and o.ent_no = e.ent_no
            and (o.depth > 0 or ${me.entNo} = ${services.rootNo}))
        order by e.show_ord, e.ent_no limit 5000`.execute(db)
      return rows
    },
    { rootNo: me.entNo },
  )
}
