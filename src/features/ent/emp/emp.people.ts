import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Having, having } from '#contract/fieldList.ts'
import type { CellError } from '#contract/importing.ts'
import type { Db } from '#server/database/database.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { type EmployeeFields, employeeFields } from './emp.fields.ts'

// Keeps what an import writes as it is into a column of the employee: an ID number is sealed, the others stand elsewhere.
const isPlain = (name: Having<EmployeeFields, 'import'>) =>
  name !== 'idNo' && name !== 'orgName' && name !== 'roleName' && name !== 'ntnl' && name !== 'pstn'
export const plainImportFields = having(employeeFields, 'import').filter(isPlain)
type Plain = (typeof plainImportFields)[number]

/** Describes the values of a valid row, as they are stored; absent ones stay. */
export type EmployeeValues = { [Name in Plain]?: string } & {
  empName: string
  authTel: string
  idNo?: string
  ntnl?: string
  pstn?: string
  orgs: string[]
  roles: string[]
}

/** Describes an employee whom a row may mean, with the fields that an import writes. */
export type MatchedEmployee = { [Name in Plain]: string | null } & {
  empNo: string
  empName: string
  idNoHash: string | null
  authTel: string
  authFlag: string
  ntnl: string | null
  pstn: string | null
  orgs: string[]
  roles: string[]
}

export type ImportPeople = Awaited<ReturnType<typeof readPeople>>

/** Reads and locks the employees that rows of this workbook may mean, with the function that matches a row. */
export async function readPeople(db: Db, rows: ReadRow[], entNo: string, hash: (idNo: string) => string) {
  const all = (field: string) => rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : []))
  const hashes = new Map([...new Set(all('idNo'))].map((idNo) => [idNo, hash(idNo)]))
  const { rows: people } = await sql<MatchedEmployee>`
    select e.emp_no, e.id_no_hash, e.auth_flag, ${sql.join(plainImportFields.map((name) => sql.ref(`e.${name}`)))}, a.ntnl, a.pstn,
      array(select o.org_no from orgemp o where o.ent_no = e.ent_no and o.emp_no = e.emp_no order by o.mst_flag desc, o.org_no) as orgs,
      array(select h.role_no from emprole h where h.ent_no = e.ent_no and h.emp_no = e.emp_no) as roles
    from emp e left join emparch a using (ent_no, emp_no) where e.ent_no = ${entNo} and e.stt <> ${Status.deleted}
      and (e.id_no_hash = any(${[...hashes.values()]}) or e.work_no = any(${all('workNo')}) or e.auth_tel = any(${all('authTel')}))
    order by e.emp_no for no key update of e`.execute(db)
  const by = (key: 'idNoHash' | 'workNo' | 'authTel') => new Map(people.map((person) => [person[key], person]))
  const [byIdNo, byWorkNo, byPhone] = [by('idNoHash'), by('workNo'), by('authTel')]
  return {
    find({ idNo, workNo, authTel, empName }: EmployeeValues): { target?: MatchedEmployee | undefined; clash: CellError[] } {
      const idNoHash = idNo && hashes.get(idNo)
      // Excludes a match of two ID numbers, which are two people, whatever else is the same.
      const isPossible = (person?: MatchedEmployee) => !idNoHash || !person?.idNoHash || person.idNoHash === idNoHash
      const sameIdNo = idNoHash ? byIdNo.get(idNoHash) : undefined
      const sameWorkNo = workNo ? byWorkNo.get(workNo) : undefined
      const samePhone = byPhone.get(authTel)
      const target =
        sameIdNo ??
        [sameWorkNo, samePhone?.empName === empName ? samePhone : undefined].find((person) => person && isPossible(person))
      const clash: CellError[] = []
      const taken = (fld: string, msg: string) => clash.push(errorOf(fld, msg, { code: '已被别人使用' }))
      if (sameWorkNo && sameWorkNo !== target) taken('workNo', `工号已被${sameWorkNo.empName}使用`)
      if (samePhone && samePhone !== target) taken('authTel', `手机已被${samePhone.empName}使用`)
      else if (target?.authFlag === '1' && authTel && target.authTel !== authTel) taken('authTel', '手机已认证，请用修改电话号码')
      return { target, clash }
    },
    /** Lists the fields of a row that differ from what is stored. */
    differences(person: MatchedEmployee, { orgs, roles, idNo, ...values }: EmployeeValues): string[] {
      const plain = Object.entries(values).filter(([field, value]) => person[field as keyof MatchedEmployee] !== value)
      const moved = orgs[0] !== person.orgs[0] || orgs.some((orgNo) => !person.orgs.includes(orgNo))
      return [
        ...plain.map(([field]) => field),
        ...(idNo && hashes.get(idNo) !== person.idNoHash ? ['idNo'] : []),
        ...(moved ? ['orgName'] : []),
        ...(roles.some((roleNo) => !person.roles.includes(roleNo)) ? ['roleName'] : []),
      ]
    },
  }
}
