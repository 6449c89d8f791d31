import { sql } from 'kysely'
import type * as z from 'zod'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { edcarch } from '#features/ent/edcarch/edcarch.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { scharch } from '#features/ent/scharch/scharch.contract.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { FirstStep } from './home.contract.ts'
import { mayCall, readOwn } from './home.read.ts'

type Code = z.output<typeof FirstStep>['code']

// Compares with a new enterprise, which has one department with one employee, who leads it, may sign in and is its administrator.
const live = sql`stt <> ${Status.deleted}`
const several = (rows: ReturnType<typeof sql>) => sql`exists (${rows} offset 1)`

/** Lists what a new enterprise still has to do, of what the caller may do; empty where all of it is done. */
export async function stepsOf(context: Context): Promise<z.output<typeof FirstStep>[]> {
  const isSchool = context.me.idntNo.startsWith('030')
  const wanted: [Code, boolean][] = [
    ['facts', mayCall(context, ent.update)],
    ['scharch', isSchool && mayCall(context, scharch.set)],
    ['edcarch', !isSchool && mayCall(context, edcarch.set)],
    ['units', isSchool && mayCall(context, edcunit.creategradeandclass)],
    ['org', mayCall(context, org.create)],
    ['emp', mayCall(context, emp.create)],
    ['stu', isSchool && mayCall(context, stu.create)],
    ['leader', mayCall(context, org.updateandleademp)],
    ['auth', mayCall(context, emp.auth)],
    ['role', mayCall(context, emprole.createroleemp)],
  ]
  const codes = wanted.filter(([, isOpen]) => isOpen).map(([code]) => code)
  if (codes.length === 0) return []
  const done = await readDone(context)
  const steps = codes.map((code) => ({ code, isDone: done[code] }))
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

const readDone = (context: Context) =>
  readOwn(context, async (db, entNo) => {
    const here = sql`ent_no = ${entNo}`
    const { rows } = await sql<Record<Code, boolean>>`select
      (select link_man is not null and link_tel is not null from ent where ${here}) as facts,
      exists (select from scharch where ${here} and prvn is not null and adr is not null) as scharch,
      exists (select from edcarch where ${here} and prvn is not null and adr is not null) as edcarch,
      exists (select from edcunit where ${here} and ${live} and unit_type = '5') as units,
      exists (select from stu where ${here} and ${live}) as stu,
      ${several(sql`select from org where ${here} and ${live}`)} as org,
      ${several(sql`select from emp where ${here} and ${live}`)} as emp,
      ${several(sql`select from (select distinct org_no from orgemp where ${here} and lead_flag = '1') l`)} as leader,
      ${several(sql`select from identity where ${here}`)} as auth,
      ${several(sql`select from (select distinct emp_no from emprole where ${here}) r`)} as role`.execute(db)
    return rows[0] as Record<Code, boolean>
  })
