import { sql, type SqlBool } from 'kysely'
import { clientName } from '#server/auth/clientName.ts'
import type { Db } from '#server/database/database.ts'
import type { Me } from '#server/call/context.ts'
import { asAccount } from '#server/database/sight.ts'
import { Fault } from '#server/base/fault.ts'
import { recordLook } from '#server/history/history.ts'
import { pageOf } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { stillOpen } from '#server/call/session.ts'
import { isOwnSession, sessionScope } from '#server/auth/sessionScope.ts'
import { likeOf } from '#server/base/search.ts'
import { session } from './session.contract.ts'

export const sessionHandlers = serve(session, {
  async getpage({ entNo, idntNo, keyWord, pageIndex, pageSize }, context) {
    const { me, inOwnTransaction } = context
    const like = likeOf(keyWord)
    const reached = await sessionScope(context, session.getpage, entNo)
    const shown = await inOwnTransaction(
      (db) => {
        const list = sessions(db, me)
          .where(sql<SqlBool>`(${reached} or ${isOwnSession(context, entNo)})`)
          .$if(!!idntNo, (on) => on.where('s.idntNo', '=', idntNo as string))
          .$if(!!keyWord, (on) => on.where(sql<SqlBool>`(lower(s.name) like ${like} or lower(a.nick_name) like ${like})`))
        return pageOf(list, ['-s.sessionNo'], { pageIndex, pageSize })
      },
      { rootNo: me.entNo },
    )
    return { ...shown, datas: shown.datas.map(sessionOut) }
  },

  async end({ entNo, sessionNos }, context) {
    const { db, me, inOwnTransaction } = context
    const scope = await sessionScope(context, session.end, entNo)
    const { rows: reached } = await inOwnTransaction(
      (on) =>
        sql<{ sessionNo: number }>`select s.session_no from session s
          where s.session_no = any(${sessionNos}) and s.token_hash <> ${me.tokenHash} and ${scope}`.execute(on),
      { rootNo: me.entNo },
    )
    const numbers = reached.map(({ sessionNo }) => sessionNo)
    const { rows } = await asAccount(db, () =>
      sql`delete from session where session_no = any(${numbers}) returning 1`.execute(db),
    )
    if (rows.length < sessionNos.length) throw goneBefore()
    // Records the look, since sessions leave no history of their own.
    await recordLook(db, entNo, 'session', { session_nos: sessionNos })
    return null
  },

  async getown(_, { me, inOwnTransaction, services }) {
    // Reads across enterprises, for those of one's identities lie anywhere.
    const list = await inOwnTransaction((db) => sessions(db, me).where(ownOf(me)).orderBy('s.sessionNo', 'desc').execute(), {
      rootNo: services.rootNo,
    })
    return list.map(sessionOut)
  },

  async endown({ sessionNos }, { db, me }) {
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能让对方下线')
    const chosen = sessionNos ? sql`s.session_no = any(${sessionNos})` : sql`true`
    const { rows } = await sql`delete from session s where ${ownOf(me)} and s.token_hash <> ${me.tokenHash} and ${chosen}
      returning 1`.execute(db)
    if (sessionNos && rows.length < sessionNos.length) throw goneBefore()
    return null
  },
})

const goneBefore = () => new Fault('notFound', '所选会话有的已经结束，请刷新后再选')

// Limits an impersonator to the session they are in.
const ownOf = ({ userNo, tokenHash, imitUserNo }: Me) =>
  imitUserNo ? sql<SqlBool>`s.token_hash = ${tokenHash}` : sql<SqlBool>`(s.user_no = ${userNo} or s.imit_user_no = ${userNo})`

const sessions = (db: Db, { tokenHash }: Me) =>
  db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.userNo', 's.userNo')
    .where(stillOpen)
    .select(['s.sessionNo', 's.userNo', 's.name', 's.idntNo', 's.entNo', 's.way', 's.crtTm', 's.seenTm', 's.address'])
    .select(['s.client', 'a.nickName'])
    .select(sql<string | null>`(select e.ent_name from ent e where e.ent_no = s.ent_no)`.as('entName'))
    .select(sql<string | null>`(select o.nick_name from account o where o.user_no = s.imit_user_no)`.as('imitName'))
    .select(sql<boolean>`s.token_hash = ${tokenHash}`.as('isOwn'))

const sessionOut = <Row extends { isOwn: boolean; client: string | null }>({ isOwn, client, ...row }: Row) => ({
  ...row,
  client: clientName(client),
  ownFlag: isOwn ? ('1' as const) : ('0' as const),
})
