import { Status } from '#contract/fields.ts'
import { relationOf } from '#domain/guardians/relations.contract.ts'
import type { DemoEnterprise, Maker, New } from './enterprise.ts'
import { type FamilyNames, familyNames, type NameSex } from './names.ts'
import { type SchoolClass, schoolYear } from './units.ts'

/** Describes a family of one school: the year in which the first child was born, and the guardians with their relation. */
type Family = { names: FamilyNames; year: number; guardians: { ptrNo: string; relt: string }[] }

const relations = { father: '51', mother: '52', grandmother: '62' } as const
const labels = { day: '01', boarding: '02', migrant: '21', leftBehind: '22', needy: '31' } as const

/** Names the states of a student (docs/spec/students.md#state). */
export const studentStates = { learning: '1', transferred: '3', suspended: '4' } as const

/** Fills the classes of one school with students, and their families with guardians. */
export function fillClasses(maker: Maker, school: DemoEnterprise, classes: SchoolClass[]) {
  const families: Family[] = []
  for (const schoolClass of classes)
    for (let seat = 1; seat <= schoolClass.size; seat++) addStudent(maker, school, families, { schoolClass, seat })
}

function addStudent(
  maker: Maker,
  { entNo, rows }: DemoEnterprise,
  families: Family[],
  place: { schoolClass: SchoolClass; seat: number },
) {
  const { random, people, numbers } = maker
  const { unitNo, period, grade, entrYear, classNo } = place.schoolClass
  const sex: NameSex = random.chance(0.53) ? 'M' : 'F'
  const age = period.firstAge + grade - 1
  const brth = people.bornBetween(`${schoolYear - age - 1}0901`, `${schoolYear - age}0831`)
  const family = familyFor(maker, rows.ptr, families, { entNo, year: Number(brth.slice(0, 4)) })
  const stuNo = numbers.next('STU_NO')
  const hasPhone = age >= 13 && random.chance(0.4)
  rows.stu.push({
    entNo,
    stuNo,
    stuName: family.names.child(sex),
    unitNo,
    idNo: people.idNo(brth, sex),
    sex,
    brth,
    wts: labelsOf(maker, period.boardingShare),
    stdyNo: `${entrYear}${period.stdyPrd}${twoDigits(classNo)}${twoDigits(place.seat)}`,
    authTel: hasPhone ? people.phone() : null,
    authFlag: hasPhone ? '1' : '0',
    stt: random.chance(0.985) ? studentStates.learning : random.pick([studentStates.transferred, studentStates.suspended]),
  })
  rows.stuptr.push(...family.guardians.map((guardian) => ({ entNo, stuNo, ...guardian })))
}

// Picks labels of the dictionary STU_LBL: one way of attending, and for some the circumstances of the family.
function labelsOf({ random }: Maker, boardingShare: number): string {
  const others = [
    { label: labels.leftBehind, share: 0.05 },
    { label: labels.migrant, share: 0.06 },
    { label: labels.needy, share: 0.03 },
  ].filter(({ share }) => random.chance(share))
  return [random.chance(boardingShare) ? labels.boarding : labels.day, ...others.map(({ label }) => label)].join(',')
}

/** Picks for seven in a hundred an existing family with a child of about the same age; otherwise makes a new one. */
function familyFor(maker: Maker, guardians: New<'ptr'>[], families: Family[], child: { entNo: string; year: number }): Family {
  const similar = maker.random.chance(0.07) ? families.filter(({ year }) => Math.abs(year - child.year) <= 4) : []
  if (similar.length > 0) return maker.random.pick(similar)
  const family = makeFamily(maker, guardians, child)
  families.push(family)
  return family
}

function makeFamily(maker: Maker, guardians: New<'ptr'>[], { entNo, year }: { entNo: string; year: number }): Family {
  const { random, people, numbers } = maker
  const names = familyNames(random)
  const family: Family = { names, year, guardians: [] }
  const add = (role: keyof typeof relations, ageAtBirth: [number, number]) => {
    const ptrNo = numbers.next('PTR_NO')
    const sex: NameSex = role === 'father' ? 'M' : 'F'
    const brth = people.bornBetween(`${year - ageAtBirth[1]}0101`, `${year - ageAtBirth[0]}1231`)
    const known = random.chance(0.8) ? { idNo: people.idNo(brth, sex), brth } : { idNo: null, brth: null }
    const authFlag = random.chance(0.9) ? '1' : '0'
    guardians.push({ entNo, ptrNo, ptrName: names[role], sex, ...known, authTel: people.phone(), authFlag, stt: Status.enabled })
    family.guardians.push({ ptrNo, relt: relations[role] })
  }
  if (random.chance(0.86)) add('father', [24, 36])
  if (random.chance(0.93) || family.guardians.length === 0) add('mother', [24, 36])
  if (random.chance(0.06)) add('grandmother', [48, 64])
  return family
}

/** Orders the guardians of a child: the first is called first, and parents are the legal ones. */
export function orderGuardians(links: New<'stuptr'>[]): New<'stuptr'>[] {
  const called = new Map<string, number>()
  return links.map((link) => {
    const prior = (called.get(link.stuNo) ?? 0) + 1
    called.set(link.stuNo, prior)
    return { ...link, prior, grdFlag: relationOf(link.relt).isLegal ? '1' : '0' }
  })
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
