import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import type { Approver, HandedIn } from './approvers.ts'

/** Selects delegations `d` that hold now. */
export const holdsNow = sql`(d.stt = '1' and d.s_tm <= now() and d.e_tm > now())`

/**
 * Puts those who decide for somebody now in their place, one step far: whoever decides for another gives nothing on. Whoever handed
 * it in decides for nobody.
 */
export async function withDelegates(
  db: Db,
  entNo: string,
  people: readonly Approver[],
  { flowNo, starter }: Pick<HandedIn, 'flowNo' | 'starter'>,
): Promise<Approver[]> {
  const { rows } = await sql<{ empNo: string; toNo: string; toName: string }>`select d.emp_no, d.to_no, e.emp_name as to_name
    from deleg d join emp e on e.ent_no = d.ent_no and e.emp_no = d.to_no
    where d.ent_no = ${entNo} and d.emp_no = any(${people.map(({ empNo }) => empNo)}) and ${holdsNow} and e.stt = ${Status.enabled}
      and d.to_no is distinct from ${starter} and (d.flow_nos = '{}' or ${flowNo} = any(d.flow_nos))`.execute(db)
  const byOwner = new Map(rows.map((row) => [row.empNo, row]))
  return people.map((one) => {
    const found = byOwner.get(one.empNo)
    return found ? { empNo: found.toNo, empName: found.toName, why: one.why, forNo: one.empNo, forName: one.empName } : one
  })
}
