import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import type { Context } from '#server/call/context.ts'
import { changedOf, keepVerified } from '#domain/people/personFacts.ts'
import type { Refusals } from '#server/base/refusals.ts'
import { definedOnly, updateMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { employeeTable } from '#features/ent/emp/emp.table.ts'
import type { Input } from '#server/call/serve.ts'
import { numbersNaming, releaseSwapped, holdersOf, refuseDoubles, type WantedValue, wantedOf } from '#server/access/unique.ts'
import type { emp } from '../emp.contract.ts'

/** Describes what of an employee is stored in its own row. */
type EmployeeChange = Omit<Input<typeof emp.update>, 'entNo' | 'orgNos' | 'orgNo' | 'grpNos'>

type Kept = {
  empNo: string
  empName: string
  workNo: string | null
  authTel: string
  authFlag: string
  idNo: string | null
  ver: number
}

/**
 * Changes employees, each in what its row names, and answers what they were. What is refused is left in `refusals`; where
 * there is anything, nothing was written.
 */
export async function changeEmployees(refusals: Refusals, context: Context, entNo: string, rows: readonly EmployeeChange[]) {
  const { db, services } = context
  const known = await lockEmployees(
    context,
    entNo,
    rows.map(({ empNo }) => empNo),
  )
  const changes = rows.flatMap((row, index) => {
    const { empNo, ver: _, ...facts } = row
    const kept = refusals.current(index, row, known, { key: 'empNo', name: 'empName' })
    if (!kept) return []
    refusals.attempt(index, 'authTel', () => keepVerified(facts.authTel, kept))
    const stored = refusals.attempt(index, 'idNo', () => changedOf(facts, kept.idNo, services.secret)) ?? {}
    const { empName, workNo, authTel } = { ...kept, ...definedOnly(facts) }
    const renamed = facts.empName || facts.workNo !== undefined || facts.authTel
    const words = renamed && { searchText: searchTextOf(employeeTable, { empNo, empName, workNo, authTel }) }
    return [{ empNo, ...definedOnly(stored), ...words }]
  })
  // Hides who has a number from a caller who names nobody.
  const there = rows.map((row) => (known.has(row.empNo) ? row : undefined))
  await refuseTakenNumbers(refusals, context, entNo, { rows: there, known })
  if (refusals.count > 0) return known
  for (const column of employeeTable.swappable ?? [])
    await releaseSwapped(db, { table: 'emp', entNo, key: 'empNo', column }, changes)
  await updateMany(db, 'emp', entNo, 'empNo', changes)
  return known
}

async function lockEmployees({ db }: Context, entNo: string, empNos: readonly string[]): Promise<Map<string, Kept>> {
  const { rows } = await sql<Kept>`select emp_no, emp_name, work_no, auth_tel, auth_flag, id_no, ver from emp
    where ent_no = ${entNo} and emp_no = any(${empNos}) and stt <> ${Status.deleted} order by emp_no for no key update`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.empNo, row]))
}

async function refuseTakenNumbers(
  refusals: Refusals,
  context: Context,
  entNo: string,
  { rows, known }: { rows: readonly (EmployeeChange | undefined)[]; known: ReadonlyMap<string, Kept> },
) {
  const { secret } = context.services
  const whoOf = ({ empNo, empName }: EmployeeChange) => ({ no: empNo, name: empName ?? known.get(empNo)?.empName ?? '' })
  const holders = (column: string, wanted: readonly WantedValue[]) =>
    holdersOf(context, entNo, { table: 'emp', key: 'empNo', column }, wanted)
  const numbers = wantedOf(rows, whoOf, ({ workNo }) => workNo)
  const leavingNumber = numbersNaming(rows, 'empNo', 'workNo')
  refuseDoubles(
    refusals,
    { wanted: numbers, holders: await holders('workNo', numbers), leaving: leavingNumber },
    {
      field: 'workNo',
      taken: ({ value }) => `工号“${value}”已被使用`,
      twice: ({ value }, names) => `工号“${value}”在这一批里有几行相同：${names}`,
    },
  )
  const hashes = wantedOf(rows, whoOf, ({ idNo }) => idNo && secret.hash(toIdNo18(idNo)))
  const leavingIdNo = numbersNaming(rows, 'empNo', 'idNo')
  refuseDoubles(
    refusals,
    { wanted: hashes, holders: await holders('idNoHash', hashes), leaving: leavingIdNo },
    {
      field: 'idNo',
      taken: () => '身份证号已被使用',
      twice: (_, names) => `身份证号在这一批里有几行相同：${names}`,
    },
  )
}
