import { sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { draft } from '#contract/shell/draft.contract.ts'

// Limits the drafts of one account in an enterprise, and their sealed characters together.
const most = 100
const mostCharacters = 4 * 2 ** 20
const kept = sql`interval '7 days'`

export const draftHandlers = serve(draft, {
  async get({ name }, { me, inOwnTransaction, services }) {
    // Hides drafts during impersonation.
    if (me.imitUserNo) return null
    const { rows } = await inOwnTransaction(
      (db) =>
        sql<{ sealed: string; updTm: string }>`
          with old as (delete from draft where ent_no = ${me.entNo} and upd_tm < now() - ${kept} and ages_agree())
          select sealed, upd_tm from draft
          where ent_no = ${me.entNo} and user_no = ${me.userNo} and name = ${name} and upd_tm > now() - ${kept}`.execute(db),
      { entNo: me.entNo },
    )
    const [row] = rows
    return row ? { val: services.secret.open(row.sealed), updTm: row.updTm } : null
  },

  async set({ name, val }, { me, inOwnTransaction, services }) {
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能保存草稿')
    await inOwnTransaction(
      async (db) => {
        await sql`delete from draft where ent_no = ${me.entNo} and upd_tm < now() - ${kept} and ages_agree()`.execute(db)
        const sealed = services.secret.seal(val)
        // Refuses the new one beyond the limit: the page still holds what is typed, and nobody gets back an older one.
        const { numAffectedRows } = await sql`insert into draft (ent_no, user_no, name, sealed)
          select ${me.entNo}, ${me.userNo}, ${name}, ${sealed}
          from (select count(*) as drafts, coalesce(sum(length(sealed)), 0) as characters from draft
            where ent_no = ${me.entNo} and user_no = ${me.userNo} and name <> ${name}) others
          where drafts < ${most} and characters + ${sealed.length}::int <= ${mostCharacters}
          on conflict (ent_no, user_no, name) do update set sealed = excluded.sealed, upd_tm = now()`.execute(db)
        if (!numAffectedRows) throw new Fault('tooLarge', '没有保存的草稿太多，这一份没有留存；请先保存或放弃几份')
      },
      { entNo: me.entNo },
    )
    return null
  },

  async delete({ name }, { me, inOwnTransaction }) {
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能删除对方的草稿')
    await inOwnTransaction(
      (db) =>
        db.deleteFrom('draft').where('entNo', '=', me.entNo).where('userNo', '=', me.userNo).where('name', '=', name).execute(),
      { entNo: me.entNo },
    )
    return null
  },
})
