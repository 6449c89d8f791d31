import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { TaskKind } from './approvals.contract.ts'

type Which = { entNo: string; prcNo: string }

/** Lists the fields that the caller does not see: those that a step hides in which they decide, or did. */
export async function fieldsHiddenFrom(
  { db, me }: Pick<Context, 'db' | 'me'>,
  { entNo, prcNo }: Which,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ clmnNo: string }>`select distinct h.value as clmn_no from tsk t join prc p using (ent_no, prc_no)
    join flowver v on v.ent_no = p.ent_no and v.flow_no = p.flow_no and v.ver_no = p.ver_no
    cross join jsonb_array_elements_text(coalesce(v.steps -> (t.step - 1) -> 'hides', '[]')) h
    where t.ent_no = ${entNo} and t.prc_no = ${prcNo} and t.emp_no = ${me.idntVal} and t.kind = ${TaskKind.decide} and t.step > 0
      and p.emp_no is distinct from ${me.idntVal}`.execute(db)
  return new Set(rows.map(({ clmnNo }) => clmnNo))
}
