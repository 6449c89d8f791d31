import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { lockDepartments, lockPeople } from '#domain/staff/staff.ts'

type Filter = {
  entNo: string
  orgNo: string
  mstFlag?: string | undefined
  stt?: string | undefined
  keyWord?: string | undefined
}

/** Reads the members of one department. */
export async function members(db: Db, { entNo, orgNo, mstFlag, stt, keyWord }: Filter) {
  await liveDepartment(db, entNo, orgNo)
  return db
    .selectFrom('orgemp as o')
    .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'o.entNo').onRef('e.empNo', '=', 'o.empNo'))
    .select(['o.orgNo', 'o.empNo', 'e.empName', 'e.sex', 'e.workNo', 'o.mstFlag', 'o.leadFlag', 'e.authTel', 'e.stt'])
    .where('o.entNo', '=', entNo)
    .where('o.orgNo', '=', orgNo)
    .where('e.stt', stt ? '=' : '<>', stt ?? Status.deleted)
    .$if(!!mstFlag, (list) => list.where('o.mstFlag', '=', mstFlag as string))
    .$if(!!keyWord, (list) => list.where(matches('e', keyWord as string)))
}

export const memberOrder = ['o.showOrd', 'o.empNo']

async function liveDepartment(db: Db, entNo: string, orgNo: string) {
  requireRow(
    await db
      .selectFrom('org')
      .select('orgNo')
      .where('entNo', '=', entNo)
      .where('orgNo', '=', orgNo)
      .where('stt', '<>', Status.deleted)
      .executeTakeFirst(),
  )
}

const lastPlace = (entNo: string, orgNo: string) =>
  sql<number>`(select coalesce(max(show_ord), 0) from orgemp where ent_no = ${entNo} and org_no = ${orgNo})`

// Clears the main department of these people, whichever it was.
const dropMain = (db: Db, entNo: string, empNos: readonly string[], except: string) =>
  sql`update orgemp set mst_flag = '0' where ent_no = ${entNo} and emp_no = any(${empNos}) and mst_flag = '1' and org_no <> ${except}`.execute(
    db,
  )

type NewMember = { empNo: string; mstFlag: '0' | '1'; leadFlag: '0' | '1' }

/** Adds people at the end of a department; who is in it already gets the flags that are raised. Who has no main department gets this one. */
export async function addMembers(db: Db, entNo: string, orgNo: string, people: readonly NewMember[]) {
  const empNos = people.map(({ empNo }) => empNo)
  await lockDepartments(db, entNo, [orgNo])
  await lockPeople(db, entNo, empNos)
  const main = people.filter(({ mstFlag }) => mstFlag === '1').map(({ empNo }) => empNo)
  if (main.length > 0) await dropMain(db, entNo, main, orgNo)
  await sql`insert into orgemp (ent_no, org_no, emp_no, mst_flag, lead_flag, show_ord)
    select ${entNo}, ${orgNo}, w.no,
      case when exists (select from orgemp m where m.ent_no = ${entNo} and m.emp_no = w.no and m.mst_flag = '1' and m.org_no <> ${orgNo})
        then w.mst else '1' end,
      w.lead, ${lastPlace(entNo, orgNo)} + 10 * w.place
    from unnest(${empNos}::text[], ${people.map(({ mstFlag }) => mstFlag)}::text[], ${people.map(({ leadFlag }) => leadFlag)}::text[])
      with ordinality w (no, mst, lead, place)
    on conflict (ent_no, org_no, emp_no) do update
      set mst_flag = greatest(orgemp.mst_flag, excluded.mst_flag), lead_flag = greatest(orgemp.lead_flag, excluded.lead_flag)`.execute(
    db,
  )
  return null
}

/** Makes a department the main one of people; the old main one is left unless it is kept. */
export async function moveMembers(
  db: Db,
  entNo: string,
  { orgNo, empNos, keeps }: { orgNo: string; empNos: readonly string[]; keeps: boolean },
) {
  await lockDepartments(db, entNo, [orgNo])
  await lockPeople(db, entNo, empNos)
  if (keeps) await dropMain(db, entNo, empNos, orgNo)
  else
    await sql`delete from orgemp where ent_no = ${entNo} and emp_no = any(${empNos}) and mst_flag = '1' and org_no <> ${orgNo}`.execute(
      db,
    )
  return addMembers(
    db,
    entNo,
    orgNo,
    empNos.map((empNo) => ({ empNo, mstFlag: '1', leadFlag: '0' })),
  )
}

type SetMemberInput = {
  orgNo: string
  empNo: string
  flags: { mstFlag?: '0' | '1' | undefined; leadFlag?: '0' | '1' | undefined }
}

/**
 * Sets the flags of one member; exactly one department stays the main one. Throws notFound for a member who is gone, invalid
 * where no main one would be left.
 */
export async function setMember(db: Db, entNo: string, { orgNo, empNo, flags: { mstFlag, leadFlag } }: SetMemberInput) {
  await lockPeople(db, entNo, [empNo])
  const { rows } = await sql<{ mstFlag: string }>`select mst_flag from orgemp
    where ent_no = ${entNo} and org_no = ${orgNo} and emp_no = ${empNo}`.execute(db)
  const kept = requireRow(rows[0])
  if (mstFlag === '0' && kept.mstFlag === '1') {
    const message = '每名员工须有一个主部门，请到另一个部门把它设为主部门'
    throw invalidField('mstFlag', message)
  }
  if (mstFlag === '1') await dropMain(db, entNo, [empNo], orgNo)
  await sql`update orgemp set mst_flag = coalesce(${mstFlag ?? null}, mst_flag), lead_flag = coalesce(${leadFlag ?? null}, lead_flag)
    where ent_no = ${entNo} and org_no = ${orgNo} and emp_no = ${empNo}`.execute(db)
  return null
}

/**
 * Removes people from a department; the first of their others replaces a main one. Throws notFound for people who are not in it,
 * inUse where it is the only one.
 */
export async function leaveDepartment(db: Db, entNo: string, orgNo: string, empNos: readonly string[]) {
  await lockPeople(db, entNo, empNos)
  const { rows: alone } = await sql<{ empName: string }>`
    select e.emp_name from emp e where e.ent_no = ${entNo} and e.emp_no = any(${empNos})
      and not exists (select from orgemp o where o.ent_no = ${entNo} and o.emp_no = e.emp_no and o.org_no <> ${orgNo}) limit 4`.execute(
    db,
  )
  if (alone.length > 0) {
    const names = alone.slice(0, 3).map(({ empName }) => empName)
    throw new Fault('inUse', `${names.join('、')}${alone.length > 3 ? '等' : ''}只属于这个部门，请改用调整部门`)
  }
  const { rows: gone } = await sql<{ empNo: string; mstFlag: string }>`delete from orgemp
    where ent_no = ${entNo} and org_no = ${orgNo} and emp_no = any(${empNos}) returning emp_no, mst_flag`.execute(db)
  if (gone.length < empNos.length) throw new Fault('notFound', '所选员工有的已不在部门内，请刷新后再选')
  const headless = gone.filter(({ mstFlag }) => mstFlag === '1').map(({ empNo }) => empNo)
  await sql`update orgemp o set mst_flag = '1' from (
      select distinct on (emp_no) emp_no, org_no from orgemp where ent_no = ${entNo} and emp_no = any(${headless}) order by emp_no, org_no
    ) w where o.ent_no = ${entNo} and o.emp_no = w.emp_no and o.org_no = w.org_no`.execute(db)
  return null
}

/** Makes just these people the leaders of a department; who is not in it yet joins. */
export async function setLeaders(db: Db, entNo: string, orgNo: string, empNos: readonly string[]) {
  await sql`update orgemp set lead_flag = '0'
    where ent_no = ${entNo} and org_no = ${orgNo} and lead_flag = '1' and emp_no <> all(${empNos})`.execute(db)
  if (empNos.length > 0)
    await addMembers(
      db,
      entNo,
      orgNo,
      empNos.map((empNo) => ({ empNo, mstFlag: '0', leadFlag: '1' })),
    )
}
