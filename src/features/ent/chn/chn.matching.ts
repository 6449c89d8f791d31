import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { adapters } from '#domain/channels/adapters.ts'
import { ChannelBroken } from '#domain/channels/adapter.ts'
import { TryLater } from '#domain/channels/imReply.ts'
import { openChannel } from '#domain/channels/channelAccess.ts'
import { type ChannelKind, channels, matchedKinds } from '#domain/channels/channels.contract.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { keepNames } from '#domain/messages/delivery/claimLot.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import type { chn } from './chn.contract.ts'

// Looks up so many at one press: a channel takes one phone at a time.
const mostAtOnce = 100
const mostNamed = 50

/** Selects the staff in office who have a phone, with what the channel said of them; guardians are matched when something is due. */
const people = (entNo: string, kind: ChannelKind) => sql`
  select e.emp_no as idnt_val, e.emp_name as name, e.auth_tel as tel, i.idnt_val is not null as is_asked, i.ext_id,
    ${mainDepartmentOf('orgName')} as place
  from emp e left join chnid i on i.ent_no = e.ent_no and i.chn_kind = ${kind} and i.idnt_val = e.emp_no
  where e.ent_no = ${entNo} and e.stt = ${Status.enabled}`

type Counts = { allCnt: number; knownCnt: number; missCnt: number; leftCnt: number }

/** Tells how many of the staff a channel knows. */
export async function matchingOf({ db }: Pick<Context, 'db'>, entNo: string, kind: ChannelKind) {
  const counts = await sql<Counts>`select count(*)::int as all_cnt, count(p.ext_id)::int as known_cnt,
      (count(*) filter (where p.is_asked and p.ext_id is null))::int as miss_cnt, (count(*) filter (where not p.is_asked))::int as left_cnt
    from (${people(entNo, kind)}) p`.execute(db)
  const missing = await sql<{ name: string; place: string | null }>`select p.name, p.place from (${people(entNo, kind)}) p
    where p.is_asked and p.ext_id is null order by p.name limit ${mostNamed}`.execute(db)
  return { ...(counts.rows[0] as Counts), missing: missing.rows }
}

const nextOf = async (db: Db, entNo: string, kind: ChannelKind) =>
  (
    await sql<{ idntVal: string; tel: string }>`select p.idnt_val, p.tel from (${people(entNo, kind)}) p where not p.is_asked
      order by p.idnt_val limit ${mostAtOnce}`.execute(db)
  ).rows

/** Looks up the next people by their phones. Throws invalid where the channel is not used, or refuses. */
export async function matchNext({ entNo, chnKind }: Input<typeof chn.match>, context: Context) {
  const { db, services } = context
  requireOwn(context, entNo)
  const { lookUp } = adapters[chnKind]
  if (!lookUp || !matchedKinds.includes(chnKind))
    throw new Fault('invalid', `${channels[chnKind].name}按手机号或邮箱直接发送，不用匹配`)
  const access = await openChannel(services, { entNo, kind: chnKind })
  if (!access) throw new Fault('invalid', `请先启用${channels[chnKind].name}`)
  const next = await nextOf(db, entNo, chnKind)
  if (next.length > 0) {
    try {
      const found = await lookUp(
        access,
        next.map(({ tel }) => tel),
      )
      await keepNames(db, { entNo, kind: chnKind }, next, found)
    } catch (error) {
      throw error instanceof ChannelBroken || error instanceof TryLater ? new Fault('invalid', error.message) : error
    }
  }
  return matchingOf(context, entNo, chnKind)
}
