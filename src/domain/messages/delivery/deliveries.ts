import { sql } from 'kysely'
import { adapters } from '#domain/channels/adapters.ts'
import { type ChannelAccess, ChannelBroken, type Outcome } from '#domain/channels/adapter.ts'
import { breakChannel, type Channel, openChannel } from '#domain/channels/channelAccess.ts'
import { type ChannelKind, DeliveryState } from '#domain/channels/channels.contract.ts'
import { defineJob } from '#server/call/backgroundJob.ts'
import type { Services } from '#server/call/context.ts'
import { describeError, log } from '#server/base/log.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { claimLot, type Claimed } from './claimLot.ts'
import { deliveryJob, handOutDeliveries } from './deliveryJob.ts'
import { routeFurther } from './routing.ts'

type Run = { entNo: string; kind: string }

/** Sends through one channel of one enterprise whatever is due there. */
export const sendDeliveries = defineJob<Run>({
  ...deliveryJob,
  run: (services, { entNo, kind }) => deliver(services, { entNo, kind: kind as ChannelKind }),
})

// Takes one whose sending ended in the middle for unknown after so long: the other side may have it.
const lease = sql`interval '5 minutes'`
const mostTries = 8

async function deliver(services: Services, channel: Channel) {
  if (!(await services.outward.mayLeave())) return
  const access = await openChannel(services, channel)
  if (!access) return
  const within = <T>(work: (db: Db) => Promise<T>) => transaction(services.database.pool, { entNo: channel.entNo }, work)
  await within((db) => endLeases(db, channel))
  for (;;) {
    const lot = await claimLot(services, channel, access)
    if (!lot) break
    if (lot.length === 0) continue
    const outcomes = await sendLot(channel.kind, access, lot)
    if (outcomes instanceof ChannelBroken) {
      await within((db) => giveBack(db, channel, lot, outcomes))
      return
    }
    await within((db) => record({ services, db, channel }, lot, outcomes))
  }
  await askResults(services, channel, access)
  await within(async (db) => handOutDeliveries(services, db, channel.entNo, await nextDue(db, channel)))
}

/** Takes for unknown what was being sent when a process ended; answers nothing. */
export const endLeases = (db: Db, { entNo, kind }: Channel) =>
  sql`update dlv set stt = ${DeliveryState.unknown}, why = '发送时程序中断，不知道对方是否收到', upd_tm = now()
    where ent_no = ${entNo} and chn_kind = ${kind} and stt = ${DeliveryState.sending} and upd_tm < now() - ${lease}`.execute(db)

async function sendLot(kind: ChannelKind, access: ChannelAccess, lot: readonly Claimed[]): Promise<Outcome[] | ChannelBroken> {
  try {
    return await adapters[kind].send(access, lot)
  } catch (error) {
    if (error instanceof ChannelBroken) return error
    log.error({ event: 'delivery', kind, ...describeError(error) })
    return lot.map(({ dlvNo }) => ({ dlvNo, is: 'unknown', why: '发送时出错，不知道对方是否收到' }))
  }
}

// Leaves them ready: nothing was taken of them, and they leave when the channel works again.
async function giveBack(db: Db, channel: Channel, lot: readonly Claimed[], { message }: ChannelBroken) {
  await breakChannel(db, channel, message)
  await sql`update dlv set stt = ${DeliveryState.ready}, tries = tries - 1, upd_tm = now() where ent_no = ${channel.entNo}
    and dlv_no = any(${lot.map(({ dlvNo }) => dlvNo)}::bigint[]) and stt = ${DeliveryState.sending}`.execute(db)
}

async function record(
  { services, db, channel: { entNo } }: { services: Services; db: Db; channel: Channel },
  lot: readonly Claimed[],
  outcomes: readonly Outcome[],
) {
  const answered = new Map(outcomes.map((outcome) => [outcome.dlvNo, outcome]))
  const rows = lot.map(({ dlvNo, tries }) =>
    resultOf(answered.get(dlvNo) ?? { dlvNo, is: 'unknown', why: '对方没有回答这一条' }, tries),
  )
  await sql`update dlv d set stt = r.stt, why = r.why, ext_no = coalesce(r.ext_no, d.ext_no), upd_tm = now(),
      run_tm = now() + make_interval(secs => coalesce(r.after, 0))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (dlv_no bigint, stt text, why text, ext_no text, after float8)
    where d.ent_no = ${entNo} and d.dlv_no = r.dlv_no and d.stt = ${DeliveryState.sending}`.execute(db)
  await forgetBrowsers(db, entNo, lot, answered)
  await routeFurther(services, db, entNo, lostOf(rows))
}

// Forgets browsers that take nothing any more.
async function forgetBrowsers(db: Db, entNo: string, lot: readonly Claimed[], answered: ReadonlyMap<string, Outcome>) {
  const gone = lot.filter(({ dlvNo }) => {
    const outcome = answered.get(dlvNo)
    return outcome?.is === 'failed' && outcome.isGone
  })
  if (gone.length > 0)
    await sql`delete from pushsub where ent_no = ${entNo} and keys = any(${gone.map(({ to }) => to)}::text[])`.execute(db)
}

const lostOf = (rows: readonly { dlv_no: string; stt: string }[]) =>
  rows.filter(({ stt }) => stt === DeliveryState.failed || stt === DeliveryState.skipped).map(({ dlv_no }) => dlv_no)

type Result = { dlv_no: string; stt: string; why: string | null; ext_no: string | null; after: number | null }

function resultOf(outcome: Outcome, tries: number): Result {
  const row = { dlv_no: outcome.dlvNo, why: null, ext_no: null, after: null }
  if (outcome.is === 'accepted') return { ...row, stt: DeliveryState.accepted, ext_no: outcome.extNo ?? null }
  const { why } = outcome
  if (outcome.is === 'unknown') return { ...row, stt: DeliveryState.unknown, why }
  if (outcome.is === 'failed') return { ...row, stt: DeliveryState.failed, why }
  if (tries >= mostTries) return { ...row, stt: DeliveryState.failed, why: `试了 ${mostTries} 次都没有送到：${why}` }
  return { ...row, stt: DeliveryState.ready, why, after: outcome.afterSeconds ?? pauseAfter(tries) }
}

// Doubles the pause from 15 s to 6 h, with up to half of it at random, so that not all come at once.
const pauseAfter = (tries: number) => Math.min(6 * 3600, 15 * 2 ** tries) * (0.75 + Math.random() / 2)

const nextDue = async (db: Db, { entNo, kind }: Channel) =>
  (
    await sql<{
      chnKind: string
      runTm: string
    }>`select chn_kind, greatest(min(run_tm), now() + interval '1 second') as run_tm from dlv
      where ent_no = ${entNo} and chn_kind = ${kind} and stt = ${DeliveryState.ready} group by chn_kind`.execute(db)
  ).rows

// Asks so long after it was taken, and gives up asking a day later.
const isAwaited = sql`stt = ${DeliveryState.accepted} and ext_no is not null and upd_tm between now() - interval '1 day' and now() - interval '1 minute'`

/** Asks the channel what became of what it took. */
async function askResults(services: Services, { entNo, kind }: Channel, access: ChannelAccess) {
  const { results } = adapters[kind]
  if (!results) return
  const within = <T>(work: (db: Db) => Promise<T>) => transaction(services.database.pool, { entNo }, work)
  const taken = await within(async (db) => {
    const { rows } = await sql<{ dlvNo: string; to: string; extNo: string }>`select d.dlv_no::text, d.ext_no,
        coalesce((select i.ext_id from chnid i where i.ent_no = d.ent_no and i.chn_kind = d.chn_kind and i.idnt_val = coalesce(t.emp_no, t.ptr_no)),
          (select e.auth_tel from emp e where e.ent_no = d.ent_no and e.emp_no = t.emp_no),
          (select g.auth_tel from ptr g where g.ent_no = d.ent_no and g.ptr_no = t.ptr_no)) as to
      from dlv d join msgto t using (ent_no, rcv_no)
      where d.ent_no = ${entNo} and d.chn_kind = ${kind} and ${isAwaited} order by d.dlv_no limit 200`.execute(db)
    return rows
  })
  if (taken.length === 0) return
  const found = await results(access, taken).catch((error: unknown) => {
    log.warn({ event: 'receipts', kind, ...describeError(error) })
    return []
  })
  const rows = found.flatMap((one): { dlv_no: string; stt: string; why: string | null }[] => {
    if (one.is === 'delivered') return [{ dlv_no: one.dlvNo, stt: DeliveryState.delivered, why: null }]
    return one.is === 'failed' ? [{ dlv_no: one.dlvNo, stt: DeliveryState.failed, why: one.why }] : []
  })
  await within(async (db) => {
    await sql`update dlv d set stt = r.stt, why = r.why, upd_tm = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (dlv_no bigint, stt text, why text)
      where d.ent_no = ${entNo} and d.dlv_no = r.dlv_no and d.stt = ${DeliveryState.accepted}`.execute(db)
    await routeFurther(services, db, entNo, lostOf(rows))
  })
}

type Which = { entNo: string; msgNo: string }

/** Withdraws through each channel what it took of a message, as far as it can. */
export const recallDeliveries = defineJob<Which>({
  name: 'recall',
  title: '撤回已对外发送的消息',
  async run(services, { entNo, msgNo }) {
    if (!(await services.outward.mayLeave())) return
    const { rows } = await transaction(services.database.pool, { entNo }, (db) =>
      sql<{ chnKind: ChannelKind; extNos: string[] }>`select chn_kind, array_agg(distinct ext_no) as ext_nos from dlv
        where ent_no = ${entNo} and msg_no = ${msgNo} and ext_no is not null and stt in (${DeliveryState.accepted}, ${DeliveryState.delivered})
        group by chn_kind`.execute(db),
    )
    for (const { chnKind, extNos } of rows) {
      const access = await openChannel(services, { entNo, kind: chnKind })
      if (access) await adapters[chnKind].recall?.(access, extNos)
    }
  },
})

/** Hands out the withdrawal of what left of a message. */
export async function recallLater({ db, services }: { db: Db; services: Pick<Services, 'jobs'> }, { entNo, msgNo }: Which) {
  const { rows } =
    await sql`select from dlv where ent_no = ${entNo} and msg_no = ${msgNo} and ext_no is not null limit 1`.execute(db)
  if (rows.length > 0) await services.jobs.send(db, recallDeliveries, { entNo, msgNo })
}

/** Takes for unknown what was about to leave an installation that was restored or copied: its twin may have sent it. */
export const holdDeliveries = ({ database }: Services, entNo: string) =>
  transaction(database.sidePool, { entNo }, (db) =>
    sql`update dlv set stt = ${DeliveryState.unknown}, why = '恢复或搬迁之前还没有发出，请核对后再发', upd_tm = now()
      where ent_no = ${entNo} and stt in (${DeliveryState.ready}, ${DeliveryState.sending})`.execute(db),
  )

/** Hands out again what should have left by now, where jobs were lost; what was being sent when a process ended becomes unknown. */
export const sendOverdueDeliveries = ({ database, jobs }: Services, entNo: string) =>
  transaction(database.sidePool, { entNo }, async (db) => {
    const { rows } = await sql<{
      chnKind: string
      runTm: string
    }>`select chn_kind, now() as run_tm from dlv where ent_no = ${entNo}
      and (stt = ${DeliveryState.ready} and run_tm < now() - interval '10 minutes' or stt = ${DeliveryState.sending} and upd_tm < now() - ${lease})
      group by chn_kind`.execute(db)
    await handOutDeliveries({ jobs }, db, entNo, rows)
  })
