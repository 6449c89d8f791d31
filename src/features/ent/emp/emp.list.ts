import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { contractColumns, requireRow } from '#server/database/rows.ts'
import { fileLink } from '#server/files/links.ts'
import { hasOtherPhone } from '#domain/people/personAccount.ts'
import { matchesKeyWord } from '#domain/people/personFacts.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexIn, sexOut } from '#contract/values/sex.ts'
import { mainDepartment, withinDepartment } from '#domain/staff/staff.ts'
import { type emp, Employee } from './emp.contract.ts'

export type EmployeeFilter = z.output<(typeof emp.getlist)['input']> & { entNo: string }

/** Selects the employees that match a filter, without columns and order. */
export const employees = (
  db: Db,
  secret: Secret,
  { entNo, orgNo, subFlag, stt, grpNo, roleNo, sex, authFlag, keyWord, empNos }: EmployeeFilter,
) =>
  db
    .selectFrom('emp as e')
    .where('e.entNo', '=', entNo)
    .where('e.stt', stt ? '=' : '<>', stt ?? Status.deleted)
    .$if(!!sex, (list) => list.where('e.sex', '=', sexIn(sex as string) as string))
    .$if(!!authFlag, (list) => list.where('e.authFlag', '=', authFlag as string))
    .$if(!!orgNo, (list) =>
      list.where(isIn('orgemp', 'org_no', subFlag === '0' ? sql`(${orgNo})` : withinDepartment(entNo, orgNo as string))),
    )
    .$if(!!grpNo, (list) => list.where(isIn('empgrpmbr', 'grp_no', sql`(${grpNo})`)))
    .$if(!!roleNo, (list) => list.where(isIn('emprole', 'role_no', sql`(${roleNo})`)))
    .$if(!!empNos, (list) => list.where('e.empNo', 'in', empNos as string[]))
    .$if(!!keyWord, (list) => list.where(matchesKeyWord('e', keyWord as string, secret)))

export const employeeOrder = ['e.empNo']

const isIn = (table: 'orgemp' | 'empgrpmbr' | 'emprole', column: string, values: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from ${sql.table(table)} m where m.ent_no = e.ent_no and m.emp_no = e.emp_no and m.${sql.ref(column)} in ${values})`

/** Lists the columns of Employee. */
export const employeeColumns = [
  ...contractColumns(Employee.omit({ orgNo: true, orgName: true })).map((name) => `e.${name}` as const),
  mainDepartment('orgNo'),
  mainDepartment('orgName'),
] as const

type Named = { no: string; name: string }
const departmentNames = <A extends string>(query: ReturnType<typeof sql>, alias: A) =>
  sql<
    Named[]
  >`(select coalesce(json_agg(json_build_object('no', x.no, 'name', x.name) order by x.place), '[]') from (${query}) x)`.as(alias)

/** Lists the columns that EmployeeEx adds. */
export const employeeExColumns = [
  ...(['e.cardPht', 'e.facePht'] as const),
  departmentNames(
    sql`select d.org_no as no, d.org_name as name, row_number() over (order by o.mst_flag desc, d.show_ord, d.org_no) as place
      from orgemp o join org d using (ent_no, org_no) where o.ent_no = e.ent_no and o.emp_no = e.emp_no`,
    'orgs',
  ),
  departmentNames(
    sql`select g.grp_no as no, g.grp_name as name, g.show_ord as place from empgrpmbr m join empgrp g using (ent_no, grp_no)
      where m.ent_no = e.ent_no and m.emp_no = e.emp_no and g.stt <> '0'`,
    'grps',
  ),
  departmentNames(
    sql`select h.role_no as no, coalesce(r.role_name, p.role_name) as name, h.show_ord as place
      from emprole h left join role r using (ent_no, role_no) left join pbcrole p on p.role_no = h.role_no
      where h.ent_no = e.ent_no and h.emp_no = e.emp_no`,
    'roles',
  ),
  dictionaryLabel('SEX', sql`case e.sex when 'F' then 'N' else e.sex end`).as('sexName'),
  dictionaryLabel('STT', sql`e.stt`).as('sttName'),
  hasOtherPhone('e', 'empNo').as('hasOtherPhone'),
] as const

type Kept = { idNo: string | null; authTel: string; authFlag: string; sex: string }

/** Returns a listed employee as the answer: sensitive values masked. */
export const employeeOut = <Row extends Kept>({ idNo: sealed, authTel, authFlag, sex, ...row }: Row) => ({
  ...row,
  sex: sexOut(sex),
  authTel: maskPhone(authTel),
  authFlag: authFlag === '1' ? ('1' as const) : ('0' as const),
  idNo: sealed && hiddenNumber,
})

type Joined = Kept & {
  hasOtherPhone: boolean
  entNo: string
  orgs: Named[]
  grps: Named[]
  cardPht: string | null
  facePht: string | null
}

/** Returns an employee with what is joined to it as the answer. */
export function employeeExOut<Row extends Joined>({ hasOtherPhone: other, ...row }: Row, secret: Secret) {
  const link = (fileNo: string | null) => fileNo && fileLink(secret, row.entNo, fileNo)
  return {
    ...employeeOut(row),
    orgNos: row.orgs.map(({ no }) => no),
    grpNos: row.grps.map(({ no }) => no),
    lgnTelFlag: other ? ('1' as const) : ('0' as const),
    cardPht: link(row.cardPht),
    facePht: link(row.facePht),
  }
}

/** Reads one live employee with all that is joined to it. Throws notFound where there is none. */
export async function readEmployee(db: Db, secret: Secret, entNo: string, empNo: string) {
  const row = await employees(db, secret, { entNo })
    .where('e.empNo', '=', empNo)
    .select(employeeColumns)
    .select(employeeExColumns)
    .executeTakeFirst()
  return employeeExOut(requireRow(row), secret)
}
