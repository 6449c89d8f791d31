import { sql } from 'kysely'
import { valuesOfNames } from '#contract/fieldList.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import type { OnWritten } from '#server/importing/importBatch.ts'
import { insertMany, updateMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { employeeTable } from '#features/ent/emp/emp.table.ts'
import type { Secret } from '#server/database/secret.ts'
import { type ImportPeople, type MatchedEmployee, plainImportFields, type EmployeeValues } from '../emp.people.ts'

const part = 1000

/** Adds the people of an import, part by part. */
export async function addEmployees(people: EmployeeValues[], entNo: string, context: Context, onWritten: OnWritten) {
  if (people.length === 0) return
  const { db, numbers, services } = context
  const empNos = await numbers('EMP_NO', people.length)
  const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  for (let at = 0; at < people.length; at += part) {
    const some = people.slice(at, at + part).map((values, i) => ({ ...values, empNo: empNos[at + i] as string }))
    const rows = some.map(({ empNo, ...values }) => ({
      entNo,
      empNo,
      idntNo,
      ...valuesOfNames(plainImportFields, (name) => values[name] ?? null),
      sex: values.sex ?? 'U',
      ...sealed(values.idNo, services.secret),
      authFlag: '0',
      stt: Status.enabled,
      searchText: searchTextOf(employeeTable, { empNo, workNo: null, ...values }),
    }))
    await insertMany(db, 'emp', rows)
    const places = some.flatMap(({ empNo, orgs }) =>
      orgs.map((orgNo, i) => ({ entNo, orgNo, empNo, mstFlag: i === 0 ? '1' : '0', leadFlag: '0', showOrd: 10 })),
    )
    await insertMany(db, 'orgemp', places)
    await giveRoles(some, entNo, context)
    await fillArchives(some, entNo, context)
    await onWritten(Math.min(at + part, people.length))
  }
}

/** Changes what differs of the people that rows mean, part by part. */
export async function updatePeople(
  { people, rows }: { people: ImportPeople; rows: EmployeeValues[] },
  entNo: string,
  context: Context,
  onWritten: OnWritten,
) {
  const { db, services } = context
  const changes = rows.map((values) => {
    const { target } = people.find(values)
    if (!target) throw new Fault('conflict')
    return { values, target, empNo: target.empNo, chg: people.differences(target, values) }
  })
  for (let at = 0; at < changes.length; at += part) {
    const some = changes.slice(at, at + part)
    const changed = some.map(({ target, values, chg }) => changedRow(target, values, chg, services.secret))
    await updateMany(db, 'emp', entNo, 'empNo', changed)
    await placePeople(
      some.filter(({ chg }) => chg.includes('orgName')),
      entNo,
      context,
    )
    const given = some.filter(({ chg }) => chg.includes('roleName'))
    await giveRoles(
      given.map(({ empNo, values, target }) => ({ empNo, roles: values.roles.filter((no) => !target.roles.includes(no)) })),
      entNo,
      context,
    )
    await fillArchives(
      some.filter(({ chg }) => chg.includes('ntnl') || chg.includes('pstn')).map(({ empNo, values }) => ({ ...values, empNo })),
      entNo,
      context,
    )
    await onWritten(at + some.length)
  }
}

const sealed = (idNo: string | undefined, secret: Secret) =>
  idNo ? { idNo: secret.seal(idNo), idNoHash: secret.hash(idNo) } : { idNo: null, idNoHash: null }

function changedRow(target: MatchedEmployee, values: EmployeeValues, chg: string[], secret: Secret) {
  const changed = plainImportFields.filter((name) => chg.includes(name))
  return {
    empNo: target.empNo,
    ...valuesOfNames(changed, (name) => values[name]),
    ...(chg.includes('idNo') && sealed(values.idNo, secret)),
    searchText: searchTextOf(employeeTable, { ...target, ...values }),
  }
}

const giveRoles = (people: { empNo: string; roles: string[] }[], entNo: string, { db }: Context) =>
  insertMany(
    db,
    'emprole',
    people.flatMap(({ empNo, roles }) => roles.map((roleNo) => ({ entNo, empNo, roleNo, showOrd: 10 }))),
  )

async function fillArchives(people: { empNo: string; ntnl?: string; pstn?: string }[], entNo: string, { db }: Context) {
  const rows = people
    .filter(({ ntnl, pstn }) => ntnl || pstn)
    .map(({ empNo, ntnl = null, pstn = null }) => ({ ent_no: entNo, emp_no: empNo, ntnl, pstn }))
  if (rows.length === 0) return
  await sql`insert into emparch (ent_no, emp_no, ntnl, pstn)
    select ent_no, emp_no, ntnl, pstn from jsonb_populate_recordset(null::emparch, ${JSON.stringify(rows)}::jsonb)
    on conflict (ent_no, emp_no) do update set ntnl = coalesce(excluded.ntnl, emparch.ntnl), pstn = coalesce(excluded.pstn, emparch.pstn)`.execute(
    db,
  )
}

// Makes the first named department the main one; removes the old one unless it is named too, and no other. Removes all old ones
// first: undone in the reverse order, nobody ever has two main departments.
async function placePeople(people: { empNo: string; values: EmployeeValues }[], entNo: string, { db }: Context) {
  if (people.length === 0) return
  const places = people.flatMap(({ empNo, values }) =>
    values.orgs.map((orgNo, at) => ({ emp_no: empNo, org_no: orgNo, mst_flag: at === 0 ? '1' : '0' })),
  )
  const named = sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) n (emp_no text, org_no text, mst_flag text)`
  await sql`with n as materialized (select * from ${named})
    delete from orgemp o where ent_no = ${entNo} and emp_no in (select emp_no from n) and mst_flag = '1'
      and (emp_no, org_no) not in (select emp_no, org_no from n)`.execute(db)
  await sql`update orgemp o set mst_flag = '0' from ${named}
    where o.ent_no = ${entNo} and o.emp_no = n.emp_no and o.org_no = n.org_no and o.mst_flag > n.mst_flag`.execute(db)
  await sql`insert into orgemp (ent_no, org_no, emp_no, mst_flag) select ${entNo}, org_no, emp_no, mst_flag from ${named}
    on conflict (ent_no, org_no, emp_no) do update set mst_flag = excluded.mst_flag where orgemp.mst_flag < excluded.mst_flag`.execute(
    db,
  )
}
