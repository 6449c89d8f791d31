import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { withoutScope } from '#server/call/scope.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { splitLabels } from '#domain/students/stu.labels.contract.ts'
import { readHolders, type GuardianFacts } from '../guardians/guardians.ts'
import { isAtSchool, type ExistingStudent, readExistingStudents } from '../existingStudents.ts'
import type { StudentPlace } from '../places.ts'

export type NewcomerContext = Awaited<ReturnType<typeof readNewcomerContext>>

type Values = { stuName?: string; idNo?: string; ntnl?: string; stdyNo?: string; wts?: string[] }

/** Reads what the school knows of the students in a list of new ones: by number, and guardians by phone. */
export async function readNewcomerContext(rows: readonly ReadRow[], entNo: string, context: Context) {
  const { db } = context
  const known = await readExistingStudents(rows, entNo, context)
  const phones = rows.flatMap(({ values }) => [values.ptrTel1, values.ptrTel2].filter(Boolean).map(String))
  const holders = await readHolders([...new Set(phones)], entNo, context)
  const hashes = rows.flatMap(({ values }) => known.hashOf(values.idNo as string | undefined) ?? [])
  const stdyNos = rows.flatMap(({ values }) => (values.stdyNo ? [String(values.stdyNo)] : []))
  const { rows: all } = await withoutScope(context, () =>
    sql<{
      idNoHash: string | null
      stdyNo: string | null
    }>`select case when ${isOnRoll} then id_no_hash end as id_no_hash,
        stdy_no from stu s where ent_no = ${entNo} and stt <> ${Status.deleted}
        and (id_no_hash = any(${hashes}) or stdy_no = any(${stdyNos}))`.execute(db),
  )
  const takenHashes = new Set(all.map(({ idNoHash }) => idNoHash))
  const takenNos = new Set(all.map(({ stdyNo }) => stdyNo))
  const { rows: links } = await sql<{ stuNo: string; authTel: string; ptrName: string; relt: string }>`
    select l.stu_no, p.auth_tel, p.ptr_name, l.relt from stuptr l join ptr p using (ent_no, ptr_no)
    where l.ent_no = ${entNo} and p.stt <> ${Status.deleted} and l.stu_no in (
      select stu_no from stu s where ent_no = ${entNo} and id_no_hash = any(${hashes}) and ${isOnRoll})`.execute(db)
  const linked = new Set(links.map(({ stuNo, authTel, ptrName, relt }) => `${stuNo} ${authTel} ${ptrName} ${relt}`))
  const find = ({ values }: ReadRow) => known.byIdNo(values.idNo as string | undefined)

  return {
    holders,
    /** Returns the student at school with the row's ID number, undefined where there is none. */
    studentOf(row: ReadRow): ExistingStudent | undefined {
      const one = find(row)
      return one && isAtSchool(one) ? one : undefined
    },
    /** Tells whether a former student has it. */
    leftBefore(row: ReadRow): boolean {
      const one = find(row)
      return one !== undefined && !isAtSchool(one)
    },
    /** Tells whether all that a row says of a student is so already. */
    isSame(
      { values, errs }: ReadRow,
      student: ExistingStudent,
      { gradeNo, classNo, isWaiting }: StudentPlace,
      told: readonly GuardianFacts[],
    ): boolean {
      const { stuName, stdyNo, ntnl, wts = [] } = values as Values
      const labels = splitLabels(student.wts)
      return (
        errs.length === 0 &&
        student.stuName === stuName &&
        (isWaiting ? student.gradeNo === gradeNo : student.unitNo === classNo) &&
        (!stdyNo || student.stdyNo === stdyNo) &&
        (!ntnl || student.archive?.ntnl === ntnl) &&
        wts.every((code) => labels.includes(code)) &&
        told.every(({ authTel, ptrName, relt }) => linked.has(`${student.stuNo} ${authTel} ${ptrName} ${relt}`))
      )
    },
    /** Refuses numbers that others have; those whom the caller does not reach are not told. */
    refuseTaken({ values, errs }: ReadRow) {
      const { idNo, stdyNo } = values as Values
      const taken = (fld: string, msg: string) => errs.push(errorOf(fld, msg, { code: '已被别人使用' }))
      if (takenHashes.has(known.hashOf(idNo) ?? '')) taken('idNo', '证件号已被本校另一名学生使用，请联系学校管理员')
      const other = known.byStdyNo(stdyNo)
      if (other) taken('stdyNo', `学号已被${other.unitName}的${other.stuName}使用`)
      else if (stdyNo && takenNos.has(stdyNo)) taken('stdyNo', '学号已被本校另一名学生使用，请联系学校管理员')
    },
  }
}
