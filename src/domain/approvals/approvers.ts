import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { leadsOf } from '#domain/units/unitLeads.ts'
import { readEnterpriseRoles } from '#server/access/enterpriseRoles.ts'
import type { Db } from '#server/database/database.ts'
import type { Chosen, Step } from './approvals.contract.ts'

/** Describes who decides, and why this person; `forNo`, `forName`: for whom, by delegation. */
export type Approver = { empNo: string; empName: string; why: string; forNo?: string; forName?: string }

/**
 * Describes what decides about who decides: who hands in (`starter`; null for a guardian), for which child (`stuNo`; null for members of
 * staff), the form, and whom they chose.
 */
export type HandedIn = {
  flowNo: string
  starter: string | null
  stuNo: string | null
  columns: readonly Column[]
  values: FormValues
  chosen: Chosen
}

type Find = (db: Db, entNo: string, step: Step, of: HandedIn) => Promise<Approver[]>

const finders: Record<Step['who'], Find> = {
  // Asks who leads the class of the child, for a guardian has no department.
  leader: (db, entNo, _, of) => (of.starter === null ? headsOfForm(db, entNo, of) : leadersOf(db, entNo, of.starter)),
  head: (db, entNo, _, of) => headsOfForm(db, entNo, of),
  role: holdersOfRole,
  named: (db, entNo, { empNos }) => inOffice(db, entNo, empNos, '流程指定'),
  chosen: (db, entNo, { stepNo }, { chosen }) => inOffice(db, entNo, chosen[stepNo] ?? [], '发起人选择'),
  field: (db, entNo, { clmnNo }, { values }) => inOffice(db, entNo, pickedIn(values[clmnNo ?? '']), '表单里填写'),
}

/** Finds who decides in a step, of those in office; nobody where the flow finds nobody. Sees all of the enterprise. */
export const findApprovers: Find = (db, entNo, step, of) => finders[step.who](db, entNo, step, of)

/** Finds who decides where a flow finds nobody: those who may publish flows, through one of their roles. */
export async function findFallback(db: Db, entNo: string): Promise<Approver[]> {
  const wanted = permissions('flow').enable
  const roles = await readEnterpriseRoles(db, entNo)
  const roleNos = roles
    .filter(({ stt, rights }) => stt === Status.enabled && rights.some((right) => wanted.includes(right)))
    .map(({ roleNo }) => roleNo)
  return holdersOf(db, entNo, roleNos, '没有找到审批人，转给流程管理员')
}

const pickedIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(({ no }: { no: string }) => no) : [])

async function inOffice(db: Db, entNo: string, empNos: readonly string[], why: string): Promise<Approver[]> {
  if (empNos.length === 0) return []
  const { rows } = await sql<Omit<Approver, 'why'>>`select emp_no, emp_name from emp
    where ent_no = ${entNo} and emp_no = any(${[...empNos]}) and stt = ${Status.enabled} order by emp_no`.execute(db)
  return rows.map((row) => ({ ...row, why }))
}

async function holdersOf(db: Db, entNo: string, roleNos: readonly string[], why: string): Promise<Approver[]> {
  const { rows } = await sql<{ empNo: string }>`select distinct emp_no from emprole
    where ent_no = ${entNo} and role_no = any(${[...roleNos]})`.execute(db)
  return inOffice(
    db,
    entNo,
    rows.map(({ empNo }) => empNo),
    why,
  )
}

/** Finds the leaders of the main department, or of the nearest above it that has one besides this person. */
export async function leadersOf(db: Db, entNo: string, empNo: string): Promise<Approver[]> {
  const { rows } = await sql<{ empNo: string; empName: string; orgName: string; far: number }>`
    with recursive up as (
      select d.org_no, d.org_name, d.prt_no, 0 as far from orgemp o join org d using (ent_no, org_no)
        where o.ent_no = ${entNo} and o.emp_no = ${empNo} and o.mst_flag = '1' and d.stt <> ${Status.deleted}
      union all select d.org_no, d.org_name, d.prt_no, up.far + 1 from org d join up on d.org_no = up.prt_no
        where d.ent_no = ${entNo} and d.stt <> ${Status.deleted})
    select e.emp_no, e.emp_name, up.org_name, up.far from up
      join orgemp l on l.ent_no = ${entNo} and l.org_no = up.org_no and l.lead_flag = '1'
      join emp e on e.ent_no = l.ent_no and e.emp_no = l.emp_no
    where e.stt = ${Status.enabled} and e.emp_no <> ${empNo} order by up.far, e.emp_no`.execute(db)
  return rows
    .filter(({ far }) => far === rows[0]?.far)
    .map((row) => ({ empNo: row.empNo, empName: row.empName, why: `${row.orgName}负责人` }))
}

/** Lists the unit that a form is about, that of its pupil or the one that it names, with those above it. */
async function pathOfUnit(db: Db, entNo: string, { stuNo: child, columns, values }: HandedIn): Promise<string[]> {
  const firstOf = (kit: string) =>
    columns.flatMap((column) => (partOf(column)?.no === kit ? pickedIn(values[column.clmnNo]) : []))[0]
  const [stuNo = null, unitNo = null] = [child ?? firstOf('stu'), firstOf('unit')]
  const { rows } = await sql<{ unitNo: string }>`with recursive up as (
      select unit_no, prt_no, 0 as far from edcunit where ent_no = ${entNo}
        and unit_no = coalesce((select unit_no from stu where ent_no = ${entNo} and stu_no = ${stuNo}), ${unitNo})
      union all select u.unit_no, u.prt_no, up.far + 1 from edcunit u join up on u.unit_no = up.prt_no where u.ent_no = ${entNo})
    select unit_no from up order by far`.execute(db)
  return rows.map((row) => row.unitNo)
}

const headsOfForm = async (db: Db, entNo: string, of: HandedIn) => headsOf(db, entNo, await pathOfUnit(db, entNo, of))

/** Finds who leads the class, or else the grade. */
async function headsOf(db: Db, entNo: string, units: readonly string[]): Promise<Approver[]> {
  const leads = await leadsOf(db, entNo)
  const nearest = units.map((unitNo) => leads.get(unitNo) ?? []).find((some) => some.length > 0) ?? []
  return nearest.map(({ empNo, empName, roleName }) => ({ empNo, empName, why: roleName }))
}

/** Finds who holds a role; of one over grades or classes those who hold it there, where the form is about one. */
async function holdersOfRole(db: Db, entNo: string, { roleNo }: Step, of: HandedIn): Promise<Approver[]> {
  const [role] = await readEnterpriseRoles(db, entNo, [roleNo ?? ''])
  if (!role || role.stt !== Status.enabled) return []
  const all = await holdersOf(db, entNo, [role.roleNo], role.roleName)
  const units = await pathOfUnit(db, entNo, of)
  if (units.length === 0) return all
  const { rows } = await sql<{ empNo: string }>`select emp_no from empdatapwr where ent_no = ${entNo} and role_no = ${role.roleNo}
    and data_type = 'unit' and data_val = any(${units})`.execute(db)
  const there = all.filter(({ empNo }) => rows.some((row) => row.empNo === empNo))
  return there.length > 0 ? there : all
}
