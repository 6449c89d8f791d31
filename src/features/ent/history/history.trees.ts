import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import { readDefault } from '#server/reference/parameterValues.ts'
import { applyScope, scopeOf, requireDescendants, includeDescendants } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { history, TreeKind } from '#contract/shell/history.contract.ts'

/** Maps each tree to its table, its columns, the order of siblings, and the call whose right shows it. */
const trees: Record<TreeKind, { no: string; name: string; see: Call }> = {
  org: { no: 'org_no', name: 'org_name', see: org.gettree },
  edcunit: { no: 'unit_no', name: 'unit_name', see: edcunit.gettree },
  ent: { no: 'ent_no', name: 'ent_name', see: ent.gettree },
}

type Node = {
  no: string
  name: string
  prtNo: string | null
  stt: string
  showOrd: number
  nowName: string | null
  nowPrtName: string | null
  nowStt: string | null
}

/**
 * Reads a tree of departments, units or enterprises as it was at a moment: each node from the first change after it, or its
 * present row where there is none. Limits it to the caller's reach. Throws invalid for a moment before what history keeps.
 */
export async function readPastTree({ tree, tm, entNo }: Input<typeof history.gettree>, context: Context) {
  const { db, me } = context
  const { no, name, see } = trees[tree]
  if (!permits(me, see.access)) throw new Fault('forbidden')
  if (entNo !== me.entNo) await requireDescendants(context, see, [entNo])
  await requireKept(db, tm, entNo)
  const within = await scopeOf(context, see, entNo)
  await applyScope(db, within)
  const below = tree === 'ent' ? await includeDescendants(context, see) : []
  const inside = (alias: string) =>
    tree === 'ent'
      ? sql`${sql.ref(`${alias}.ent_no`)} in (select t.ent_no from ent_tree t where t.anc_no = any(${below}))`
      : sql`${sql.ref(`${alias}.ent_no`)} = ${entNo}`
  const { rows } = await sql<Node>`
    with later as materialized (
      select distinct on (h.ent_no, h.key) h.ent_no, h.key ->> ${sql.lit(no)} as no, h.before from history h
      where ${inside('h')} and h.tbl = ${tree} and h.act <> 'read' and h.at > to_timestamp(${tm}, 'YYYYMMDDHH24MISS')
      order by h.ent_no, h.key, h.id
    ), live as materialized (
      select ${sql.ref(`t.${no}`)} as no, to_jsonb(t) as row from ${sql.table(tree)} t where ${inside('t')}
    ), was as (
      select l.no, l.row as now, case when exists (select from later where later.no = l.no)
        then (select before from later where later.no = l.no) else l.row end as then
      from live l
    )
    select no, "then" ->> ${name} as name, "then" ->> 'prt_no' as prt_no, "then" ->> 'stt' as stt, ("then" ->> 'show_ord')::int as show_ord,
      nullif(now ->> ${name}, "then" ->> ${name}) as now_name, nullif(now ->> 'stt', "then" ->> 'stt') as now_stt,
      case when now ->> 'prt_no' is distinct from "then" ->> 'prt_no'
        then coalesce((select row ->> ${name} from live p where p.no = now ->> 'prt_no'), '最上级') end as now_prt_name
    from was where "then" is not null and "then" ->> 'stt' <> ${Status.deleted} order by show_ord, no`.execute(db)
  return rows.map(({ showOrd, ...node }) => node)
}

// Lets an enterprise that is younger than what is kept ask for any moment: nothing of it is gone.
async function requireKept(db: Db, tm: string, entNo: string) {
  const months = Number(await readDefault(db, 'HIST_KEEP'))
  if (months === 0) return
  const { rows } = await sql<{ isGone: boolean }>`
    select to_timestamp(${tm}, 'YYYYMMDDHH24MISS') < edge and exists (select from ent where ent_no = ${entNo} and crt_tm < edge) as is_gone
    from (select date_trunc('month', now()) - make_interval(months => ${months}::int) as edge) e`.execute(db)
  if (rows[0]?.isGone) throw invalidField('tm', `操作记录保留 ${months} 个月，看不到更早的样子`)
}
