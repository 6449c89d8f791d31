import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import type { Context } from '#server/call/context.ts'
import { scopeOf } from '#server/call/scope.ts'
import type { OwnDepartment } from './home.contract.ts'
import { mayCall, readAsCall } from './home.read.ts'

/** Reads the departments that the caller is in, the main one first; counts their people as the list of employees does. */
export async function departmentsOf(context: Context): Promise<z.output<typeof OwnDepartment>[]> {
  if (!mayCall(context, org.gettreewithstatis, org.getwithleademp, emp.getpage)) return []
  const { orgs: reached } = await scopeOf(context, org.getwithleademp, context.me.entNo)
  return readAsCall(context, emp.getpage, async (db, entNo) => {
    const of = sql`from orgemp o join emp e using (ent_no, emp_no) where o.ent_no = d.ent_no and o.org_no = d.org_no and e.stt = ${Status.enabled}`
    const { rows } = await sql<z.output<typeof OwnDepartment>>`
      select d.org_no, d.org_name, d.tel, (select count(*)::int ${of}) as cnt,
        (select string_agg(e.emp_name, '、' order by o.show_ord, o.emp_no) ${of} and o.lead_flag = '1') as leaders
      from orgemp m join org d using (ent_no, org_no)
      where m.ent_no = ${entNo} and m.emp_no = ${context.me.idntVal} and d.stt <> ${Status.deleted}
        and (${reached ?? null}::text is null or d.org_no = any(string_to_array(${reached ?? null}, ',')))
      order by m.mst_flag desc, d.show_ord, d.org_no limit 5`.execute(db)
    return rows
  })
}
