import { sql } from 'kysely'
import type { Channel } from '#domain/channels/channelAccess.ts'
import { DeliveryState } from '#domain/channels/channels.contract.ts'
import type { Db } from '#server/database/database.ts'
import { isThere } from '../inbox.ts'
import { MessageState } from '../messages.contract.ts'

/** Lists the titles that leave in the delivery `d`, its own first; null where it leaves alone. */
export const titlesTogether = sql<string[] | null>`(select array_agg(y.title order by x.dlv_no = d.dlv_no desc, x.dlv_no)
  from dlv x join msg y on y.ent_no = x.ent_no and y.msg_no = x.msg_no
  where x.ent_no = d.ent_no and y.stt = ${MessageState.sent} and (x.lead_no = d.dlv_no or x.dlv_no = d.dlv_no)
    and exists (select from dlv z where z.ent_no = d.ent_no and z.lead_no = d.dlv_no))`

/** Puts what is due of the digest of each person into the oldest of them; what was read or withdrawn meanwhile stays outside. */
export const foldDigests = (db: Db, { entNo, kind }: Channel) =>
  sql`with due as (
      select d.dlv_no, coalesce(t.emp_no, t.ptr_no) as who from dlv d join msgto t using (ent_no, rcv_no)
      join msg m on m.ent_no = d.ent_no and m.msg_no = d.msg_no
      where d.ent_no = ${entNo} and d.chn_kind = ${kind} and d.stt = ${DeliveryState.ready} and d.run_tm <= now() and d.dig_flag = '1'
        and ${isThere} and t.read_tm is null
      for update of d skip locked),
    led as (select dlv_no, min(dlv_no) over (partition by who) as lead_no from due)
    update dlv d set stt = ${DeliveryState.skipped}, why = '已并入每天的汇总', lead_no = led.lead_no, upd_tm = now()
    from led where d.ent_no = ${entNo} and d.dlv_no = led.dlv_no and led.lead_no <> led.dlv_no`.execute(db)

/** Takes out of digests what did not arrive with them, so that it is tried elsewhere; answers the numbers of these deliveries. */
export async function failWithDigests(db: Db, entNo: string, leads: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    dlvNo: string
  }>`update dlv set stt = ${DeliveryState.failed}, why = '所在的汇总没有送到', upd_tm = now()
    where ent_no = ${entNo} and lead_no = any(${leads}::bigint[]) and stt = ${DeliveryState.skipped} returning dlv_no::text`.execute(
    db,
  )
  return rows.map(({ dlvNo }) => dlvNo)
}

/** Makes ready again what was to leave with deliveries that do not leave any more. */
export const unfoldDigests = (db: Db, entNo: string, leads: readonly string[]) =>
  sql`update dlv set stt = ${DeliveryState.ready}, why = null, lead_no = null, upd_tm = now()
    where ent_no = ${entNo} and lead_no = any(${leads}::bigint[]) and stt = ${DeliveryState.skipped}`.execute(db)
