import { sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { draft } from '#contract/shell/draft.contract.ts'

const most = 30
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
        await sql`delete from draft where ent_no = ${me.entNo} and (upd_tm < now() - ${kept} and (select ages_agree()) or (user_no = ${me.userNo} and name in (
          select name from draft where ent_no = ${me.entNo} and user_no = ${me.userNo} and name <> ${name}
          order by upd_tm desc offset ${most - 1})))`.execute(db)
        await sql`insert into draft (ent_no, user_no, name, sealed)
          values (${me.entNo}, ${me.userNo}, ${name}, ${services.secret.seal(val)})
          on conflict (ent_no, user_no, name) do update set sealed = excluded.sealed, upd_tm = now()`.execute(db)
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
