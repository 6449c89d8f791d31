import { sql } from 'kysely'
import { type Having, having } from '#contract/fieldList.ts'
import { onRoll, StudentState } from '#domain/units/units.contract.ts'
import { maySeeIdNumbers } from '#server/access/idNumberSearch.ts'
import type { Context } from '#server/call/context.ts'
import type { ValidatedRow } from '#server/importing/importBatch.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { type StudentFields, studentFields } from '../stu.fields.ts'
import { idSuggestions } from './idSuggestions.ts'

// Keeps what an import writes as it is into a column of the student: an ID number is sealed, of labels some may be unseen.
const isPlain = (name: Having<StudentFields, 'import'>) => name !== 'idNo' && name !== 'wts'
export const plainNames = having(studentFields, 'import').filter(isPlain)

/** Describes a student whom a row may mean, with all that an import writes; `archive` has the columns of a row of stuarch. */
export type ExistingStudent = { [Name in (typeof plainNames)[number]]: string | null } & {
  stuNo: string
  stuName: string
  sex: string
  idNo: string | null
  idNoHash: string | null
  authFlag: string
  wts: string | null
  unitNo: string
  unitName: string
  gradeNo: string | null
  stt: string
  archive: Record<string, unknown> | null
}

/** Tells whether a student is at school, or away for a while. */
export const isAtSchool = ({ stt }: ExistingStudent) => (onRoll as readonly string[]).includes(stt)

/** Reads and locks the students whom rows may mean, within the caller's reach. */
export async function readExistingStudents(rows: readonly ReadRow[], entNo: string, { db, me, services }: Context) {
  const all = (field: string) => [...new Set(rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : [])))]
  const hashes = new Map(all('idNo').map((idNo) => [idNo, services.secret.hash(idNo)]))
  // Suggests nobody's number to those who do not see numbers.
  const meant = maySeeIdNumbers(me, 'stu') ? idSuggestions(rows, services.secret) : new Map<string, never[]>()
  const sought = [...hashes.values(), ...[...meant.values()].flat().map(({ hash }) => hash)]
  const { rows: known } = await sql<ExistingStudent>`
    select s.stu_no, ${sql.join(plainNames.map((name) => sql.ref(`s.${name}`)))}, s.id_no, s.id_no_hash, s.auth_flag, s.wts, s.unit_no,
      ${unitNameOf} as unit_name, u.prt_no as grade_no, s.stt, to_jsonb(a) as archive
    from stu s join edcunit u using (ent_no, unit_no) left join stuarch a using (ent_no, stu_no)
    where s.ent_no = ${entNo} and s.stt <> ${StudentState.deleted}
      and (s.id_no_hash = any(${sought}) or s.stdy_no = any(${all('stdyNo')}))
    order by s.stu_no for no key update of s`.execute(db)
  // Prefers the student at school among several with one ID number.
  const inRank = known.toSorted((one, other) => Number(isAtSchool(one)) - Number(isAtSchool(other)))
  const byHash = new Map(inRank.map((one) => [one.idNoHash, one]))
  const byStdyNo = new Map(known.map((one) => [one.stdyNo, one]))
  const hashOf = (idNo: string | undefined) => (idNo ? hashes.get(idNo) : undefined)
  return {
    hashOf,
    byIdNo: (idNo: string | undefined) => (idNo ? byHash.get(hashOf(idNo) ?? '') : undefined),
    byStdyNo: (stdyNo: string | undefined) => (stdyNo ? byStdyNo.get(stdyNo) : undefined),
    /**
     * Lists the ID numbers of students, of this one alone if there is one, that are one typing error away from the wrong one of a
     * row.
     */
    meantIn({ texts }: ReadRow, student?: ExistingStudent) {
      const fits = ({ hash }: { hash: string }) => (student ? hash === student.idNoHash : byHash.has(hash))
      return (meant.get(texts.idNo ?? '') ?? []).filter(fits).map(({ val, why }) => ({ val, why }))
    },
  }
}

export type ExistingStudents = Awaited<ReturnType<typeof readExistingStudents>>

/** Describes what is to be written of a row, besides its outcome. */
export type Planned<Plan> = ValidatedRow & { plan?: Plan }

/** Describes the outcome of a valid row: undefined where nothing changes (`chg`) and nothing is made. */
export type Decision<Plan> = { chg: string[]; plan: Plan; isNew?: boolean } | undefined

const gone: Record<string, string> = { [StudentState.graduated]: '已毕业', [StudentState.transferred]: '已转出' }

/** Refuses what is not done to somebody who has left. */
export function refuseGone({ errs, values }: ReadRow, { stuName, stt }: ExistingStudent, verb: string) {
  const field = values.idNo ? 'idNo' : 'stdyNo'
  if (gone[stt]) errs.push(errorOf(field, `${stuName}${gone[stt]}，不能${verb}`, { code: `已离校，不能${verb}` }))
}

/**
 * Judges rows that are each about one student who is there: `decide` tells what changes, or leaves errors on the row. What
 * two rows may not both be about is their `aspect`.
 */
export function validateExisting<Plan>(
  rows: readonly ReadRow[],
  find: (row: ReadRow) => ExistingStudent | undefined,
  decide: (row: ReadRow, student: ExistingStudent) => Decision<Plan>,
  aspect: (row: ReadRow) => string = () => '',
): Planned<Plan>[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const student = find(row)
    if (student) refuseAgain(row, `${student.stuNo} ${aspect(row)}`, seen)
    const decision = student && decide(row, student)
    if (!student || !decision || row.errs.length > 0) return { row, act: 'skip', chg: [] }
    const { chg, plan, isNew } = decision
    return { row, act: isNew ? 'add' : chg.length > 0 ? 'upd' : 'same', chg, target: student.stuNo, plan }
  })
}

function refuseAgain({ rowNo, values, errs }: ReadRow, key: string, seen: Map<string, number>) {
  const earlier = seen.get(key)
  if (earlier === undefined) seen.set(key, rowNo)
  else errs.push(errorOf(values.idNo ? 'idNo' : 'stdyNo', `与第 ${earlier} 行是同一名学生`, { code: '同一名学生' }))
}

/** Returns the plans of the rows to write. */
export const plansOf = <Plan>(validated: readonly Planned<Plan>[]): Plan[] =>
  validated.flatMap(({ plan }) => (plan === undefined ? [] : [plan]))
