import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { birthOf, sexOf } from '#contract/values/idNumber.ts'
import { archiveFields } from '#features/ent/stuarch/stuarch.contract.ts'
import { oddNationalNo } from '#contract/archive.ts'
import type { Context } from '#server/call/context.ts'
import { areasOf, refuseContradictions } from '#server/importing/importFacts.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { rightsIn, labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import { numbersElsewhere, sharedNationalNo, storedNational } from '#domain/students/nationalNo.ts'
import { withoutScope } from '#server/call/scope.ts'
import { sexIn } from '#contract/values/sex.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { type RightsHolder, replaceLabels, listOf } from '#domain/students/stu.labels.contract.ts'
import { addressReader } from './basics.address.ts'
import { refuseUnseenLabels } from '../cells.ts'
import { type Decision, isAtSchool, type ExistingStudent, type ExistingStudents, plainNames } from '../existingStudents.ts'
import { proposeIdNo, refuseUnknown } from '../matchColumns.ts'
import { type StudentColumnChanges, studentWords } from '../write.ts'

/** Describes what a row changes of a student, and of the archive, which may have to be made. */
export type BasicsPlan = {
  student: StudentColumnChanges | undefined
  archive: ({ stuNo: string } & Record<string, unknown>) | undefined
  isNew: boolean
}

/**
 * Finds the student of a row: by ID number, else by student number; a wrong ID number is corrected where the name agrees.
 * Undefined where there is none.
 */
export function subjectOf(row: ReadRow, known: ExistingStudents): ExistingStudent | undefined {
  const { values, errs } = row
  proposeIdNo(row, known)
  if (errs.some(({ fld }) => fld === 'idNo' || fld === 'stdyNo')) return undefined
  const { idNo, stdyNo, stuName } = values as { idNo?: string; stdyNo?: string; stuName?: string }
  if (!idNo && !stdyNo) return void errs.push(errorOf('stdyNo', '学号和证件号至少填一个'))
  const [byIdNo, byStdyNo] = [known.byIdNo(idNo), known.byStdyNo(stdyNo)]
  if (byIdNo && byStdyNo && byIdNo !== byStdyNo)
    return void errs.push(errorOf('stdyNo', `学号已被${byStdyNo.unitName}的${byStdyNo.stuName}使用`, { code: '已被别人使用' }))
  const student = byIdNo ?? byStdyNo
  if (!student) return refuseUnknown(row, known)
  if (idNo && !byIdNo && student.idNoHash && stuName !== student.stuName)
    return void errs.push(
      errorOf('idNo', '证件号与登记的不同；要更正证件号，请同时填写登记的姓名', { code: '证件号与登记的不同' }),
    )
  return student
}

/** Decides what rows change. */
export async function readDecider(rows: readonly ReadRow[], known: ExistingStudents, entNo: string, context: Context) {
  const areas = areasOf([...rows])
  const taken = await readTaken(rows, known, entNo, context)
  const remark = await readNationalRemarks(rows, entNo, context)
  const sight = await labelVisibilityOf(context, entNo)
  const areaOf = addressReader(context)
  const decide = async (row: ReadRow, student: ExistingStudent): Promise<Decision<BasicsPlan>> => {
    refuseContradictions(withKept(row, student, context), areas)
    taken(row, student)
    if (row.values.authTel !== undefined && row.values.authTel !== student.authTel && student.authFlag === '1')
      row.errs.push(errorOf('authTel', '手机已认证，请用“改手机”或导入“学生认证电话”', { code: '手机已认证' }))
    const rights = rightsIn(sight, student.unitNo)
    refuseUnseenLabels(row, rights)
    const changes = studentChanges(row, student, known, rights)
    const archive = archiveChanges(row, student, context)
    const areaCode = await areaOf(row, student, archive)
    remark(row, student)
    if (changes.stuName)
      row.wrns.push(errorOf('stuName', `姓名将由${student.stuName}改为${String(changes.stuName)}`, { code: '姓名将更改' }))
    const chg = [...Object.keys(changes), ...Object.keys(archive)]
    return { chg, plan: planOf(student, changes, { ...archive, ...areaCode }, context) }
  }
  return decide
}

// Adds the stored ID number, with which sex and birth date have to agree, where the row names none.
function withKept(row: ReadRow, { idNo }: ExistingStudent, { services }: Context): ReadRow {
  const { values } = row
  if (values.idNo !== undefined || !idNo || (values.sex === undefined && !values.brth)) return row
  return { ...row, values: { ...values, idNo: services.secret.open(idNo) } }
}

function studentChanges(
  { values }: ReadRow,
  student: ExistingStudent,
  known: ExistingStudents,
  rights: RightsHolder,
): Record<string, unknown> {
  const { idNo, wts } = values as { idNo?: string | null; wts?: string[] | null }
  const said: Record<string, unknown> = { ...values }
  if (idNo) Object.assign(said, { sex: sexIn(sexOf(idNo)), brth: birthOf(idNo) })
  const plain = plainNames.filter((field) => said[field] !== undefined && said[field] !== student[field])
  const changes: Record<string, unknown> = Object.fromEntries(plain.map((field) => [field, said[field]]))
  if (idNo !== undefined && (idNo === null ? student.idNoHash : known.hashOf(idNo) !== student.idNoHash)) changes.idNo = idNo
  const labels = wts === undefined ? undefined : listOf(replaceLabels(rights, student.wts, wts ?? []))
  if (labels !== undefined && labels !== student.wts) changes.wts = labels
  return changes
}

function archiveChanges(
  { values }: ReadRow,
  { archive }: ExistingStudent,
  { services: { secret } }: Context,
): Record<string, unknown> {
  const keptOf = (field: string) => {
    const kept = archive?.[snakeOf(field)] ?? null
    return field === 'unfStuNo' && kept ? secret.open(kept as string) : kept
  }
  const changed = archiveFields.filter((field) => values[field] !== undefined && values[field] !== keptOf(field))
  return Object.fromEntries(changed.map((field) => [field, values[field]]))
}

function planOf(
  student: ExistingStudent,
  { idNo, ...plain }: Record<string, unknown>,
  archive: Record<string, unknown>,
  { services: { secret } }: Context,
): BasicsPlan {
  const id =
    idNo === undefined
      ? {}
      : { idNo: idNo ? secret.seal(idNo as string) : null, idNoHash: idNo ? secret.hash(idNo as string) : null }
  const { stuNo } = student
  const changes = { ...plain, ...id }
  return {
    student: Object.keys(changes).length > 0 ? { stuNo, ...changes, searchText: studentWords(student, changes) } : undefined,
    archive: Object.keys(archive).length > 0 ? { stuNo, ...storedNational(archive, secret) } : undefined,
    isNew: student.archive === null,
  }
}

type Owner = {
  stuNo: string
  idNoHash: string | null
  stdyNo: string | null
  unfStuNoHash: string | null
  who: string
  onRoll: boolean
}

/** Refuses numbers that another student has, or another row gives; those beyond the caller's reach are not named. */
async function readTaken(rows: readonly ReadRow[], known: ExistingStudents, entNo: string, context: Context) {
  const all = (field: string) => rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : []))
  const hashes = all('idNo').flatMap((idNo) => known.hashOf(idNo) ?? [])
  const hash = (value: string) => context.services.secret.hash(value)
  const read = () =>
    sql<Owner>`select s.stu_no, s.id_no_hash, s.stdy_no, a.unf_stu_no_hash, ${unitNameOf} || '的' || s.stu_name as who, ${isOnRoll} as on_roll
      from stu s left join stuarch a using (ent_no, stu_no) where s.ent_no = ${entNo} and s.stt <> ${Status.deleted} and s.stu_no in (
        select stu_no from stu where ent_no = ${entNo} and id_no_hash = any(${hashes})
        union select stu_no from stu where ent_no = ${entNo} and stdy_no = any(${all('stdyNo')}) and stt <> ${Status.deleted}
        union select stu_no from stuarch where ent_no = ${entNo} and unf_stu_no_hash = any(${all('unfStuNo').map(hash)}))`.execute(
      context.db,
    )
  const { rows: seen } = await read()
  const { rows: owners } = await withoutScope(context, read)
  const names = new Map(seen.map(({ stuNo, who }) => [stuNo, who]))
  const given = new Map<string, number>()
  const owned = {
    idNo: Map.groupBy(owners, (one) => one.idNoHash),
    stdyNo: Map.groupBy(owners, (one) => one.stdyNo),
    unfStuNo: Map.groupBy(owners, (one) => one.unfStuNoHash),
  }
  const labels = { idNo: '证件号', stdyNo: '学号', unfStuNo: '全国学籍号' }
  return ({ rowNo, values, errs }: ReadRow, student: ExistingStudent) => {
    for (const field of ['idNo', 'stdyNo', 'unfStuNo'] as const) {
      const value = values[field]
      if (!value) continue
      const key = `${field} ${String(value)}`
      const earlier = given.get(key)
      if (earlier) errs.push(errorOf(field, `${labels[field]}与第 ${earlier} 行相同`, { code: '重复' }))
      else given.set(key, rowNo)
      // Frees the numbers of those who have left, except their student numbers.
      if (field !== 'stdyNo' && !isAtSchool(student)) continue
      const sought = field === 'stdyNo' ? String(value) : hash(String(value))
      const other = owned[field]
        .get(sought)
        ?.find(({ stuNo, onRoll }) => stuNo !== student.stuNo && (field === 'stdyNo' || onRoll))
      const who = other && (names.get(other.stuNo) ?? '本校另一名学生')
      if (who) errs.push(errorOf(field, `${labels[field]}已被${who}使用`, { code: '已被别人使用' }))
    }
  }
}

/** Returns what remarks on the national numbers of rows: that they differ from the ID number, or that another school has them. */
async function readNationalRemarks(rows: readonly ReadRow[], entNo: string, context: Context) {
  const { secret } = context.services
  const hashOf = ({ values }: ReadRow) => (values.unfStuNo ? secret.hash(String(values.unfStuNo)) : '')
  const elsewhere = await numbersElsewhere(context, entNo, rows.map(hashOf).filter(Boolean))
  return (row: ReadRow, student: ExistingStudent) => {
    remarkNational(row, student, context)
    if (isAtSchool(student) && elsewhere.has(hashOf(row)))
      row.wrns.push(errorOf('unfStuNo', sharedNationalNo, { code: '学籍号在别的学校在用' }))
  }
}

function remarkNational({ values, wrns }: ReadRow, { idNo }: ExistingStudent, { services }: Context) {
  if (!values.unfStuNo) return
  const own = values.idNo === undefined ? idNo && services.secret.open(idNo) : (values.idNo as string | null)
  for (const remark of oddNationalNo(String(values.unfStuNo), own))
    wrns.push(errorOf('unfStuNo', remark, { code: '学籍号与证件号不同' }))
}
