import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import type { Judged } from '#server/importing.ts'
import type { ReadRow } from '#server/importTable.ts'
import { insertMany } from '#server/rows.ts'
import { searchText } from '#server/search.ts'

/** The values of a good row, as they are stored; what is absent stays as it is. */
export type Values = {
  empName: string
  sex?: string
  idNo?: string
  brth?: string
  authTel: string
  workNo?: string
  orgs: string[]
  rem?: string
}

type Person = {
  empNo: string
  empName: string
  sex: string
  idNoHash: string | null
  brth: string | null
  authTel: string
  authFlag: string
  workNo: string | null
  rem: string | null
  orgs: string[]
}

type People = Awaited<ReturnType<typeof readPeople>>

/** The employees that rows of this workbook may mean, locked, and how a row is matched with them. */
export async function readPeople(db: Db, rows: ReadRow[], entNo: string, hash: (idNo: string) => string) {
  const all = (field: string) => rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : []))
  const { rows: people } = await sql<Person>`
    select e.emp_no, e.emp_name, e.sex, e.id_no_hash, e.brth, e.auth_tel, e.auth_flag, e.work_no, e.rem,
      array(select o.org_no from orgemp o where o.ent_no = e.ent_no and o.emp_no = e.emp_no order by o.mst_flag desc, o.org_no) as orgs
    from emp e where e.ent_no = ${entNo} and e.stt <> ${Status.deleted}
      and (e.id_no_hash = any(${all('idNo').map(hash)}) or e.work_no = any(${all('workNo')}) or e.auth_tel = any(${all('authTel')}))
    order by e.emp_no for no key update of e`.execute(db)
  const by = (key: 'idNoHash' | 'workNo' | 'authTel') => new Map(people.map((person) => [person[key], person]))
  const [byIdNo, byWorkNo, byPhone] = [by('idNoHash'), by('workNo'), by('authTel')]
  return {
    find({ idNo, workNo, authTel, empName }: Values): { target?: Person | undefined; clash: Judged['errs'] } {
      const idNoHash = idNo && hash(idNo)
      // Two ID numbers are two people, whatever else is the same.
      const isPossible = (person?: Person) => !idNoHash || !person?.idNoHash || person.idNoHash === idNoHash
      const sameIdNo = idNoHash ? byIdNo.get(idNoHash) : undefined
      const sameWorkNo = workNo ? byWorkNo.get(workNo) : undefined
      const samePhone = byPhone.get(authTel)
      const target =
        sameIdNo ??
        [sameWorkNo, samePhone?.empName === empName ? samePhone : undefined].find((person) => person && isPossible(person))
      const clash: Judged['errs'] = []
      if (sameWorkNo && sameWorkNo !== target) clash.push({ fld: 'workNo', msg: `工号已被${sameWorkNo.empName}使用` })
      if (samePhone && samePhone !== target) clash.push({ fld: 'authTel', msg: `手机已被${samePhone.empName}使用` })
      else if (target?.authFlag === '1' && authTel && target.authTel !== authTel)
        clash.push({ fld: 'authTel', msg: '手机已认证，请用修改电话号码' })
      return { target, clash }
    },
    differences(person: Person, { orgs, idNo, ...values }: Values): string[] {
      const plain = Object.entries(values).filter(([field, value]) => person[field as keyof Person] !== value)
      const moved = orgs[0] !== person.orgs[0] || orgs.some((orgNo) => !person.orgs.includes(orgNo))
      return [
        ...plain.map(([field]) => field),
        ...(idNo && hash(idNo) !== person.idNoHash ? ['idNo'] : []),
        ...(moved ? ['orgName'] : []),
      ]
    },
  }
}

export async function addPeople(people: Values[], entNo: string, { db, numbers, services }: Context) {
  if (people.length === 0) return
  const empNos = await numbers('EMP_NO', people.length)
  const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  const rows = people.map(({ orgs: _, idNo, ...values }, i) => {
    const empNo = empNos[i] as string
    const sealed = idNo
      ? { idNo: services.secret.seal(idNo), idNoHash: services.secret.hash(idNo) }
      : { idNo: null, idNoHash: null }
    const words = searchText(values.empName, [empNo, values.workNo], values.authTel)
    return {
      entNo,
      empNo,
      idntNo,
      workNo: null,
      brth: null,
      rem: null,
      ...values,
      ...sealed,
      authFlag: '0',
      stt: '1',
      searchText: words,
    }
  })
  await insertMany(db, 'emp', rows)
  const places = people.flatMap(({ orgs }, i) =>
    [...new Set(orgs)].map((orgNo, at) => ({
      entNo,
      orgNo,
      empNo: empNos[i] as string,
      mstFlag: at === 0 ? '1' : '0',
      leadFlag: '0',
      showOrd: 10,
    })),
  )
  await insertMany(db, 'orgemp', places)
}

/** Changes what differs of the employee that a row means, in one statement, and the departments. */
export async function updatePerson(people: People, values: Values, entNo: string, { db, services }: Context) {
  const { target } = people.find(values)
  if (!target) throw new Fault('conflict')
  const { empNo } = target
  const chg = people.differences(target, values)
  const { orgs, idNo, ...plain } = values
  const changed = Object.fromEntries(Object.entries(plain).filter(([field]) => chg.includes(field)))
  const sealed = idNo && chg.includes('idNo') ? { idNo: services.secret.seal(idNo), idNoHash: services.secret.hash(idNo) } : {}
  const { empName, workNo, authTel } = { ...target, ...plain }
  const { numUpdatedRows } = await db
    .updateTable('emp')
    .set({ ...changed, ...sealed, searchText: searchText(empName, [empNo, workNo], authTel) })
    .where('entNo', '=', entNo)
    .where('empNo', '=', empNo)
    .where('stt', '<>', Status.deleted)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Fault('conflict')
  if (chg.includes('orgName')) await placePerson(db, entNo, empNo, orgs)
}

// The first department named becomes the main one in place of the old; others are joined, none is left.
async function placePerson(db: Db, entNo: string, empNo: string, orgs: string[]) {
  await sql`delete from orgemp where ent_no = ${entNo} and emp_no = ${empNo} and mst_flag = '1' and org_no <> ${orgs[0]}`.execute(
    db,
  )
  for (const [at, orgNo] of orgs.entries()) {
    const mstFlag = at === 0 ? '1' : '0'
    await sql`insert into orgemp (ent_no, org_no, emp_no, mst_flag) values (${entNo}, ${orgNo}, ${empNo}, ${mstFlag})
      on conflict (ent_no, org_no, emp_no) do update set mst_flag = greatest(orgemp.mst_flag, excluded.mst_flag)`.execute(db)
  }
}
