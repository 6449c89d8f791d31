import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { storedOf } from '#domain/people/personFacts.ts'
import { answerMany, Refusals } from '#server/base/refusals.ts'
import { insertRow } from '#server/database/tableRows.ts'
import { employeeTable } from './emp.table.ts'
import type { Input } from '#server/call/serve.ts'
import { setDepartments } from '#domain/staff/staff.ts'
import type { emp } from './emp.contract.ts'
import { changeEmployees } from './sheet/emp.bulkUpdate.ts'
import { employeeOut, employees, employeeColumns, readEmployee } from './emp.list.ts'

/** Puts the main department first. */
function placesOf(orgNos: readonly string[], orgNo: string | undefined): string[] {
  if (orgNo === undefined) return [...orgNos]
  if (!orgNos.includes(orgNo)) throw invalidField('orgNo', '主部门须在所选的部门之中')
  return [orgNo, ...orgNos.filter((one) => one !== orgNo)]
}

async function departmentsOf(db: Db, entNo: string, empNo: string): Promise<string[]> {
  const rows = await db.selectFrom('orgemp').select('orgNo').where('entNo', '=', entNo).where('empNo', '=', empNo).execute()
  return rows.map(({ orgNo }) => orgNo)
}

/** Makes these the groups of an employee. */
async function setGroups(db: Db, entNo: string, empNo: string, grpNos: readonly string[]) {
  const { rows } = await sql`select 1 from empgrp where ent_no = ${entNo} and grp_no = any(${grpNos}) and stt <> ${Status.deleted}
    for no key update`.execute(db)
  if (rows.length < grpNos.length) throw invalidField('grpNos', '所选员工组有的已不存在，请刷新后再选')
  await sql`delete from empgrpmbr where ent_no = ${entNo} and emp_no = ${empNo} and grp_no <> all(${grpNos})`.execute(db)
  await sql`insert into empgrpmbr (ent_no, grp_no, emp_no) select ${entNo}, no, ${empNo} from unnest(${grpNos}::text[]) no
    on conflict do nothing`.execute(db)
}

export async function createEmployee({ entNo, orgNos, orgNo, grpNos, ...facts }: Input<typeof emp.create>, context: Context) {
  const { db, number, services } = context
  if (!facts.sex && !facts.idNo) throw invalidField('sex', '性别不能为空；有身份证号时由它得出')
  const empNo = await number('EMP_NO')
  const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  const { empName, authTel } = facts
  // Falls back to U: the sex is given, or follows from the ID number.
  const row = { sex: 'U', ...storedOf(facts, services.secret), empName, authTel, entNo, empNo, idntNo }
  await insertRow(db, employeeTable, row, [])
  await setDepartments(db, entNo, empNo, placesOf(orgNos, orgNo))
  if (grpNos?.length) await setGroups(db, entNo, empNo, grpNos)
  return readEmployee(db, services.secret, entNo, empNo)
}

export async function updateEmployee(input: Input<typeof emp.update>, context: Context) {
  const { entNo, empNo, orgNos, orgNo, grpNos, ...changes } = input
  const { db, services } = context
  const { secret } = services
  const refusals = new Refusals()
  await changeEmployees(refusals, context, entNo, [{ empNo, ...changes }])
  const refused = refusals.first
  // Adds the present departments and groups to a conflict, for whoever merges.
  if (refused?.code === 'conflict') throw new Fault('conflict', undefined, await readEmployee(db, secret, entNo, empNo))
  if (refused) throw refused
  if (orgNos) await setDepartments(db, entNo, empNo, placesOf(orgNos, orgNo))
  else if (orgNo)
    await setDepartments(db, entNo, empNo, [orgNo, ...(await departmentsOf(db, entNo, empNo)).filter((one) => one !== orgNo)])
  if (grpNos) await setGroups(db, entNo, empNo, grpNos)
  return readEmployee(db, secret, entNo, empNo)
}

/** Changes many employees, each in what its row names: all of them, or none. */
export async function updateEmployees({ entNo, datas }: Input<typeof emp.updatemany>, context: Context) {
  const { db, refusals, services } = context
  const read = async (empNos: string[]) => {
    const list = await employees(db, services.secret, { entNo, empNos }).select(employeeColumns).execute()
    return list.map((row) => employeeOut(row))
  }
  const kept = await changeEmployees(refusals, context, entNo, datas)
  return answerMany(refusals, datas, 'empNo', { kept, read })
}

/**
 * Enables or disables people; skips those that are so already. Throws invalid for the caller, notFound for people who are gone.
 */
export async function setEmployeeState(datas: readonly string[], stt: string, entNo: string, { db, me }: Context) {
  if (stt === Status.disabled && me.entNo === entNo && datas.includes(me.idntVal)) throw new Fault('invalid', '不能停用自己')
  const { rows } = await sql`select 1 from emp where ent_no = ${entNo} and emp_no = any(${datas}) and stt <> ${Status.deleted}
    order by emp_no for no key update`.execute(db)
  if (rows.length < datas.length) throw new Fault('notFound', '所选员工有的已不存在，请刷新后再选')
  await sql`update emp set stt = ${stt} where ent_no = ${entNo} and emp_no = any(${datas}) and stt <> ${stt}`.execute(db)
  return null
}
