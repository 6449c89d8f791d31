import { createHash } from 'node:crypto'
import { className, gradeName, StudentState, studyPeriods, waitingName, yearsOf } from '#domain/units/units.contract.ts'
import { type GradeRow, isTop } from '#domain/units/schoolYear.ts'
import { entryKey, type Plan } from './rollover.contract.ts'
import { findings } from './findings/rollover.findings.ts'
import type { ClassRow, State } from './rollover.state.ts'
import type { GradeNow, GradeNext, NextClass, MoveTarget, PreviewValues } from './rollover.grades.ts'

/**
 * Returns the usual plan of a school: a new first grade for each lowest one, with as many classes as that has now; where it has
 * primary and lower secondary grades, those who leave the first go on into the second.
 */
export function usualPlan({ naming, grades, classes }: State): Plan {
  const firsts = grades.filter(({ curGrade }) => curGrade === 1)
  const entries = firsts.map(({ unitNo, prtNo, stdyPrd }) => ({
    prtNo,
    stdyPrd,
    clsCnt: classes.filter((one) => one.prtNo === unitNo && one.waitFlag === '0').length,
  }))
  const lower = entries.filter(({ stdyPrd, clsCnt }) => stdyPrd === studyPeriods.lower && clsCnt > 0)
  const leaving = grades.filter((grade) => grade.stdyPrd === studyPeriods.primary && isTop(grade, naming))
  const nextTo = ({ prtNo }: GradeRow) => lower.find((one) => one.prtNo === prtNo) ?? lower[0]
  return {
    entries: entries.filter((one, i) => entries.findIndex((other) => entryKey(other) === entryKey(one)) === i),
    promotes: leaving.flatMap((grade) => {
      const entry = nextTo(grade)
      return entry ? [{ unitNo: grade.unitNo, entry: entryKey(entry) }] : []
    }),
    moves: [],
    again: '0',
  }
}

/** Returns the plan without what no longer exists. */
function currentPlan(plan: Plan, { grades, parents, named }: State): Plan {
  const known = new Set(named.map(({ stuNo }) => stuNo))
  const entries = plan.entries.filter(({ prtNo }) => parents.some(({ unitNo }) => unitNo === prtNo))
  const keys = new Set(entries.filter(({ clsCnt }) => clsCnt > 0).map(entryKey))
  return {
    ...plan,
    entries,
    promotes: plan.promotes.filter(({ unitNo, entry }) => keys.has(entry) && grades.some((grade) => grade.unitNo === unitNo)),
    moves: plan.moves.filter(({ stuNo }) => known.has(stuNo)),
  }
}

/** Computes both years side by side, the obstacles, and the numbers. Reads and writes nothing. */
export function rolloverPreviewOf(state: State, given: Plan): Omit<PreviewValues, 'rollNo' | 'ver'> {
  const plan = currentPlan(given, state)
  const now = gradesNow(state, plan)
  const next = gradesNext(state, plan, now)
  const students = state.named
  const { blocks, warnings } = findings(state, plan, now, next)
  const counts = countsOf(plan, now, state)
  const seen = JSON.stringify([state.schYear, plan, now, next, students, blocks, counts])
  const sign = createHash('sha256').update(seen).digest('hex').slice(0, 32)
  return { schYear: state.schYear, plan, parents: state.parents, now, next, students, blocks, warnings, counts, sign }
}

function gradesNow(state: State, { promotes }: Plan): GradeNow[] {
  const { naming, grades, classes } = state
  return grades.map((grade) => {
    const top = isTop(grade, naming)
    const inside = classes.filter(({ prtNo }) => prtNo === grade.unitNo)
    const promoted = promotes.some(({ unitNo }) => unitNo === grade.unitNo)
    const { unitNo, unitName, prtNo, stdyPrd, entrYear, curGrade } = grade
    return {
      unitNo,
      unitName,
      prtNo,
      stdyPrd,
      entrYear,
      curGrade,
      fate: top ? (promoted ? ('promote' as const) : ('graduate' as const)) : ('upgrade' as const),
      newName: top ? unitName : nameNext(grade, state),
      cnt: inside.reduce((sum, { cnt }) => sum + cnt, 0),
      classes: inside.map(({ prtNo: _, nameLock: __, ...shown }) => shown),
    }
  })
}

const nameNext = (grade: GradeRow, { naming }: State) =>
  grade.nameLock === '1' ? grade.unitName : gradeName({ ...grade, curGrade: grade.curGrade + 1 }, naming)

/** Returns the key of a target, by which it is counted in the next year. */
function targetKey({ unitNo, gradeNo, entry, clsNo }: MoveTarget): string {
  if (unitNo) return unitNo
  return entry ? `${entry}#${clsNo ?? 0}` : `wait ${gradeNo ?? ''}`
}

/** Counts the moves: places that students leave, and places that they come to. */
function moved(state: State, plan: Plan) {
  const [out, into] = [new Map<string, number>(), new Map<string, number>()]
  const add = (map: Map<string, number>, at: string) => map.set(at, (map.get(at) ?? 0) + 1)
  const stays = (kind: string) => ['repeat', 'reclass', 'skip', 'return'].includes(kind)
  for (const { stuNo, kind, to } of plan.moves) {
    const student = state.named.find((one) => one.stuNo === stuNo)
    if (!student) continue
    if (student.stt === StudentState.learning) add(out, student.unitNo)
    if (stays(kind)) add(into, to ? targetKey(to) : student.unitNo)
  }
  return { out, into }
}

function gradesNext(state: State, plan: Plan, now: GradeNow[]): GradeNext[] {
  const { out, into } = moved(state, plan)
  const at = (key: string, cnt: number) => {
    const [inCnt, outCnt] = [into.get(key) ?? 0, out.get(key) ?? 0]
    return { cnt: cnt + inCnt - outCnt, inCnt, outCnt }
  }
  const kept = now
    .filter(({ fate }) => fate === 'upgrade')
    .map((grade) => {
      const classes = grade.classes.map(
        (one): NextClass => ({
          unitNo: one.unitNo,
          name: classNameNext(one, grade, state),
          clsNo: one.clsNo,
          waitFlag: one.waitFlag,
          ...at(one.unitNo, one.cnt),
        }),
      )
      const waiting = into.get(`wait ${grade.unitNo}`) ?? 0
      const there = classes.find(({ waitFlag }) => waitFlag === '1')
      if (there) Object.assign(there, { cnt: there.cnt + waiting, inCnt: there.inCnt + waiting })
      else if (waiting > 0) classes.push(waitingClass(waiting))
      return gradeNext({ ...grade, key: grade.unitNo, name: grade.newName, isNew: false }, classes)
    })
  return [...plan.entries.filter(({ clsCnt }) => clsCnt > 0).map((entry) => newGrade(state, plan, { now, entry, at })), ...kept]
}

const waitingClass = (cnt: number): NextClass => ({
  unitNo: null,
  name: waitingName,
  clsNo: null,
  waitFlag: '1',
  cnt,
  inCnt: cnt,
  outCnt: 0,
})

function classNameNext(
  { unitNo, unitName, clsNo, waitFlag }: GradeNow['classes'][number],
  grade: GradeNow,
  { naming, classes }: State,
) {
  const lock = classes.find((one: ClassRow) => one.unitNo === unitNo)?.nameLock
  return waitFlag === '1' || lock === '1' || clsNo === null ? unitName : className(grade.newName, clsNo, naming)
}

/** Returns the name of a new grade. */
export const entryName = ({ schYear, naming }: State, stdyPrd: string) =>
  gradeName({ stdyPrd, curGrade: 1, entrYear: schYear + 1 }, naming)

type At = (key: string, cnt: number) => Pick<NextClass, 'cnt' | 'inCnt' | 'outCnt'>

function newGrade(
  state: State,
  plan: Plan,
  { now, entry, at }: { now: GradeNow[]; entry: Plan['entries'][number]; at: At },
): GradeNext {
  const [key, name] = [entryKey(entry), entryName(state, entry.stdyPrd)]
  const classes = Array.from(
    { length: entry.clsCnt },
    (_, i): NextClass => ({
      unitNo: null,
      name: className(name, i + 1, state.naming),
      clsNo: i + 1,
      waitFlag: '0',
      ...at(`${key}#${i + 1}`, 0),
    }),
  )
  const promoted = plan.promotes
    .filter((one) => one.entry === key)
    .reduce((sum, { unitNo }) => sum + goingOn(state, plan, now, unitNo), 0)
  const waiting = promoted + at(`${key}#0`, 0).inCnt
  if (waiting > 0) classes.push(waitingClass(waiting))
  return gradeNext({ key, name, prtNo: entry.prtNo, stdyPrd: entry.stdyPrd, isNew: true }, classes)
}

const gradeNext = (
  { key, name, prtNo, stdyPrd, isNew }: Omit<GradeNext, 'cnt' | 'classes'>,
  classes: NextClass[],
): GradeNext => ({
  key,
  name,
  prtNo,
  stdyPrd,
  isNew,
  cnt: classes.reduce((sum, { cnt }) => sum + cnt, 0),
  classes,
})

/** Counts the students of a grade at its end who go with it: those at school without a move of their own. */
function goingOn(state: State, { moves }: Plan, now: GradeNow[], gradeNo: string): number {
  const grade = now.find(({ unitNo }) => unitNo === gradeNo)
  const inside = new Set(grade?.classes.map(({ unitNo }) => unitNo))
  const apart = moves.filter(({ stuNo }) =>
    state.named.some((one) => one.stuNo === stuNo && one.stt === StudentState.learning && inside.has(one.unitNo)),
  )
  return (grade?.cnt ?? 0) - apart.length
}

function countsOf(plan: Plan, now: GradeNow[], state: State): PreviewValues['counts'] {
  const of = (fate: GradeNow['fate']) => now.filter((grade) => grade.fate === fate)
  const going = (fate: GradeNow['fate']) => of(fate).reduce((sum, { unitNo }) => sum + goingOn(state, plan, now, unitNo), 0)
  const kinds = (kind: Plan['moves'][number]['kind']) => plan.moves.filter((move) => move.kind === kind).length
  return {
    upgradeCnt: of('upgrade').length,
    graduateCnt: going('graduate') + kinds('graduate'),
    promoteCnt: going('promote'),
    newClassCnt: plan.entries.reduce((sum, { clsCnt }) => sum + clsCnt, 0),
    repeatCnt: kinds('repeat'),
    reclassCnt: kinds('reclass'),
    skipCnt: kinds('skip'),
    transferCnt: kinds('transfer'),
    suspendCnt: kinds('suspend'),
    stayCnt: kinds('stay'),
    returnCnt: kinds('return'),
  }
}

/** Returns the last school year of a new grade. */
export const lastYearOf = ({ schYear, naming }: State, stdyPrd: string) => schYear + 1 + yearsOf(stdyPrd, naming)
