import { sql } from 'kysely'
import { today } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import { className, classOwnNo, StudentState, unitTypes } from '#domain/units/units.contract.ts'
import { advanceGrades, graduateStudents, isTop, restGuardians, setAside, setSchoolYear } from '#domain/units/schoolYear.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { insertMany } from '#server/database/rows.ts'
import { waitingClass } from '#domain/units/units.ts'
import { entryKey, moveNames, type Plan } from './rollover.contract.ts'
import { entryName, lastYearOf } from './rollover.preview.ts'
import type { State } from './rollover.state.ts'
import type { MoveTarget } from './rollover.grades.ts'

/** Describes the new grades and classes: class numbers by `key#n`, and grades by key. */
type Made = { classes: Map<string, string>; grades: Map<string, string> }

/**
 * Does a year-end in the call's one transaction: top grades leave, all others go on, new ones begin, and whoever has a way of
 * their own takes it. The caller has checked that nothing hinders it.
 */
export async function runRollover(entNo: string, state: State, plan: Plan, context: Context) {
  const { db } = context
  const { naming, grades, schYear } = state
  const tops = grades.filter((grade) => isTop(grade, naming))
  const left = await setAside(
    db,
    entNo,
    tops.map(({ unitNo }) => unitNo),
    { grdtYear: schYear + 1, naming },
  )
  await advanceGrades(
    db,
    entNo,
    grades.filter((grade) => !isTop(grade, naming)),
    naming,
  )
  await setSchoolYear(db, entNo, schYear + 1)
  const made = await begin(entNo, state, plan, context)
  await moveStudents(entNo, plan, made, context)
  await promote(entNo, plan, made, context)
  await graduateStudents(db, entNo, left, undefined)
}

/** Makes the grades that begin, each with its classes. */
async function begin(entNo: string, state: State, { entries }: Plan, { db, numbers }: Context): Promise<Made> {
  const wanted = entries.filter(({ clsCnt }) => clsCnt > 0)
  const made: Made = { classes: new Map(), grades: new Map() }
  if (wanted.length === 0) return made
  const unitNos = await numbers(
    'UNIT_NO',
    wanted.reduce((sum, { clsCnt }) => sum + clsCnt + 1, 0),
  )
  const entrYear = state.schYear + 1
  const rows = wanted.flatMap((entry) => {
    const { prtNo, stdyPrd, clsCnt } = entry
    const [key, name, gradeNo] = [entryKey(entry), entryName(state, stdyPrd), unitNos.shift() as string]
    made.grades.set(key, gradeNo)
    const years = { entNo, stdyPrd, entrYear, grdtYear: lastYearOf(state, stdyPrd) }
    const grade = {
      ...years,
      unitNo: gradeNo,
      unitName: name,
      unitType: unitTypes.grade,
      prtNo,
      selfNo: null,
      curGrade: 1,
      clsNo: null,
    }
    const classes = Array.from({ length: clsCnt }, (_, i) => {
      const unitNo = unitNos.shift() as string
      made.classes.set(`${key}#${i + 1}`, unitNo)
      const names = { unitName: className(name, i + 1, state.naming), selfNo: classOwnNo(entrYear, i + 1), clsNo: i + 1 }
      return { ...years, unitNo, unitType: unitTypes.class, prtNo: gradeNo, curGrade: null, ...names, showOrd: (i + 1) * 10 }
    })
    // Puts the youngest first.
    return [{ ...grade, showOrd: 1 }, ...classes]
  })
  const usual = { grdtFlag: '0', waitFlag: '0', nameLock: '0', stt: Status.enabled }
  await insertMany(
    db,
    'edcunit',
    rows.map((row) => ({ ...usual, ...row })),
  )
  await sql`update edcunit u set show_ord = u.show_ord + 10 where u.ent_no = ${entNo} and u.unit_type = ${unitTypes.grade}
    and u.stt = ${Status.enabled} and u.prt_no = any(${wanted.map(({ prtNo }) => prtNo)}) and u.unit_no <> all(${[...made.grades.values()]})`.execute(
    db,
  )
  return made
}

// Sets the state of those who leave, stay away or come back, and the class of those who stay.
async function moveStudents(entNo: string, { moves }: Plan, made: Made, context: Context) {
  const { db } = context
  const waiting = new Map<string, string>()
  const placeOf = async ({ unitNo, gradeNo, entry, clsNo }: MoveTarget): Promise<string> => {
    if (unitNo) return unitNo
    if (entry && clsNo) return made.classes.get(`${entry}#${clsNo}`) ?? gone()
    const grade = gradeNo ?? made.grades.get(entry ?? '') ?? gone()
    const known = waiting.get(grade) ?? (await waitingClass(context, entNo, grade))
    waiting.set(grade, known)
    return known
  }
  const stateOf = {
    // Lets one who was away come back.
    repeat: StudentState.learning,
    reclass: null,
    skip: null,
    stay: null,
    return: StudentState.learning,
    transfer: StudentState.transferred,
    suspend: StudentState.suspended,
    graduate: StudentState.graduated,
  }
  const rows = []
  for (const { stuNo, kind, to, rsn, date = today() } of moves) {
    const isGone = kind === 'transfer' || kind === 'graduate'
    rows.push({
      stu_no: stuNo,
      unit_no: to ? await placeOf(to) : null,
      stt: stateOf[kind],
      lv_dt: isGone ? date : null,
      lv_rsn: isGone || kind === 'suspend' ? (kind === 'graduate' ? moveNames.graduate : rsn) : null,
      back: kind === 'return' || kind === 'repeat',
    })
  }
  await sql`update stu s set unit_no = coalesce(k.unit_no, s.unit_no), stt = coalesce(k.stt, s.stt),
      lv_dt = case when k.back then null else coalesce(k.lv_dt, s.lv_dt) end, lv_rsn = case when k.back then null else coalesce(k.lv_rsn, s.lv_rsn) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) k (stu_no text, unit_no text, stt text, lv_dt date, lv_rsn text, back boolean)
    where s.ent_no = ${entNo} and s.stu_no = k.stu_no`.execute(db)
  const left = moves.filter(({ kind }) => kind === 'transfer' || kind === 'graduate').map(({ stuNo }) => stuNo)
  await restGuardians(db, entNo, left)
}

function gone(): never {
  throw new Fault('missingReference', '有的去向已不存在，请刷新后再核对')
}

// Moves those of a top grade who go on in the same school to the 待分班 of its new grade.
async function promote(entNo: string, { promotes, moves }: Plan, made: Made, context: Context) {
  for (const { unitNo, entry } of promotes) {
    const to = await waitingClass(context, entNo, made.grades.get(entry) ?? gone())
    await sql`update stu set unit_no = ${to} where ent_no = ${entNo} and stt = ${StudentState.learning}
      and unit_no in (select unit_no from edcunit where ent_no = ${entNo} and prt_no = ${unitNo})
      and stu_no <> all(${moves.map(({ stuNo }) => stuNo)})`.execute(context.db)
  }
}
