import { sql, type SqlBool } from 'kysely'
import { permissions } from '#contract/access.ts'
import { clientName, regionOf } from '#server/auth/clientName.ts'
import { Fault } from '#server/base/fault.ts'
import { pageOf } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { likeOf } from '#server/base/search.ts'
import { loginLogScope } from '#server/auth/loginLogScope.ts'
import { userLgn } from './userlgn.contract.ts'

const { view } = permissions('userlgn')

export const userLgnHandlers = serve(userLgn, {
  async getlogpage({ entNo, sDt, eDt, rslt, idntNo, way, ownFlag, keyWord, pageIndex, pageSize }, context) {
    if (sDt && eDt && sDt > eDt) throw new Fault('invalid', '截止时间必须大于开始时间')
    const like = likeOf(keyWord)
    const seen = await loginLogScope(context, { call: userLgn.getlogpage, view, entNo, own: ownFlag === '1' })
    const shown = await context.inOwnTransaction(
      (db) => {
        const list = db
          .selectFrom('loginLog as l')
          .leftJoin('account as a', 'a.userNo', 'l.userNo')
          .where(seen)
          .$if(!!sDt, (on) => on.where(sql<SqlBool>`l.at >= to_date(${sDt}, 'YYYYMMDD')`))
          .$if(!!eDt, (on) => on.where(sql<SqlBool>`l.at < to_date(${eDt}, 'YYYYMMDD') + 1`))
          .$if(!!rslt, (on) => on.where('l.result', '=', rslt as string))
          .$if(!!idntNo, (on) => on.where('l.idntNo', '=', idntNo as string))
          .$if(!!way, (on) => on.where('l.way', '=', way as string))
          .$if(!!keyWord, (on) => on.where(sql<SqlBool>`(lower(l.name) like ${like} or lower(a.nick_name) like ${like})`))
          .select(['l.name', 'l.idntNo', 'l.entNo', 'l.way', 'l.address', 'l.client', 'l.reason'])
          .select(['l.id as lgnNo', 'l.at as lgnTm', 'l.result as rslt', 'a.nickName'])
          .select(sql<string | null>`(select e.ent_name from ent_name e where e.ent_no = l.ent_no)`.as('entName'))
          .select(sql<string | null>`(select o.nick_name from account o where o.user_no = l.imit_user_no)`.as('imitName'))
        // Orders the newest first: numbers rise with time.
        return pageOf(list, ['-l.id'], { pageIndex, pageSize })
      },
      { entNo: '' },
    )
    return {
      ...shown,
      datas: shown.datas.map(({ client, ...row }) => ({
        ...row,
        client: clientName(client),
        region: regionOf(row.address),
      })),
    }
  },
})
