import { sql, type SqlBool } from 'kysely'
import type { Call } from '#contract/call.ts'
import { clientName } from '#server/clientName.ts'
import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { recordLook } from '#server/history.ts'
import { recordsWithin } from '#server/recordsWithin.ts'
import { pageOf } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { stillOpen } from '#server/session.ts'
import { likeOf } from '#server/search.ts'
import { session } from './session.contract.ts'

export const sessionHandlers = serve(session, {
  async getpage({ entNo, idntNo, keyWord, pageIndex, pageSize }, context) {
    const { me, apart } = context
    const like = likeOf(keyWord)
    const reached = await within(context, session.getpage, entNo)
    const shown = await apart(
      (db) => {
        const list = db
          .selectFrom('session as s')
          .innerJoin('account as a', 'a.userNo', 's.userNo')
          .where(sql<SqlBool>`(${reached} or ${isAsking(context, entNo)})`)
          .where(stillOpen)
          .$if(!!idntNo, (on) => on.where('s.idntNo', '=', idntNo as string))
          .$if(!!keyWord, (on) => on.where(sql<SqlBool>`(lower(s.name) like ${like} or lower(a.nick_name) like ${like})`))
          .select(['s.sessionNo', 's.userNo', 's.name', 's.idntNo', 's.entNo', 's.way', 's.crtTm', 's.seenTm', 's.address'])
          .select(['s.client', 'a.nickName'])
          .select(sql<string | null>`(select e.ent_name from ent e where e.ent_no = s.ent_no)`.as('entName'))
          .select(sql<string | null>`(select o.nick_name from account o where o.user_no = s.imit_user_no)`.as('imitName'))
          .select(sql<boolean>`s.token_hash = ${me.tokenHash}`.as('isOwn'))
        return pageOf(list, ['-s.sessionNo'], { pageIndex, pageSize })
      },
      { rootNo: me.entNo },
    )
    return {
      ...shown,
      datas: shown.datas.map(({ isOwn, client, ...row }) => ({
        ...row,
        client: clientName(client),
        ownFlag: isOwn ? ('1' as const) : ('0' as const),
      })),
    }
  },

  async end({ entNo, sessionNos }, context) {
    const { db, me } = context
    const { rows } = await sql<{ sessionNo: number }>`
      delete from session s where s.session_no = any(${sessionNos}) and s.token_hash <> ${me.tokenHash}
        and ${await within(context, session.end, entNo)}
      returning s.session_no`.execute(db)
    if (rows.length < sessionNos.length) throw new Fault('notFound', '所选会话有的已经结束，请刷新后再选')
    // Sessions leave no history of their own.
    await recordLook(db, entNo, 'session', { session_nos: sessionNos })
    return null
  },
})

// The platform itself sees every session; whoever reaches some departments or enterprises only those of people there.
async function within(context: Context, call: Call, entNo: string) {
  const { departments, enterprises } = await recordsWithin(context, call, entNo)
  const person = sql<SqlBool>`exists (select from orgemp o where o.ent_no = s.ent_no and o.emp_no = s.idnt_val and o.org_no = any(${departments ?? []}))`
  return sql<SqlBool>`(${enterprises('s.ent_no')} and ${departments ? person : sql`true`})`
}

// One's own session is shown to oneself, in the enterprise it works in.
const isAsking = ({ me, services }: Context, entNo: string) =>
  sql<SqlBool>`(s.token_hash = ${me.tokenHash} and ${entNo === services.rootNo ? sql`true` : sql`s.ent_no = ${entNo}`})`
