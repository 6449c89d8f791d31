import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { adapters } from '#domain/channels/adapters.ts'
import { ChannelBroken } from '#domain/channels/adapter.ts'
import { TryLater } from '#domain/channels/imReply.ts'
import { openChannel } from '#domain/channels/channelAccess.ts'
import { channels, matchedKinds } from '#domain/channels/channels.contract.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { keepNames } from '#domain/messages/delivery/claimLot.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import type { chn } from './chn.contract.ts'

// Looks up so many at one press: a channel takes one phone at a time, and guardians all at once.
const mostAtOnce = { emp: 100, ptr: 5000 }
const mostNamed = 50

type Of = Pick<Input<typeof chn.getmatch>, 'chnKind' | 'who'>

/** Selects the staff in office, or the guardians who receive messages about a pupil on the roll, with what the channel said of them. */
function people(entNo: string, { chnKind, who }: Of) {
  const asked = sql`i.idnt_val is not null as is_asked, i.ext_id`
  if (who === 'ptr')
    return sql`select distinct on (g.ptr_no) g.ptr_no as idnt_val, g.ptr_name as name, g.auth_tel as tel, ${asked}, u.unit_name as place
      from ptr g join stuptr l using (ent_no, ptr_no) join stu s using (ent_no, stu_no)
      left join edcunit u on u.ent_no = s.ent_no and u.unit_no = s.unit_no
      left join chnid i on i.ent_no = g.ent_no and i.chn_kind = ${chnKind} and i.idnt_val = g.ptr_no
      where g.ent_no = ${entNo} and g.stt = ${Status.enabled} and l.msg_flag = '1' and ${isOnRoll} order by g.ptr_no, s.stu_no`
  return sql`select e.emp_no as idnt_val, e.emp_name as name, e.auth_tel as tel, ${asked}, ${mainDepartmentOf('orgName')} as place
    from emp e left join chnid i on i.ent_no = e.ent_no and i.chn_kind = ${chnKind} and i.idnt_val = e.emp_no
    where e.ent_no = ${entNo} and e.stt = ${Status.enabled}`
}

type Counts = { allCnt: number; knownCnt: number; missCnt: number; leftCnt: number }

/** Tells how many of the staff, or of the guardians, a channel knows. */
export async function matchingOf({ db }: Pick<Context, 'db'>, entNo: string, of: Of) {
  const counts = await sql<Counts>`select count(*)::int as all_cnt, count(p.ext_id)::int as known_cnt,
      (count(*) filter (where p.is_asked and p.ext_id is null))::int as miss_cnt, (count(*) filter (where not p.is_asked))::int as left_cnt
    from (${people(entNo, of)}) p`.execute(db)
  const missing = await sql<{ name: string; place: string | null }>`select p.name, p.place from (${people(entNo, of)}) p
    where p.is_asked and p.ext_id is null order by p.name limit ${mostNamed}`.execute(db)
  return { ...(counts.rows[0] as Counts), missing: missing.rows }
}

const nextOf = async (db: Db, entNo: string, of: Of) =>
  (
    await sql<{ idntVal: string; tel: string }>`select p.idnt_val, p.tel from (${people(entNo, of)}) p
      where not p.is_asked and p.tel is not null order by p.idnt_val limit ${mostAtOnce[of.who]}`.execute(db)
  ).rows

/** Looks up the next people by their phones. Throws invalid where the channel is not used, or refuses. */
export async function matchNext({ entNo, chnKind, who }: Input<typeof chn.match>, context: Context) {
  const { db, services } = context
  requireOwn(context, entNo)
  const find = who === 'ptr' ? adapters[chnKind].lookUpGuardians : adapters[chnKind].lookUp
  if (!find || !matchedKinds.includes(chnKind))
    throw new Fault(
      'invalid',
      `${channels[chnKind].name}${who === 'ptr' ? '在发送时才查家长' : '按手机号或邮箱直接发送，不用匹配'}`,
    )
  const access = await openChannel(services, { entNo, kind: chnKind })
  if (!access) throw new Fault('invalid', `请先启用${channels[chnKind].name}`)
  const next = await nextOf(db, entNo, { chnKind, who })
  if (next.length > 0) {
    try {
      const found = await find(
        access,
        next.map(({ tel }) => tel),
      )
      await keepNames(db, { entNo, kind: chnKind }, next, found)
    } catch (error) {
      throw error instanceof ChannelBroken || error instanceof TryLater ? new Fault('invalid', error.message) : error
    }
  }
  return matchingOf(context, entNo, { chnKind, who })
}
