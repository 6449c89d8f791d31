import { sql } from 'kysely'
import { Status, text } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { readByField } from '#server/importing/importCells.ts'
import { isBareNumber, isWaiting } from '#domain/units/gradeSpelling.ts'
import { type GradeWords, gradeWords, type MeantUnit, type NamedUnit } from '#domain/units/gradeWords.ts'
import { errorOf, type ImportColumn, type ReadRow, type CellProblem } from '#server/importing/importTable.ts'
import { reachesUnit } from '#server/call/scope.ts'
import { waitingName } from '#domain/units/units.contract.ts'
import { namingOf } from '#domain/units/units.ts'
import { readGivenPlace } from './givenPlace.ts'

// Limits the length of a name, for reading a very long text takes very long.
const longestName = 40

type Unit = NamedUnit & { waitFlag: string; stt: string }

/**
 * Describes where a row puts a student: a class, or those of the grade who have none yet (`classNo` where there is such a class).
 */
export type StudentPlace = { gradeNo: string; classNo: string | undefined; isWaiting: boolean }

export type Places = Awaited<ReturnType<typeof readImportPlaces>>

/**
 * Reads the grades and classes that an import may put students into, as people write them; `unitNo`: the class or grade of the
 * rows that name none.
 */
export async function readImportPlaces(entNo: string, { db, locals }: Context, unitNo?: string) {
  const given = unitNo === undefined ? undefined : await readGivenPlace(db, entNo, unitNo)
  const { rows: all } = await sql<Unit>`select unit_no, unit_name, unit_type, prt_no, stdy_prd, entr_year, grdt_year, cur_grade,
      cls_no, wait_flag, stt from edcunit
    where ent_no = ${entNo} and stt <> ${Status.deleted} and grdt_flag = '0' order by show_ord, unit_no`.execute(db)
  const units = all.filter(({ stt }) => stt === Status.enabled)
  const byNo = new Map(units.map((unit) => [unit.unitNo, unit]))
  const naming = await namingOf(db, entNo)
  const words = gradeWords(units, naming)
  const waiting = new Map(units.flatMap((unit) => (unit.waitFlag === '1' ? [[unit.prtNo ?? '', unit.unitNo]] : [])))

  let withOff: GradeWords | undefined
  /** Returns the disabled class that a text names; undefined where there is none. */
  function offNamed(text: string, gradeNo: string | undefined): string | undefined {
    if (units.length === all.length) return undefined
    withOff ??= gradeWords(all, naming)
    const meant = withOff.classIn(text, gradeNo)
    return 'no' in meant ? all.find(({ unitNo }) => unitNo === meant.no)?.unitName : undefined
  }

  function inGrade(gradeNo: string, { errs }: ReadRow): StudentPlace | undefined {
    // Accepts a grade within reach: one above the caller's classes is only seen.
    if (reachesUnit(locals, gradeNo)) return { gradeNo, classNo: waiting.get(gradeNo), isWaiting: true }
    const msg = '你只管理部分班级，不能放到整个年级的待分班'
    return void errs.push(errorOf('gradeName', msg, { code: '不能放到待分班' }))
  }

  /** Returns the class of a text; without a grade, that of the given grade comes first. */
  function classIn(text: string, gradeNo: string | undefined): MeantUnit {
    if (gradeNo !== undefined || !given) return words.classIn(text, gradeNo)
    const own = words.classCalled(text, given.gradeNo)
    if (own) return { no: own }
    const meant = words.classIn(text)
    return 'no' in meant ? meant : words.classIn(text, given.gradeNo)
  }

  /** Returns the place that a row names; undefined where it names none, with an error in the row. */
  function namedPlace(row: ReadRow): StudentPlace | undefined {
    const { values, errs } = row
    const { gradeName: gradeNo, className: text } = values as { gradeName?: string; className?: string }
    const known = gradeNo ?? given?.gradeNo
    if (known !== undefined && (text === undefined || isWaiting(text))) {
      const isGiven = text === undefined && given?.classNo !== undefined && known === given.gradeNo
      return isGiven ? given : inGrade(known, row)
    }
    if (text === undefined || (known === undefined && isBareNumber(text))) {
      errs.push(errorOf('gradeName', '年级不能为空', { code: '没有填' }))
      return undefined
    }
    const meant = classIn(text, gradeNo)
    if ('wrong' in meant) {
      const off = offNamed(text, known)
      errs.push(off ? errorOf('className', `“${off}”已停用，请先启用`) : errorOf('className', meant.wrong, meant))
      return undefined
    }
    const unit = byNo.get(meant.no)
    return { gradeNo: unit?.prtNo ?? '', classNo: meant.no, isWaiting: unit?.waitFlag === '1' }
  }

  /** Remarks on a row that goes elsewhere than the list: what the row says counts. */
  function remarkElsewhere({ texts, wrns }: ReadRow, { gradeNo, classNo, isWaiting: isLeft }: StudentPlace) {
    if (!given || (given.classNo ? classNo === given.classNo : gradeNo === given.gradeNo)) return
    const name = isLeft ? `${byNo.get(gradeNo)?.unitName}${waitingName}` : byNo.get(classNo ?? '')?.unitName
    const msg = `名单里写的是${name}，导入到那里，不到${given.name}`
    wrns.push(errorOf(texts.className ? 'className' : 'gradeName', msg, { code: '不是所选的年级班级' }))
  }

  function placeOf(row: ReadRow): StudentPlace | undefined {
    if (row.errs.some(({ fld }) => fld === 'gradeName')) return undefined
    const place = namedPlace(row)
    if (place) remarkElsewhere(row, place)
    return place
  }

  return {
    naming,
    unitOf: (unitNo: string) => byNo.get(unitNo),
    placeOf,
    columns: placeColumns(words),
  }
}

const reading = (meant: MeantUnit): { value: unknown } | CellProblem => ('no' in meant ? { value: meant.no } : meant)

function placeColumns({ gradeIn, grades, classes }: GradeWords) {
  const grade: ImportColumn = {
    field: 'gradeName',
    title: '年级',
    also: ['所在年级', '就读年级', '新年级', '调入年级'],
    example: grades[0] ?? '七年级',
    options: grades,
    hint: '必填，如 八年级、初二、2025级；班级里写了年级的可以不填。重名的写上校区或学段',
    read: (text) => reading(gradeIn(text)),
  }
  const className: ImportColumn = {
    field: 'className',
    title: '班级',
    also: ['所在班级', '就读班级', '新班级', '调入班级', '班'],
    example: classes[0] ?? '七年级（1）班',
    options: classes,
    hint: '如 八年级（3）班、八3班、8.3、3班；没有分班的不填，放到待分班',
    // Leaves the meaning to the grade.
    read: readByField(text(longestName), `班级最多 ${longestName} 个字，写在一行里`),
  }
  return { grade, className }
}
