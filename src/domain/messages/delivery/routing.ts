import { type RawBuilder, sql } from 'kysely'
import { type ChannelKind, DeliveryState, smsKinds, usualLateHours } from '#domain/channels/channels.contract.ts'
import type { Services } from '#server/call/context.ts'
import { defineJob } from '#server/call/backgroundJob.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { failWithDigests } from './digests.ts'
import { handOutDeliveries } from './deliveryJob.ts'
import { MessageClass, MessageState } from '../messages.contract.ts'
import { type Audience, receiversOf } from '../receivers.ts'

type Which = { entNo: string; msgNo: string }

/** Chooses for each receiver of a message the channel through which it comes to them outside the product. */
export const routeMessage = defineJob<Which>({
  name: 'route',
  title: '安排消息的对外发送',
  run: async (services, which) => {
    await transaction(services.database.pool, { entNo: which.entNo }, (db) => routeReceivers(services, db, which))
  },
})

/** Hands out the choice of channels, where the enterprise uses any. */
export async function routeLater({ db, services }: { db: Db; services: Pick<Services, 'jobs'> }, { entNo, msgNo }: Which) {
  const { rows } = await sql`select from chn where ent_no = ${entNo} and use_flag = '1' limit 1`.execute(db)
  if (rows.length > 0) await services.jobs.send(db, routeMessage, { entNo, msgNo })
}

// Waits until the morning for what is not urgent, and until the evening for what somebody wants once a day.
const runTime = sql`case
  when m.msg_cls = ${MessageClass.urgent} then now()
  when m.msg_cls = ${MessageClass.info} and p.digest_flag = '1'
    then current_date + time '18:00' + case when localtime < time '18:00' then interval '0' else interval '1 day' end
  when localtime < time '07:00' then current_date + time '07:00'
  when localtime >= time '21:30' then current_date + interval '1 day' + time '07:00'
  else now() end`
const isDigest = sql`case when m.msg_cls = ${MessageClass.info} and p.digest_flag = '1' then '1' else '0' end`

/** Selects the channels that reach a person; phones are the contact phones that the office keeps. */
const reaches = sql`case c.chn_kind
  when 'smtp' then p.mail is not null
  when 'push' then exists (select from pushsub s where s.ent_no = t.ent_no and s.idnt_val = t.who)
  when 'alisms' then t.tel is not null
  when 'tcsms' then t.tel is not null
  else t.tel is not null and not exists (select from chnid i where i.ent_no = t.ent_no and i.chn_kind = c.chn_kind and i.idnt_val = t.who
    and i.ext_id is null and i.seen_tm > now() - interval '30 days') end`

// Writes for each receiver `t` the first channel `c` that what follows admits.
const insertFirst = sql`
    insert into dlv (ent_no, msg_no, rcv_no, chn_kind, rnd, run_tm, dig_flag)
    select distinct on (t.rcv_no) t.ent_no, t.msg_no, t.rcv_no, c.chn_kind, t.remind_cnt, ${runTime}, ${isDigest}
    from msg m
    join (select x.*, coalesce(x.emp_no, x.ptr_no) as who, coalesce(e.auth_tel, g.auth_tel) as tel from msgto x
      left join emp e on e.ent_no = x.ent_no and e.emp_no = x.emp_no
      left join ptr g on g.ent_no = x.ent_no and g.ptr_no = x.ptr_no) t on t.ent_no = m.ent_no and t.msg_no = m.msg_no
    left join msgpref p on p.ent_no = t.ent_no and p.idnt_val = t.who
    join chn c on c.ent_no = m.ent_no and c.use_flag = '1' and c.chn_kind <> all(coalesce(p.off_chns, '{}'))`
const inOrder = sql`order by t.rcv_no, c.show_ord, c.chn_kind on conflict do nothing returning chn_kind, run_tm`

/**
 * Chooses the first channel in the enterprise's order that reaches each receiver and has not been tried in this round; those who have
 * read it, or whom a channel of this round still serves, are left out. Short messages are for what is urgent, and for reminders of
 * what asks for an act.
 */
export async function routeReceivers(
  services: Pick<Services, 'jobs'>,
  db: Db,
  { entNo, msgNo }: Which,
  only?: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ chnKind: string; runTm: string }>`${insertFirst}
    where m.ent_no = ${entNo} and m.msg_no = ${msgNo} and m.stt = ${MessageState.sent} and t.gone_tm is null
      and (t.read_tm is null or t.remind_cnt > 0 and t.done_tm is null) and ${only ?? sql`true`}
      and (c.chn_kind <> all(${[...smsKinds]}) or m.msg_cls = ${MessageClass.urgent} or m.msg_cls = ${MessageClass.action} and t.remind_cnt > 0)
      and ${reaches}
      and not exists (select from dlv d where d.ent_no = t.ent_no and d.rcv_no = t.rcv_no and d.rnd = t.remind_cnt
        and (d.chn_kind = c.chn_kind or d.stt in (${DeliveryState.ready}, ${DeliveryState.sending}, ${DeliveryState.accepted}, ${DeliveryState.delivered}, ${DeliveryState.unknown})))
    ${inOrder}`.execute(db)
  await handOutDeliveries(services, db, entNo, rows)
}

/**
 * Sends a short message about what asks for an act to those who have not read it so many hours after it came (`lateHours` of the
 * channel; 0 for never), though another channel took it; what came days ago is left.
 */
export async function routeLateReaders(services: Pick<Services, 'jobs'>, db: Db, entNo: string) {
  const hours = sql`coalesce(nullif(c.conf ->> 'lateHours', '')::int, ${usualLateHours})`
  const { rows } = await sql<{ chnKind: string; runTm: string }>`${insertFirst}
    where m.ent_no = ${entNo} and m.stt = ${MessageState.sent} and m.msg_cls = ${MessageClass.action} and t.gone_tm is null
      and t.read_tm is null and c.chn_kind = any(${[...smsKinds]}) and ${hours} > 0
      and t.came_tm between now() - interval '7 days' and now() - make_interval(hours => ${hours}) and ${reaches}
      and not exists (select from dlv d where d.ent_no = t.ent_no and d.rcv_no = t.rcv_no and d.chn_kind = any(${[...smsKinds]}))
    ${inOrder}`.execute(db)
  await handOutDeliveries(services, db, entNo, rows)
}

/** Tries the next channel for those whom these deliveries do not reach, and for what was to leave with them. */
export async function routeFurther(services: Pick<Services, 'jobs'>, db: Db, entNo: string, dlvNos: readonly string[]) {
  if (dlvNos.length === 0) return
  const lost = [...dlvNos, ...(await failWithDigests(db, entNo, dlvNos))]
  const { rows } = await sql<{
    msgNo: string
  }>`select distinct msg_no from dlv where ent_no = ${entNo} and dlv_no = any(${lost}::bigint[])`.execute(db)
  const isLost = sql`t.rcv_no in (select l.rcv_no from dlv l where l.ent_no = t.ent_no and l.dlv_no = any(${lost}::bigint[]))`
  for (const { msgNo } of rows) await routeReceivers(services, db, { entNo, msgNo }, isLost)
}

/**
 * Counts those of an audience who would read nothing: members of staff without an account, and guardians, whom no channel in use
 * reaches that leads to what is written; a short message does not.
 */
export async function countUnreached(
  db: Db,
  entNo: string,
  audience: Audience,
): Promise<{ offEmpCnt: number; offPtrCnt: number }> {
  const { rows } = await sql<{ offEmpCnt: number; offPtrCnt: number }>`
    with receiver as materialized (${receiversOf(entNo, audience)})
    select count(t.emp_no)::int as off_emp_cnt, count(t.ptr_no)::int as off_ptr_cnt
    from (select distinct ${entNo}::text as ent_no, r.emp_no, r.ptr_no, coalesce(r.emp_no, r.ptr_no) as who,
        coalesce(e.auth_tel, g.auth_tel) as tel, coalesce(e.auth_flag, '0') as auth_flag from receiver r
      left join emp e on e.ent_no = ${entNo} and e.emp_no = r.emp_no left join ptr g on g.ent_no = ${entNo} and g.ptr_no = r.ptr_no) t
    left join msgpref p on p.ent_no = t.ent_no and p.idnt_val = t.who
    where t.auth_flag <> '1' and not exists (select from chn c where c.ent_no = t.ent_no and c.use_flag = '1'
      and c.chn_kind <> all(${[...smsKinds]}) and c.chn_kind <> all(coalesce(p.off_chns, '{}')) and ${reaches})`.execute(db)
  return rows[0] ?? { offEmpCnt: 0, offPtrCnt: 0 }
}

/** Counts whom each channel would reach of an audience; those whom none reaches, or who would read it inside, are left out. */
export async function countByChannel(
  db: Db,
  entNo: string,
  audience: Audience,
  msgCls: string,
): Promise<{ chnKind: ChannelKind; cnt: number }[]> {
  const { rows } = await sql<{ chnKind: ChannelKind; cnt: number }>`
    with receiver as materialized (${receiversOf(entNo, audience)})
    select first.chn_kind, count(*)::int as cnt from (
      select distinct on (t.who, t.stu_no) c.chn_kind
      from (select ${entNo}::text as ent_no, r.stu_no, coalesce(r.emp_no, r.ptr_no) as who, coalesce(e.auth_tel, g.auth_tel) as tel from receiver r
        left join emp e on e.ent_no = ${entNo} and e.emp_no = r.emp_no left join ptr g on g.ent_no = ${entNo} and g.ptr_no = r.ptr_no) t
      left join msgpref p on p.ent_no = t.ent_no and p.idnt_val = t.who
      join chn c on c.ent_no = t.ent_no and c.use_flag = '1' and c.chn_kind <> all(coalesce(p.off_chns, '{}'))
        and (c.chn_kind <> all(${[...smsKinds]}) or ${msgCls} = ${MessageClass.urgent})
      where ${reaches} order by t.who, t.stu_no, c.show_ord, c.chn_kind) first
    group by first.chn_kind order by cnt desc`.execute(db)
  return rows
}
