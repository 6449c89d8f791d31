import { withDashes } from '#contract/values/day.ts'
import { birthOf, sexOf } from '#contract/values/idNumber.ts'
import { onlyOnce } from '#domain/guardians/relations.contract.ts'
import { usualAge } from '#domain/units/units.contract.ts'
import { areasOf, refuseContradictions, refuseRepeats } from '#server/importing/importFacts.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { sexIn } from '#contract/values/sex.ts'
import { listOf } from '#domain/students/stu.labels.contract.ts'
import { collectFamilies, type PhoneHolder, type GuardianFacts } from '../guardians/guardians.ts'
import type { Planned } from '../existingStudents.ts'
import type { StudentPlace, Places } from '../places.ts'
import type { NewcomerContext } from './newcomers.context.ts'

/** Describes a guardian of a new student: an existing or a new one. */
type NewcomerGuardian = GuardianFacts & { ptrNo: string | undefined }

/** Describes a new student to be written. */
export type Newcomer = {
  stuName: string
  sex: string
  idNo: string
  brth: string
  stdyNo: string | null
  ntnl: string | null
  wts: string | null
  place: StudentPlace
  parents: NewcomerGuardian[]
}

type Values = { stuName?: string; idNo?: string; ntnl?: string; stdyNo?: string; wts?: string[] }

const unique = { idNo: '证件号', stdyNo: '学号' }
// Sets the years beside the usual age that are remarked on, and those that have to be confirmed.
const tooOdd = 2
const impossible = 6

/** Returns the outcome of the rows of a list of new students. */
export function validateNewcomers(
  rows: readonly ReadRow[],
  places: Places,
  world: NewcomerContext,
  schYear: number,
): Planned<Newcomer>[] {
  const seen = new Map<string, number>()
  const areas = areasOf([...rows])
  const { resolve } = collectFamilies(world.holders)
  return rows.map((row) => {
    refuseContradictions(row, areas)
    refuseRepeats(row, seen, unique)
    const place = places.placeOf(row)
    const told = [guardianIn(row, 1), guardianIn(row, 2)].filter((one) => one !== undefined)
    refuseTwins(row, told)
    const known = world.studentOf(row)
    if (known && place && world.isSame(row, known, place, told)) return { row, act: 'same', chg: [], target: known.stuNo }
    if (known) row.errs.push(errorOf('idNo', `已在${known.unitName}，改资料请用“基础信息”导入`, { code: '已经在籍' }))
    else world.refuseTaken(row)
    if (place) remarkAge(row, place, places, schYear)
    const holders = told.map((one) => resolve(row, one, { name: `ptrName${one.at}`, tel: `ptrTel${one.at}` }))
    if (row.errs.length > 0 || !place) return { row, act: 'skip', chg: [] }
    if (world.leftBefore(row)) row.wrns.push(errorOf('idNo', '曾在本校就读，将另建一条记录', { code: '曾在本校就读' }))
    return { row, act: 'add', chg: [], plan: newcomerOf(row, place, told, holders) }
  })
}

type Guardian = GuardianFacts & { at: 1 | 2 }

// Reads a guardian as a whole or not at all.
function guardianIn({ values, texts, errs }: ReadRow, at: 1 | 2): Guardian | undefined {
  const parts = { ptrName: [`ptrName${at}`, '姓名'], relt: [`ptrRelt${at}`, '关系'], authTel: [`ptrTel${at}`, '手机'] } as const
  const entries = Object.entries(parts)
  if (entries.every(([, [field]]) => !texts[field])) return undefined
  for (const [, [field, label]] of entries)
    if (!texts[field]) errs.push(errorOf(field, `家长${at}${label}不能为空`, { code: '没有填' }))
  const told = Object.fromEntries(entries.map(([name, [field]]) => [name, values[field]]))
  return Object.values(told).every(Boolean) ? { ...(told as GuardianFacts), at } : undefined
}

function refuseTwins(row: ReadRow, [one, other]: Guardian[]) {
  if (!one || !other) return
  if (one.authTel === other.authTel) row.errs.push(errorOf('ptrTel2', '两位家长的手机相同', { code: '两位家长的手机相同' }))
  else if (one.relt === other.relt && onlyOnce.includes(one.relt))
    row.wrns.push(errorOf('ptrRelt2', '两位家长的关系相同，请核对', { code: '两位家长的关系相同' }))
}

function remarkAge(row: ReadRow, { gradeNo }: StudentPlace, { unitOf, naming }: Places, schYear: number) {
  const { stdyPrd, curGrade } = unitOf(gradeNo) ?? {}
  if (!stdyPrd || !curGrade) return
  const { idNo } = row.values
  if (!idNo) return
  const birth = birthOf(String(idNo))
  // Counts a child born from September on to the next school year.
  const age = schYear - Number(birth.slice(0, 4)) - (birth.slice(4) > '0831' ? 1 : 0)
  const usual = usualAge(stdyPrd, curGrade, naming)
  const gap = Math.abs(age - usual)
  if (gap <= tooOdd) return
  const msg =
    age < 0
      ? `出生日期 ${withDashes(birth)} 太晚，这个年级通常是 ${usual} 岁，请核对`
      : `${age} 岁，这个年级通常是 ${usual} 岁，请核对`
  const doubt = { code: '年龄与年级不符', value: idNo }
  if (gap <= impossible) row.wrns.push(errorOf('idNo', msg, { code: doubt.code }))
  else if (row.kept.includes('idNo')) row.wrns.push(errorOf('idNo', `${msg}（已按原样保留）`, { code: doubt.code }))
  else row.errs.push(errorOf('idNo', msg, doubt))
}

function newcomerOf(
  { values }: ReadRow,
  place: StudentPlace,
  told: readonly GuardianFacts[],
  holders: readonly (PhoneHolder | null | undefined)[],
): Newcomer {
  const { stuName = '', idNo = '', ntnl = null, stdyNo = null, wts = [] } = values as Values
  const parents = told.map(({ ptrName, relt, authTel }, i) => ({ ptrName, relt, authTel, ptrNo: holders[i]?.ptrNo }))
  return {
    stuName,
    idNo,
    ntnl,
    stdyNo,
    place,
    parents,
    // Takes both from the number, with which the row agrees.
    sex: sexIn(sexOf(idNo)) ?? 'U',
    brth: birthOf(idNo),
    wts: listOf(wts),
  }
}
