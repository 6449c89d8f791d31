import { studyPeriods, unitTypes } from '#domain/units/units.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { DemoEnterprise, Maker, New } from './enterprise.ts'
import { knownEnterprises } from './enterprises.ts'
import { studentStates } from './students.ts'

type Student = New<'stu'>

const sharedPhones = 10
const wrongDigits = 8
const otherRelative = '97'

// Lists from which school to which one, and in which period, a student is on the roll twice.
const transfers = [
  { from: knownEnterprises.experimentalSchool, to: knownEnterprises.primarySchool, stdyPrd: studyPeriods.primary },
  { from: knownEnterprises.experimentalSchool, to: knownEnterprises.middleSchool, stdyPrd: studyPeriods.lower },
  { from: knownEnterprises.primarySchool, to: knownEnterprises.experimentalSchool, stdyPrd: studyPeriods.primary },
]

/** Describes two schools, the period in which a student is moved, and who already has a defect. */
type Move = { from: DemoEnterprise; to: DemoEnterprise; stdyPrd: string; touched: Set<Student> }

/**
 * Plants what the checks of the product should find and the database allows (docs/spec/demo.md#planted-defects): students with
 * one ID number in two schools, students entered twice without a number, guardians of two schools with one phone, wrong check
 * digits.
 */
export function plantDefects(maker: Maker, schools: DemoEnterprise[]) {
  const touched = new Set<Student>()
  const schoolOf = (no: string) => requireRow(schools.find(({ entNo }) => entNo === no))
  const copied = transfers.flatMap(({ from, to, stdyPrd }) =>
    enrolTwice(maker, { from: schoolOf(from), to: schoolOf(to), stdyPrd, touched }),
  )
  for (const school of schools) enterTwice(maker, school, touched)
  const [from, to] = [schoolOf(knownEnterprises.primarySchool), schoolOf(knownEnterprises.middleSchool)]
  shareGuardians(maker, { from, to, count: sharedPhones - copied.length })
  for (let i = 0; i < wrongDigits; i++) {
    const student = pickStudent(maker, maker.random.pick(schools), touched)
    student.idNo = withWrongDigit(student.idNo ?? '')
  }
}

/** Puts a student of one school also into another, guardians included; answers the guardians. */
function enrolTwice(maker: Maker, { from, to, stdyPrd, touched }: Move) {
  const classes = new Map(from.rows.edcunit.filter((unit) => unit.stdyPrd === stdyPrd).map((unit) => [unit.unitNo, unit]))
  const student = pickStudent(maker, from, touched, ({ unitNo }) => classes.has(unitNo))
  const entrYear = classes.get(student.unitNo)?.entrYear
  const target = requireRow(
    to.rows.edcunit.find((unit) => unit.unitType === unitTypes.class && unit.stdyPrd === stdyPrd && unit.entrYear === entrYear),
  )
  const { entNo } = to
  const stuNo = maker.numbers.next('STU_NO')
  const twin = { ...student, entNo, stuNo, unitNo: target.unitNo, stdyNo: `${entrYear}${stdyPrd}0199` }
  to.rows.stu.push(twin)
  touched.add(twin)
  const links = from.rows.stuptr.filter((link) => link.stuNo === student.stuNo)
  return links.map(({ ptrNo, relt }) => {
    const guardian = requireRow(from.rows.ptr.find((candidate) => candidate.ptrNo === ptrNo))
    return copyGuardian(maker, guardian, to, { stuNo, relt })
  })
}

/** Enters a student a second time in the same class, without an ID number and with a blank that a typist left. */
function enterTwice(maker: Maker, { entNo, rows }: DemoEnterprise, touched: Set<Student>) {
  const student = pickStudent(maker, { rows }, touched)
  const stuNo = maker.numbers.next('STU_NO')
  const blank = entNo === knownEnterprises.primarySchool ? ' ' : ''
  const twin = { ...student, stuNo, stuName: student.stuName + blank, stdyNo: `${student.stdyNo}9`, idNo: null }
  rows.stu.push(twin)
  touched.add(twin)
  const links = rows.stuptr.filter((link) => link.stuNo === student.stuNo)
  rows.stuptr.push(...links.map((link) => ({ ...link, stuNo })))
}

/** Makes guardians of one school relatives of students of another. */
function shareGuardians(maker: Maker, { from, to, count }: { from: DemoEnterprise; to: DemoEnterprise; count: number }) {
  const distance = Math.floor(from.rows.ptr.length / count)
  const chosen = from.rows.ptr.filter((_, i) => i % distance === distance - 1).slice(0, count)
  for (const guardian of chosen) {
    const { stuNo } = maker.random.pick(to.rows.stu)
    copyGuardian(maker, guardian, to, { stuNo, relt: otherRelative })
  }
}

function copyGuardian(
  maker: Maker,
  guardian: New<'ptr'>,
  { entNo, rows }: DemoEnterprise,
  link: { stuNo: string; relt: string },
) {
  const ptrNo = maker.numbers.next('PTR_NO')
  rows.ptr.push({ ...guardian, entNo, ptrNo, idNo: null })
  rows.stuptr.push({ entNo, ptrNo, ...link })
  return ptrNo
}

/** Picks a student who is at school and without a defect, and keeps other defects away from him or her. */
function pickStudent(
  { random }: Maker,
  { rows }: Pick<DemoEnterprise, 'rows'>,
  touched: Set<Student>,
  fits: (student: Student) => boolean = () => true,
): Student {
  const student = random.pick(
    rows.stu.filter((candidate) => candidate.stt === studentStates.learning && !touched.has(candidate) && fits(candidate)),
  )
  touched.add(student)
  return student
}

const withWrongDigit = (idNo: string) => idNo.slice(0, 17) + (idNo.endsWith('5') ? '6' : '5')
