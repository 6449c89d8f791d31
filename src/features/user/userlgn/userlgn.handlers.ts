import { sql, type SqlBool } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { clientName, regionOf } from '#server/clientName.ts'
import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { recordsWithin } from '#server/recordsWithin.ts'
import { pageOf } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { likeOf } from '#server/search.ts'
import { userLgn } from './userlgn.contract.ts'

export const userLgnHandlers = serve(userLgn, {
  async getlogpage({ entNo, sDt, eDt, rslt, idntNo, way, ownFlag, keyWord, pageIndex, pageSize }, context) {
    if (sDt && eDt && sDt > eDt) throw new Fault('invalid', '截止时间必须大于开始时间')
    const like = likeOf(keyWord)
    const seen = await seenBy(context, entNo, ownFlag === '1')
    const shown = await context.apart(
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
          .select(sql<string | null>`(select e.ent_name from ent e where e.ent_no = l.ent_no)`.as('entName'))
          .select(sql<string | null>`(select o.nick_name from account o where o.user_no = l.imit_user_no)`.as('imitName'))
        // The newest first: numbers rise with time.
        return pageOf(list, ['-l.id'], { pageIndex, pageSize })
      },
      { rootNo: context.me.entNo },
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

// From the platform itself everything is seen, also tries of names that nobody has; with limits what people there did.
async function seenBy(context: Context, entNo: string, own: boolean) {
  const { me } = context
  const { view } = permissions('userlgn')
  const mine = sql<SqlBool>`l.user_no = ${me.userNo}`
  if (own || !permits(me, view)) return mine
  const { departments, enterprises } = await recordsWithin(context, { ...userLgn.getlogpage, access: view }, entNo)
  const there = sql<SqlBool>`(${enterprises('l.ent_no')} or (l.ent_no is null and l.user_no in (select i.user_no from identity i where ${enterprises('i.ent_no')})))`
  if (!departments) return there
  return sql<SqlBool>`(${there} and (${mine} or l.user_no in (select i.user_no from identity i
    join orgemp o on o.ent_no = i.ent_no and o.emp_no = i.idnt_val where i.ent_no = ${entNo} and o.org_no = any(${departments}))))`
}
