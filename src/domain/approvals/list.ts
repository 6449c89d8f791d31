import { sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { TaskKind, TaskState } from './approvals.contract.ts'
import type { Starter } from './starter.ts'

/** Selects something of the open tasks of the process `p`, with those `e` or `g` who have them. */
const openTask = (wanted: ReturnType<typeof sql>) => sql<
  string | null
>`(select ${wanted} from tsk t left join emp e using (ent_no, emp_no) left join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
  where t.ent_no = p.ent_no and t.prc_no = p.prc_no and t.kind <> ${TaskKind.copy} and t.stt = ${TaskState.waiting}
    and coalesce(e.stt, g.stt) <> ${Status.deleted})`

const isHandedInBy = ({ empNo, stuNo }: Starter) =>
  empNo === undefined ? sql<SqlBool>`(p.stu_no = ${stuNo} and p.ptr_no is not null)` : sql<SqlBool>`p.emp_no = ${empNo}`

/** Selects what a member of staff has handed in, or guardians for a child, as rows of a list. */
export const processesOf = (db: Db, by: Starter) =>
  db
    .selectFrom('prc as p')
    .innerJoin('flow as f', (on) => on.onRef('f.entNo', '=', 'p.entNo').onRef('f.flowNo', '=', 'p.flowNo'))
    .where('p.entNo', '=', by.entNo)
    .where(isHandedInBy(by))
    .select(['p.prcNo', 'p.title', 'f.flowName', 'p.stt', 'p.sentTm', 'p.doneTm'])
    .select([
      openTask(sql`min(t.step_name)`).as('stepName'),
      openTask(sql`string_agg(distinct coalesce(e.emp_name, g.ptr_name), '、')`).as('waitFor'),
    ])
