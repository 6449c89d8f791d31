import { sql } from 'kysely'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import type { stu } from '../stu.contract.ts'
import { studentChoiceOut, studentVisibilityOf, studentChoiceColumns, students } from '../list/stu.list.ts'

const most = 5

/**
 * Finds students who may be the one that is being entered: the same ID number, or the same name and birth date
 * (docs/spec/students.md#duplicates).
 */
export async function findSimilar({ entNo, stuName, brth, idNo }: Input<typeof stu.similar>, context: Context) {
  if (!brth && !idNo) return []
  const hash = idNo ? context.services.secret.hash(toIdNo18(idNo)) : null
  const sameIdNo = sql<boolean>`coalesce(s.id_no_hash = ${hash}, false)`
  const found = await students(context.db, { entNo }, await studentVisibilityOf(context, entNo))
    .where(sql<boolean>`(s.id_no_hash = ${hash} or (s.stu_name = ${stuName} and s.brth = ${brth ?? null}::date))`)
    .select([...studentChoiceColumns, 's.brth', sameIdNo.as('same')])
    .orderBy(sameIdNo, 'desc')
    .orderBy('s.stuNo')
    .limit(most)
    .execute()
  return found.map(({ same, ...row }) => ({ ...studentChoiceOut(row), sameIdNo: same ? ('1' as const) : ('0' as const) }))
}
