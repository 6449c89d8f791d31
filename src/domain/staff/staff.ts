import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

type DepartmentColumn = 'orgNo' | 'orgName'

/** Selects a column of the main department of the employee `e`. */
export const mainDepartmentOf = (column: DepartmentColumn) =>
  sql<string | null>`(select d.${sql.ref(column)} from orgemp o join org d using (ent_no, org_no)
    where o.ent_no = e.ent_no and o.emp_no = e.emp_no and o.mst_flag = '1')`

/** Selects it under its own name. */
export const mainDepartment = <C extends DepartmentColumn>(column: C) => mainDepartmentOf(column).as(column)

/** Selects the numbers of a department and all below it, as a list for `in`. */
export const withinDepartment = (entNo: string, orgNo: string) => sql`(
  with recursive within as (
    select org_no from org where ent_no = ${entNo} and org_no = ${orgNo} and stt <> ${Status.deleted}
    union select c.org_no from org c join within w on c.prt_no = w.org_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
  ) select org_no from within)`

/** Throws notFound for a department to filter by that is gone or out of the caller's reach; nothing is asked of a filter without one. */
export async function requireDepartment(db: Db, { entNo, orgNo }: { entNo: string; orgNo?: string | undefined }) {
  if (!orgNo) return
  const { rows } = await sql`select from org
    where ent_no = ${entNo} and org_no = ${orgNo} and stt <> ${Status.deleted}`.execute(db)
  if (rows.length === 0) throw new Fault('notFound', '所选的部门已不存在，或不在可访问的范围内')
}

/** Locks live employees until the transaction ends. Throws missingReference for numbers that name none. */
export async function lockPeople(db: Db, entNo: string, empNos: readonly string[]) {
  const { rows } = await sql`select 1 from emp where ent_no = ${entNo} and emp_no = any(${empNos}) and stt <> ${Status.deleted}
    order by emp_no for no key update`.execute(db)
  if (rows.length < empNos.length) throw new Fault('missingReference', '所选员工有的已不存在，请刷新后再选')
}

/** Locks departments against deletion while people come into them. Throws missingReference for numbers that name no live one. */
export async function lockDepartments(db: Db, entNo: string, orgNos: readonly string[]) {
  const { rows } = await sql`select 1 from org where ent_no = ${entNo} and org_no = any(${orgNos}) and stt <> ${Status.deleted}
    order by org_no for no key update`.execute(db)
  if (rows.length < orgNos.length) throw new Fault('missingReference', '所选部门有的已不存在，请刷新后再选')
}

/** Makes these the departments of an employee, the first of them the main one; those that stay keep their place and flags. */
export async function setDepartments(db: Db, entNo: string, empNo: string, orgNos: readonly string[]) {
  await lockDepartments(db, entNo, orgNos)
  const of = sql`ent_no = ${entNo} and emp_no = ${empNo}`
  await sql`delete from orgemp where ${of} and org_no <> all(${orgNos})`.execute(db)
  await sql`update orgemp set mst_flag = '0' where ${of} and mst_flag = '1' and org_no <> ${orgNos[0]}`.execute(db)
  await sql`insert into orgemp (ent_no, org_no, emp_no, mst_flag, show_ord)
    select ${entNo}, no, ${empNo}, case place when 1 then '1' else '0' end,
      (select coalesce(max(o.show_ord), 0) + 10 from orgemp o where o.ent_no = ${entNo} and o.org_no = no)
    from unnest(${orgNos}::text[]) with ordinality w (no, place)
    on conflict (ent_no, org_no, emp_no) do update set mst_flag = excluded.mst_flag where orgemp.mst_flag <> excluded.mst_flag`.execute(
    db,
  )
}
