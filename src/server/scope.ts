import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import type { Context, Me, Services } from './context.ts'
import { transaction } from './database.ts'
import { Fault } from './fault.ts'

type Asking = { me: Me; services: Services }

// Who reaches the enterprises below their own (domain, 7.1): operators, bureaus to read, and agents what is given there.
const below: Record<Call['place'], { reads: string[]; writes: string[] }> = {
  enterprise: { reads: ['020', '060'], writes: ['060'] },
  managed: { reads: ['020', '040', '060'], writes: ['040', '060'] },
  given: { reads: ['020', '040', '060'], writes: ['040', '060'] },
  platform: { reads: [], writes: [] },
  caller: { reads: [], writes: [] },
}

/**
 * The one enterprise a call works on: the session's own, or one of its sub-tree where the identity and the roles reach it.
 * One that is out of reach and one that does not exist answer alike. What belongs to the platform, or was given from above,
 * is not for an enterprise itself to change.
 */
export async function enterpriseOf(asking: Asking, call: Call, asked: string | undefined): Promise<string> {
  const { me, services } = asking
  if (asked === undefined || asked === me.entNo) {
    // A call on a list of enterprises asks for each of them by itself.
    const isList = 'entNos' in call.input.shape
    const isOwn = call.place === 'enterprise' || call.place === 'managed'
    if (call.method === 'POST' && !isOwn && !isList && me.entNo !== services.rootNo) throw new Fault('forbidden')
    return me.entNo
  }
  await requireBelow(asking, call, [asked])
  return asked
}

/**
 * Refuses enterprises that a call of this kind does not reach: others than those below the session's own, and deleted ones,
 * which only an undo still finds.
 */
export async function requireBelow({ me, services }: Asking, call: Call, entNos: readonly string[], isUndo = false) {
  const { reads, writes } = below[call.place]
  if (!(call.method === 'POST' ? writes : reads).includes(me.idntNo)) throw new Fault('notFound')
  const within = me.rights.enterprisesOf(call.access) ?? [me.entNo]
  const { rows } = await services.database.pool.query(
    `select count(distinct t.ent_no)::int as found from ent_tree t where t.anc_no = any($1) and t.ent_no = any($2) and (t.live or $5)
       and exists (select from ent_tree o where o.anc_no = $3 and o.ent_no = t.ent_no and (o.depth > 0 or $3 = $4))`,
    [within, entNos, me.entNo, services.rootNo, isUndo],
  )
  if (rows[0].found < new Set(entNos).size) throw new Fault('notFound')
}

/** The departments that the roles behind a call reach in an enterprise, with all below them, as the third lock takes them; undefined: all. */
export async function departmentsWithin({ me, services }: Asking, call: Call, entNo: string): Promise<string | undefined> {
  const held = entNo === me.entNo ? me.rights.departmentsOf(call.access) : undefined
  if (!held) return undefined
  const list = await transaction(
    services.database.pool,
    { entNo },
    async (db) => {
      const { rows } = await sql<{ orgNo: string }>`
        with recursive within as (
          select org_no from org where ent_no = ${entNo} and org_no = any(${held}) and stt <> ${Status.deleted}
          union select c.org_no from org c join within w on c.prt_no = w.org_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
        ) select org_no from within`.execute(db)
      return rows.map(({ orgNo }) => orgNo).join(',')
    },
    { readOnly: true },
  )
  // Whose departments are all gone reaches none: no department has this number.
  return list || '-'
}

/** Lets the reads of this transaction see the enterprises within the caller's reach; answers those on top of it. */
export async function seeBelow({ me, db }: Pick<Context, 'me' | 'db'>, call: Call): Promise<string[]> {
  // Of what belongs to the platform, who has it is told of the enterprises that one gives things to.
  const { reads } = below[call.place === 'platform' ? 'given' : call.place]
  if (!reads.includes(me.idntNo)) return [me.entNo]
  await sql`select set_config('app.root_no', ${me.entNo}, true)`.execute(db)
  return me.rights.enterprisesOf(call.access) ?? [me.entNo]
}
