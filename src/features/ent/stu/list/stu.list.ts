import { type Expression, sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { hasVisibleLabel, rightsIn, type LabelVisibility, labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import { counterOf, countKept } from '#domain/people/keptKinds.ts'
import { fileLink } from '#server/files/links.ts'
import { withNational } from '#domain/students/nationalNo.ts'
import { contractColumns, requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexIn, sexOut } from '#contract/values/sex.ts'
import { archiveFits, isAlone, keyedStudents, unitNameOf } from '#domain/students/students.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { ofUnit, unitPath } from '#domain/units/units.ts'
import { missingStudentFields, type stu, Student } from '../stu.contract.ts'
import { guardiansOfStudent, linkedGuardianOut, type KeptGuardian } from '#domain/students/studentGuardians.ts'
import { splitLabels, listOf, seenLabels } from '#domain/students/stu.labels.contract.ts'

export type StudentListFilter = z.output<(typeof stu.getlist)['input']> & { entNo: string }

/** Describes the reader of students: the key to ID numbers, and where which labels are visible. */
export type StudentVisibility = { secret: Secret; sight: LabelVisibility }

export const studentVisibilityOf = async (
  context: Pick<Context, 'services' | 'me'>,
  entNo: string,
): Promise<StudentVisibility> => ({
  secret: context.services.secret,
  sight: await labelVisibilityOf(context, entNo),
})

type Lacking = (typeof missingStudentFields)[number]
const isOwn = (lack: string): lack is Lacking => (missingStudentFields as readonly string[]).includes(lack)

/** Tests what the kind of a student `s` tells: class, state, sex, certification, labels. These are counted ahead. */
function ofKind(
  { entNo, unitNo, subFlag, stt, sex, authFlag, wts, rollFlag }: StudentListFilter,
  { sight }: StudentVisibility,
): Expression<SqlBool> {
  const conditions = [
    sql`s.ent_no = ${entNo}`,
    stt ? sql`s.stt = ${stt}` : sql`s.stt <> ${Status.deleted}`,
    ...(sex ? [sql`s.sex = ${sexIn(sex)}`] : []),
    ...(authFlag ? [sql`s.auth_flag = ${authFlag}`] : []),
    ...(unitNo ? [sql`s.unit_no in ${ofUnit(entNo, unitNo, subFlag)}`] : []),
    ...(wts ? [hasVisibleLabel(splitLabels(wts), sight)] : []),
    ...(rollFlag === '1' ? [isOnRoll] : []),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Selects the students (`s`) that match a filter, without columns and order. */
export function students(db: Db, asked: StudentListFilter, visibility: StudentVisibility) {
  const { entNo, stuNos, ...filter } = asked
  const { lack, unfStuNo, ntnl, nation, pltc } = filter
  const ofArchive = archiveFits({
    unfStuNoHash: unfStuNo && visibility.secret.hash(unfStuNo),
    ntnl,
    nation,
    pltc,
    lack: lack && !isOwn(lack) ? lack : undefined,
  })
  return db
    .selectFrom('stu as s')
    .where(ofKind(asked, visibility))
    .$if(!!filter.noPtr, (list) => list.where(filter.noPtr === '1' ? isAlone : sql<SqlBool>`not ${isAlone}`))
    .$if(!!lack && isOwn(lack), (list) => list.where(`s.${lack as Lacking}`, 'is', null))
    .$if(!!ofArchive, (list) => list.where(ofArchive as Expression<SqlBool>))
    .$if(!!stuNos, (list) => list.where('s.stuNo', 'in', stuNos as string[]))
    .$if(!!filter.keyWord, (list) => list.where(keyedStudents(entNo, filter.keyWord as string, visibility.secret)))
}

// Tells whether a filter asks for nothing else than a kind.
function isOfKind({ entNo: _, unitNo, subFlag, stt, sex, authFlag, wts, rollFlag, ...others }: StudentListFilter) {
  return Object.values(others).every((asked) => asked === undefined)
}

/** Selects the running counts (`s`) of the kinds of students that match a filter; undefined where it asks for more than a kind. */
export const kindsOfStudents = (db: Db, filter: StudentListFilter, visibility: StudentVisibility) =>
  isOfKind(filter) ? db.selectFrom('stuCnt as s').where(ofKind(filter, visibility)) : undefined

/** Returns the number of students for a filter of only their kind, and of who has no guardian, which need not be counted. */
export function countKnown(db: Db, { noPtr, ...filter }: StudentListFilter, visibility: StudentVisibility) {
  const kinds = kindsOfStudents(db, filter, visibility)
  return (
    kinds &&
    countKept(noPtr, {
      all: async () => (await kinds.select(counterOf(true)(sql`true`).as('count')).executeTakeFirstOrThrow()).count,
      withNobody: () => countAlone(db, filter, visibility),
    })
  )
}

/** Counts the students without a guardian who match the other filters. */
export async function countAlone(db: Db, filter: StudentListFilter, visibility: StudentVisibility): Promise<number> {
  const count = sql<number>`count(*)::int`.as('count')
  const found = isOfKind(filter)
    ? db.selectFrom('stuAlone as s').where(ofKind(filter, visibility)).select(count)
    : students(db, filter, visibility).where(isAlone).select(count)
  return (await found.executeTakeFirstOrThrow()).count
}

const named = [
  dictionaryLabel('SEX', sql`case s.sex when 'F' then 'N' else s.sex end`).as('sexName'),
  dictionaryLabel('STU_STT', sql`s.stt`).as('sttName'),
] as const

/** Lists the columns of StudentChoice. */
export const studentChoiceColumns = [
  ...(['s.stuNo', 's.stuName', 's.sex', 's.unitNo', 's.stdyNo', 's.stt'] as const),
  unitNameOf.as('unitName'),
  ...named,
] as const

// Leaves out what is no column of the table.
const derived = { sexName: true, unitName: true, ptrName: true, ptrCnt: true, sttName: true } as const

/** Lists the columns of Student. */
export const studentColumns = [
  ...contractColumns(Student.omit(derived)).map((name) => `s.${name}` as const),
  unitNameOf.as('unitName'),
  ...named,
  guardiansOfStudent(sql`jsonb_build_object('name', p.ptr_name)`).as('called'),
] as const

/** Lists the columns that StudentEx adds. */
export const studentExColumns = [
  ...(['s.cardPht', 's.facePht'] as const),
  unitPath(sql`s.ent_no`, sql`s.unit_no`).as('path'),
  sql<string | null>`(select g.unit_name from edcunit u join edcunit g on g.ent_no = u.ent_no and g.unit_no = u.prt_no
    where u.ent_no = s.ent_no and u.unit_no = s.unit_no and g.unit_type = ${unitTypes.grade})`.as('gradeName'),
  guardiansOfStudent<KeptGuardian>().as('ptrs'),
  ...(['unfStuNo', 'ntnl'] as const).map((name) =>
    sql<string | null>`(select a.${sql.ref(name)} from stuarch a where a.ent_no = s.ent_no and a.stu_no = s.stu_no)`.as(name),
  ),
] as const

export const studentChoiceOut = <Row extends { sex: string }>(row: Row) => ({ ...row, sex: sexOut(row.sex) })

type Kept = {
  idNo: string | null
  authTel: string | null
  authFlag: string
  sex: string
  wts: string | null
  unitNo: string
  called: { name: string }[]
}

/** Returns a listed student as the answer: sensitive values masked, labels as far as the reader sees them. */
export const studentOut = <Row extends Kept>(
  { called, idNo, authTel, authFlag, wts, sex, ...row }: Row,
  visibility: StudentVisibility,
) => ({
  ...row,
  sex: sexOut(sex),
  authTel: authTel && maskPhone(authTel),
  authFlag: authFlag === '1' ? ('1' as const) : ('0' as const),
  idNo: idNo && hiddenNumber,
  wts: listOf(seenLabels(rightsIn(visibility.sight, row.unitNo), wts)),
  ptrName: called[0]?.name ?? null,
  ptrCnt: called.length,
})

type Joined = Kept & {
  entNo: string
  ptrs: KeptGuardian[]
  unfStuNo: string | null
  cardPht: string | null
  facePht: string | null
}

/** Returns a row with links that expire in place of the numbers of its photos. */
export function withPhotos<Row extends Pick<Joined, 'entNo' | 'cardPht' | 'facePht'>>(row: Row, { secret }: StudentVisibility) {
  const link = (fileNo: string | null) => fileNo && fileLink(secret, row.entNo, fileNo)
  return { ...row, cardPht: link(row.cardPht), facePht: link(row.facePht) }
}

/** Returns a student with what is joined as the answer. */
export const studentExOut = <Row extends Joined>(row: Row, visibility: StudentVisibility) => ({
  ...withPhotos(withNational(studentOut(row, visibility)), visibility),
  ptrs: row.ptrs.map(linkedGuardianOut),
})

/** Reads one live student with all that is joined. Throws notFound where there is none within reach. */
export async function readStudent(db: Db, entNo: string, stuNo: string, visibility: StudentVisibility) {
  const row = await students(db, { entNo }, visibility)
    .where('s.stuNo', '=', stuNo)
    .select(studentColumns)
    .select(studentExColumns)
    .executeTakeFirst()
  return studentExOut(requireRow(row), visibility)
}
