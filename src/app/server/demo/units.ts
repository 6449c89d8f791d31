import { Status } from '#contract/fields.ts'
import { rootUnitOf, studyPeriods, unitTypes } from '#domain/units/units.contract.ts'
import type { DemoEnterprise, Maker, New } from './enterprise.ts'
import { knownEnterprises } from './enterprises.ts'

export const schoolYear = 2026

type Period = { stdyPrd: string; unitName: string; grades: string[]; firstAge: number; boardingShare: number }

const primary: Period = {
  stdyPrd: studyPeriods.primary,
  unitName: '小学部',
  grades: ['一年级', '二年级', '三年级', '四年级', '五年级', '六年级'],
  firstAge: 6,
  boardingShare: 0.02,
}
const lower: Period = {
  stdyPrd: studyPeriods.lower,
  unitName: '初中部',
  grades: ['七年级', '八年级', '九年级'],
  firstAge: 12,
  boardingShare: 0.25,
}
const upper: Period = {
  stdyPrd: studyPeriods.upper,
  unitName: '高中部',
  grades: ['高一', '高二', '高三'],
  firstAge: 15,
  boardingShare: 0.6,
}

/** Describes the periods that a school teaches, with classes in a grade and pupils in a class. */
type Teaching = { period: Period; classes: number; size: number }[]

/** Maps the number of each school to its periods (docs/spec/demo.md#frame). */
export const schoolTeachings: Record<string, Teaching> = {
  [knownEnterprises.experimentalSchool]: [
    { period: primary, classes: 2, size: 40 },
    { period: lower, classes: 3, size: 45 },
  ],
  [knownEnterprises.primarySchool]: [{ period: primary, classes: 5, size: 40 }],
  [knownEnterprises.middleSchool]: [
    { period: lower, classes: 3, size: 48 },
    { period: upper, classes: 4, size: 45 },
  ],
}

/** Describes a class with what its pupils need to know of it; `size` is their number. */
export type SchoolClass = { unitNo: string; period: Period; grade: number; entrYear: number; classNo: number; size: number }

/** Builds a school's units from the school down to its classes, and answers the classes. */
export function buildUnits(maker: Maker, school: DemoEnterprise, teaching: Teaching): SchoolClass[] {
  const unit = unitMaker(maker, school)
  const root = rootUnitOf(school.entNo)
  const campus = unit({ prtNo: root, unitType: unitTypes.campus, unitName: '本部校区' })
  return teaching.flatMap(({ period, classes, size }) => {
    const { stdyPrd, unitName, grades } = period
    const periodNo = unit({ prtNo: campus, unitType: unitTypes.period, stdyPrd, unitName })
    return grades.flatMap((gradeName, i) => {
      const grade = i + 1
      const entrYear = schoolYear - i
      const years = { stdyPrd, entrYear, grdtYear: entrYear + grades.length }
      const gradeNo = unit({ prtNo: periodNo, unitType: unitTypes.grade, unitName: gradeName, ...years, curGrade: grade })
      return Array.from({ length: classes }, (_, c): SchoolClass => {
        const classNo = c + 1
        const names = { unitName: `${gradeName}（${classNo}）班`, selfNo: `${entrYear}${String(classNo).padStart(2, '0')}` }
        const unitNo = unit({ prtNo: gradeNo, unitType: unitTypes.class, ...names, ...years, clsNo: classNo })
        return { unitNo, period, grade, entrYear, classNo, size: size + maker.classSizes.between(-3, 3) }
      })
    })
  })
}

type Unit = Omit<New<'edcunit'>, 'entNo' | 'unitNo' | 'showOrd'>

function unitMaker(maker: Maker, { entNo, rows }: DemoEnterprise) {
  const empty = {
    selfNo: null,
    stdyPrd: null,
    entrYear: null,
    grdtYear: null,
    curGrade: null,
    clsNo: null,
    stt: Status.enabled,
  }
  return (unit: Unit): string => {
    const unitNo = maker.numbers.next('UNIT_NO')
    const siblings = rows.edcunit.filter(({ prtNo }) => prtNo === unit.prtNo)
    rows.edcunit.push({ entNo, unitNo, ...empty, ...unit, showOrd: (siblings.length + 1) * 10 })
    return unitNo
  }
}
