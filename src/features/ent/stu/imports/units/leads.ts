import { sql } from 'kysely'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { nearestText } from '#server/base/editDistance.ts'
import { assignRoles } from '#domain/staff/assign.ts'
import type { Context } from '#server/call/context.ts'
import { readEnterpriseRoles } from '#server/access/enterpriseRoles.ts'
import { rightsNotHeld, exceedsScope } from '#server/access/delegation.ts'
import { readNames } from '#server/importing/importCells.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'

/** Names the role of head teachers, which they hold for their class. */
const headTeacher = 'P030CLASS'

/** Tells whether the caller may make somebody head teacher of any class: nobody grants more than they hold. */
async function mayLead(entNo: string, context: Context): Promise<boolean> {
  const { db, me, locals } = context
  const [role] = await readEnterpriseRoles(db, entNo, [headTeacher])
  if (role?.stt !== Status.enabled || locals.units) return false
  const holds = me.rights.has(`role:${actions.set}`) && me.rights.has(`empdatapwr:${actions.set}`)
  return holds && rightsNotHeld(context, role.rights).length === 0 && !exceedsScope(context, role, role.rights)
}

type Person = { empNo: string; empName: string; workNo: string | null; stt: string }

/**
 * Returns what may be meant: a work number that Excel has stripped of zeros, or a name that is one character apart; undefined
 * where nothing may be.
 */
function meantBy(text: string, people: readonly Person[]): string | undefined {
  const numbers = people.flatMap(({ workNo }) => (workNo?.replace(/^0+/, '') === text ? [workNo] : []))
  if (numbers.length > 0) return numbers.length === 1 ? numbers[0] : undefined
  return nearestText(
    text,
    people.map(({ empName }) => empName),
  )
}

/** Returns the column of head teachers, by work number or by a name that one person has, and the present heads of classes. */
export async function readLeads(entNo: string, context: Context) {
  const { db } = context
  const may = await mayLead(entNo, context)
  const { rows: all } = await sql<Person>`
    select emp_no, emp_name, work_no, stt from emp where ent_no = ${entNo} and stt <> ${Status.deleted}`.execute(db)
  const people = all.filter(({ stt }) => stt === Status.enabled)
  const { rows: held } = await sql<{ empNo: string; unitNo: string }>`select d.emp_no, d.data_val as unit_no from empdatapwr d
    join emprole using (ent_no, emp_no, role_no) where d.ent_no = ${entNo} and d.role_no = ${headTeacher} and d.data_type = 'unit'`.execute(
    db,
  )
  const byNo = new Map(people.flatMap(({ workNo, empNo }) => (workNo ? [[workNo, empNo]] : [])))
  const byName = Map.groupBy(people, ({ empName }) => empName)
  const leads = new Set(held.map(({ empNo, unitNo }) => `${empNo} ${unitNo}`))
  const column: ImportColumn = {
    field: 'leads',
    title: '班主任工号',
    also: ['班主任', '班主任姓名'],
    example: '',
    hint: '多人用顿号隔开；没有重名的也可以写姓名。需要分配角色的权限',
    read: readNames((name) => {
      if (!may) return { wrong: '你没有分配班主任的权限，请清空这一格' }
      const [named, ...more] = byName.get(name) ?? []
      const no = byNo.get(name) ?? (more.length === 0 ? named?.empNo : undefined)
      if (no) return { no }
      if (more.length > 0) return { wrong: `有 ${more.length + 1} 名员工叫“${name}”，请写工号` }
      if (all.some(({ empName, workNo }) => name === workNo || name === empName)) return { wrong: `员工“${name}”已停用` }
      return { wrong: `没有工号或姓名是“${name}”的员工`, meant: meantBy(name, people) }
    }),
  }
  return { column, isLead: (empNo: string, unitNo: string) => leads.has(`${empNo} ${unitNo}`) }
}

/** Makes people head teachers of their classes. */
export async function giveClasses(given: readonly { empNo: string; unitNo: string }[], entNo: string, context: Context) {
  if (given.length === 0) return
  await assignRoles(context, entNo, [headTeacher], [...new Set(given.map(({ empNo }) => empNo))].toSorted())
  await sql`insert into empdatapwr (ent_no, emp_no, role_no, data_val, data_type)
    select ${entNo}, g.emp_no, ${headTeacher}, g.unit_no, 'unit'
    from unnest(${given.map(({ empNo }) => empNo)}::text[], ${given.map(({ unitNo }) => unitNo)}::text[]) g (emp_no, unit_no)
    on conflict do nothing`.execute(context.db)
}
