import { sql } from 'kysely'
import { adapters } from '#domain/channels/adapters.ts'
import { type ChannelAccess, ChannelBroken, type Outgoing } from '#domain/channels/adapter.ts'
import { breakChannel, type Channel } from '#domain/channels/channelAccess.ts'
import { type ChannelKind, DeliveryState, matchedKinds, smsKinds } from '#domain/channels/channels.contract.ts'
import { Status } from '#contract/fields.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { foldDigests, titlesTogether, unfoldDigests } from './digests.ts'
import { isToldOfChild } from '../inbox.ts'
import { MessageClass, MessageState } from '../messages.contract.ts'
import { noticeAddress } from './noticeLink.ts'
import { routeFurther } from './routing.ts'

/** Describes a delivery that is about to leave, and how often it was tried. */
export type Claimed = Outgoing & { tries: number }

type Row = {
  dlvNo: string
  msgNo: string
  rcvNo: string
  tries: number
  to: string | null
  title: string
  body: string
  msgCls: string
  ptrNo: string | null
  stuName: string | null
  /** Lists what leaves together; null where it leaves alone. */
  titles: string[] | null
  entName: string
  rnd: number
  /** Says why it is not to leave any more; null where it is. */
  off: string | null
}

const mostLetters = 500

/**
 * Takes what is due next through a channel: the same words for as many as it takes at once. What is not to leave any more (withdrawn,
 * read meanwhile, a receiver who left) is passed over here, at the last moment. Undefined where nothing is due, empty where all of it
 * was passed over.
 */
export async function claimLot(services: Services, channel: Channel, access: ChannelAccess): Promise<Claimed[] | undefined> {
  const { entNo } = channel
  if (!(await matchPeople(services, channel, access))) return undefined
  let noteLot = () => {}
  const lot = await transaction(services.database.pool, { entNo }, async (db) => {
    await foldDigests(db, channel)
    const rows = await readLot(db, channel)
    if (rows.length === 0) return undefined
    const isGoing = (row: Row): row is Row & { to: string } => row.off === null && row.to !== null
    const going = rows.filter(isGoing)
    await pass(
      services,
      db,
      channel,
      rows.filter((row) => !isGoing(row)),
    )
    await sql`update dlv set stt = ${DeliveryState.sending}, tries = tries + 1, why = null, upd_tm = now()
      where ent_no = ${entNo} and dlv_no = any(${going.map(({ dlvNo }) => dlvNo)}::bigint[])`.execute(db)
    if (going.length > 0) noteLot = await services.outward.noteLot(db)
    return going.map((row) => outgoing(services, channel, row))
  })
  noteLot()
  return lot
}

const person = sql`coalesce(t.emp_no, t.ptr_no)`
const phone = sql`coalesce(e.auth_tel, g.auth_tel)`
const people = sql`left join emp e on e.ent_no = t.ent_no and e.emp_no = t.emp_no
  left join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no`

const isLookedUp = (kind: ChannelKind) => adapters[kind].lookUp !== undefined && matchedKinds.includes(kind)

// Tests whether the receiver `t` of the delivery `d` has a phone by which the channel has not been asked for them, nor lately.
const isUnasked = sql<boolean>`(${phone} is not null and not exists (select from chnid i where i.ent_no = d.ent_no
  and i.chn_kind = d.chn_kind and i.idnt_val = ${person} and (i.ext_id is not null or i.seen_tm > now() - interval '30 days')))`

// Reads the due deliveries of one message about one child, or about none, of which most have the same words. Leaves those whom the
// channel has not been asked for yet: they came meanwhile, or are more than it is asked for at once.
async function readLot(db: Db, { entNo, kind }: Channel): Promise<Row[]> {
  const isAsked = isLookedUp(kind) ? sql`not ${isUnasked}` : sql`true`
  const { rows } = await sql<Row>`
    with first as (
      select d.msg_no, t.stu_no, d.rnd from dlv d join msgto t using (ent_no, rcv_no) ${people}
      where d.ent_no = ${entNo} and d.chn_kind = ${kind} and d.stt = ${DeliveryState.ready} and d.run_tm <= now() and ${isAsked}
      order by d.run_tm, d.dlv_no limit 1 for update of d skip locked)
    select d.dlv_no::text, d.msg_no, d.rcv_no::text, d.tries, d.rnd, m.title, m.body, m.msg_cls, t.ptr_no, s.stu_name, n.ent_name,
      ${titlesTogether} as titles,
      ${addressOf(kind)} as "to",
      case when m.stt <> ${MessageState.sent} or t.gone_tm is not null then '已撤回'
        when n.stt <> ${Status.enabled} then '单位已停用'
        when d.rnd = 0 and t.read_tm is not null then '已在系统里读过'
        when d.rnd > 0 and t.done_tm is not null then '已经回应'
        when t.emp_no is not null and e.stt is distinct from ${Status.enabled} then '员工已停用'
        when t.ptr_no is not null and not ${isToldOfChild} then '家长不再接收这个孩子的消息'
        end as off
    from first f join dlv d on d.ent_no = ${entNo} and d.chn_kind = ${kind} and d.msg_no = f.msg_no and d.rnd = f.rnd
    join msgto t on t.ent_no = d.ent_no and t.rcv_no = d.rcv_no and t.stu_no is not distinct from f.stu_no
    join msg m on m.ent_no = d.ent_no and m.msg_no = d.msg_no join ent n on n.ent_no = d.ent_no
    left join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no ${people}
    where d.stt = ${DeliveryState.ready} and d.run_tm <= now() and ${isAsked}
    order by d.dlv_no limit ${adapters[kind].most} for update of d skip locked`.execute(db)
  return rows
}

function addressOf(kind: ChannelKind) {
  if (kind === 'smtp') return sql`(select p.mail from msgpref p where p.ent_no = t.ent_no and p.idnt_val = ${person})`
  if (kind === 'push')
    return sql`(select p.keys from pushsub p where p.ent_no = t.ent_no and p.idnt_val = ${person} order by p.add_tm desc limit 1)`
  if (smsKinds.includes(kind)) return phone
  return sql`(select i.ext_id from chnid i where i.ent_no = t.ent_no and i.chn_kind = ${kind} and i.idnt_val = ${person})`
}

// Passes over what is not to leave, and looks for another channel for those whom this one does not reach.
async function pass(services: Services, db: Db, { entNo }: Channel, rows: readonly Row[]) {
  if (rows.length === 0) return
  const written = rows.map(({ dlvNo, off }) => ({ dlv_no: dlvNo, why: off ?? '在这个渠道里没有找到这个人' }))
  await sql`update dlv d set stt = ${DeliveryState.skipped}, why = r.why, upd_tm = now()
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) r (dlv_no bigint, why text) where d.ent_no = ${entNo} and d.dlv_no = r.dlv_no`.execute(
    db,
  )
  const numbersOf = (some: readonly Row[]) => some.map(({ dlvNo }) => dlvNo)
  await routeFurther(services, db, entNo, numbersOf(rows.filter(({ off }) => off === null)))
  await unfoldDigests(db, entNo, numbersOf(rows.filter(({ off }) => off !== null)))
}

function outgoing(
  { identityProviders: { publicUrl }, secret }: Services,
  { entNo, kind }: Channel,
  row: Row & { to: string },
): Claimed {
  const { dlvNo, msgNo, rcvNo, ptrNo, to, tries, stuName, title, body, msgCls, rnd, entName } = row
  const isUrgent = msgCls === MessageClass.urgent
  if (row.titles)
    return {
      dlvNo,
      to,
      tries: tries + 1,
      isUrgent: false,
      isGuardian: false,
      isReminder: false,
      title: `${entName}：今天的 ${row.titles.length} 条消息`,
      text: row.titles
        .map((one) => `· ${one}`)
        .join('\n')
        .slice(0, mostLetters),
      url: publicUrl && `${publicUrl}/message/index`,
      sms: { purpose: 'notice', params: [entName] },
    }
  // Names the child first: whoever has two must know which.
  const words = stuName ? `${stuName}：${title}` : title
  return {
    dlvNo,
    to,
    tries: tries + 1,
    title: rnd > 0 ? `提醒：${words}` : words,
    text: smsKinds.includes(kind) ? '' : plain(body).slice(0, mostLetters),
    url: publicUrl && (ptrNo ? noticeAddress(publicUrl, secret, { entNo, rcvNo }) : pageOf(publicUrl, msgNo)),
    isUrgent,
    isGuardian: ptrNo !== null,
    isReminder: rnd > 0,
    sms: { purpose: isUrgent ? 'urgent' : 'notice', params: [entName] },
  }
}

// Names the message, not the receiver, so that one call takes the same words for many.
const pageOf = (publicUrl: string, msgNo: string) => `${publicUrl}/message/index?open=${msgNo}`

/** Returns a text without the marks of bold letters. */
const plain = (body: string) => body.replaceAll('**', '').trim()

/**
 * Looks up under which names a channel knows the people to whom something is due, once, and remembers whom it does not know. Answers
 * whether sending may go on.
 */
async function matchPeople(services: Services, { entNo, kind }: Channel, access: ChannelAccess): Promise<boolean> {
  const { lookUp, lookUpGuardians = lookUp } = adapters[kind]
  if (!lookUp || !isLookedUp(kind)) return true
  const within = <T>(work: (db: Db) => Promise<T>) => transaction(services.database.pool, { entNo }, work)
  const unknown = await within(async (db) => {
    const { rows } = await sql<{
      idntVal: string
      tel: string
      isGuardian: boolean
    }>`select distinct ${person} as idnt_val, ${phone} as tel, t.ptr_no is not null as is_guardian
      from dlv d join msgto t using (ent_no, rcv_no) ${people}
      where d.ent_no = ${entNo} and d.chn_kind = ${kind} and d.stt = ${DeliveryState.ready} and d.run_tm <= now() and ${isUnasked}
      limit 200`.execute(db)
    return rows
  })
  if (unknown.length === 0) return true
  try {
    for (const [isGuardian, some] of Map.groupBy(unknown, (one) => one.isGuardian)) {
      const find = (isGuardian ? lookUpGuardians : undefined) ?? lookUp
      const found = await find(
        access,
        some.map(({ tel }) => tel),
      )
      await within((db) => keepNames(db, { entNo, kind }, some, found))
    }
    return true
  } catch (error) {
    if (!(error instanceof ChannelBroken)) throw error
    await within((db) => breakChannel(db, { entNo, kind }, error.message))
    return false
  }
}

/** Keeps under which names a channel knows people; those not looked up this time wait for tomorrow. */
export async function keepNames(
  db: Db,
  { entNo, kind }: Channel,
  people: readonly { idntVal: string; tel: string }[],
  found: ReadonlyMap<string, string | null>,
) {
  const rows = people.flatMap(({ idntVal, tel }) => {
    const extId = found.get(tel)
    return extId === undefined ? [] : [{ idnt_val: idntVal, ext_id: extId }]
  })
  await sql`insert into chnid (ent_no, chn_kind, idnt_val, ext_id) select ${entNo}, ${kind}, r.idnt_val, r.ext_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (idnt_val text, ext_id text)
    on conflict (ent_no, chn_kind, idnt_val) do update set ext_id = excluded.ext_id, seen_tm = now()`.execute(db)
  const left = people.filter(({ tel }) => !found.has(tel)).map(({ idntVal }) => idntVal)
  if (left.length > 0)
    await sql`update dlv d set run_tm = now() + interval '1 day', why = '今天按手机号查找的次数到了上限，明天再查' from msgto t
      where d.ent_no = ${entNo} and d.chn_kind = ${kind} and d.stt = ${DeliveryState.ready} and t.ent_no = d.ent_no and t.rcv_no = d.rcv_no
        and ${person} = any(${left})`.execute(db)
}
