import { sql, type SqlBool } from 'kysely'
import { type ChannelKind, DeliveryState } from '#domain/channels/channels.contract.ts'
import { handOutDeliveries } from '#domain/messages/delivery/deliveryJob.ts'
import { Fault } from '#server/base/fault.ts'
import { likeOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { pageOf } from '#server/database/rows.ts'
import type { chn } from './chn.contract.ts'

const name = sql<string>`coalesce((select e.emp_name from emp e where e.ent_no = t.ent_no and e.emp_no = t.emp_no),
  (select g.ptr_name from ptr g where g.ent_no = t.ent_no and g.ptr_no = t.ptr_no), '')`

/** Lists what went through the channels, the newest first; without a state what failed or is unknown. */
export async function deliveriesPage(
  { entNo, stt, chnKind, msgNo, keyWord, pageIndex, pageSize }: Input<typeof chn.getdead>,
  context: Context,
) {
  requireOwn(context, entNo)
  const wrong = [DeliveryState.unknown, DeliveryState.failed]
  const list = context.db
    .selectFrom('dlv as d')
    .innerJoin('msgto as t', (on) => on.onRef('t.entNo', '=', 'd.entNo').onRef('t.rcvNo', '=', 'd.rcvNo'))
    .innerJoin('msg as m', (on) => on.onRef('m.entNo', '=', 'd.entNo').onRef('m.msgNo', '=', 'd.msgNo'))
    .where('d.entNo', '=', entNo)
    .$if(!!stt, (some) => some.where('d.stt', '=', stt ?? ''))
    .$if(!stt && !msgNo, (some) => some.where('d.stt', 'in', wrong))
    .$if(!!msgNo, (some) => some.where('d.msgNo', '=', msgNo ?? ''))
    .$if(!!chnKind, (some) => some.where('d.chnKind', '=', chnKind ?? ''))
    .$if(!!keyWord, (some) =>
      some.where(sql<SqlBool>`(lower(m.title) like ${likeOf(keyWord)} or lower(${name}) like ${likeOf(keyWord)})`),
    )
    .select([
      sql<string>`d.dlv_no::text`.as('dlvNo'),
      sql<ChannelKind>`d.chn_kind`.as('chnKind'),
      ...(['d.msgNo', 'm.title', 'd.rnd', 'd.stt', 'd.why', 'd.tries', 'd.updTm'] as const),
      name.as('name'),
      sql<string | null>`(select s.stu_name from stu s where s.ent_no = t.ent_no and s.stu_no = t.stu_no)`.as('stuName'),
    ])
  return pageOf(list, ['-d.updTm', '-d.dlvNo'], { pageIndex, pageSize })
}

/** Sends again what failed or is unknown, as somebody decides who knows that an unknown one may arrive twice. */
export async function retryDeliveries({ entNo, dlvNos }: Input<typeof chn.retry>, context: Context) {
  const { db, services } = context
  requireOwn(context, entNo)
  const { rows } = await sql<{
    chnKind: string
    runTm: string
  }>`update dlv set stt = ${DeliveryState.ready}, tries = 0, why = null, run_tm = now(), upd_tm = now()
    where ent_no = ${entNo} and dlv_no = any(${dlvNos.filter((one) => /^\d{1,15}$/.test(one))}::bigint[])
      and stt in (${DeliveryState.unknown}, ${DeliveryState.failed}) returning chn_kind, run_tm`.execute(db)
  if (rows.length === 0) throw new Fault('invalid', '没有可以重新发送的：只有未送达和不确定的可以')
  await handOutDeliveries(services, db, entNo, rows)
  return { cnt: rows.length }
}
