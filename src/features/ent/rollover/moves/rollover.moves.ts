import { onRoll, StudentState } from '#domain/units/units.contract.ts'
import { entryKey, moveNames, type Plan } from '../rollover.contract.ts'
import type { State, StudentRow } from '../rollover.state.ts'
import type { GradeNow, MoveTarget } from '../rollover.grades.ts'

type Move = Plan['moves'][number]

/** Lists impossible exceptions, each with the reason. */
export const wrongMoves = (state: State, plan: Plan, now: GradeNow[]) =>
  plan.moves.flatMap((move) => {
    const student = state.named.find(({ stuNo }) => stuNo === move.stuNo)
    const why = student && wrongMove(plan, now, move, student)
    return why ? [{ stuNo: move.stuNo, stuName: student.stuName, why }] : []
  })

/** Maps the moves of students who stay in the school to the years above their own grade of now, and to their names. */
const steps = {
  repeat: [0, '低一级'],
  stay: [0, '低一级'],
  reclass: [1, '同年级'],
  skip: [2, '高一级'],
} as const

function wrongMove(plan: Plan, now: GradeNow[], { kind, to }: Move, student: StudentRow): string | undefined {
  const from = now.find(({ classes }) => classes.some(({ unitNo }) => unitNo === student.unitNo))
  const wrong = wrongKind(kind, student, from)
  if (wrong) return wrong
  if (kind === 'transfer' || kind === 'suspend' || kind === 'graduate') return to ? `${moveNames[kind]}不用选去向` : undefined
  if (!to) return kind === 'return' && from?.fate === 'upgrade' ? undefined : `${moveNames[kind]}要选去向`
  const grade = gradeAt(plan, now, to)
  if (!grade) return `${moveNames[kind]}的去向已不存在或要毕业`
  if (kind === 'return' || !from || isPromoted(plan, from, to)) return undefined
  if (to.unitNo === student.unitNo) return `已在${student.unitName}，不用${moveNames[kind]}`
  const [years, word] = steps[kind]
  return grade.stdyPrd === from.stdyPrd && grade.number === from.curGrade + years
    ? undefined
    : `${moveNames[kind]}的去向不是${word}的班级`
}

// Lets somebody of a grade that goes on within the school come into the new grade of the others.
const isPromoted = ({ promotes }: Plan, { unitNo }: GradeNow, { entry }: MoveTarget) =>
  promotes.some((one) => one.unitNo === unitNo && one.entry === entry)

function wrongKind(kind: Move['kind'], { stt }: StudentRow, from: GradeNow | undefined): string | undefined {
  const isAway = stt === StudentState.suspended
  if (!(onRoll as readonly string[]).includes(stt)) return '已不在校'
  if (kind === 'return' && !isAway) return '没有休学，不用复学'
  const leaves = from !== undefined && from.fate !== 'upgrade'
  if (kind === 'stay' && !(isAway && leaves)) return '不在毕业班休学，不用选继续休学'
  if (['suspend', 'reclass', 'skip'].includes(kind) && isAway)
    return `正在休学，不能${moveNames[kind]}；请选复学、留级、转出或毕业`
  if (kind === 'suspend' && leaves) return '在毕业班，不能休学；请选留级、转出或毕业'
  return undefined
}

/** Returns the grade of a target, with its number in the next year; undefined where it will not be there. */
function gradeAt({ entries }: Plan, now: GradeNow[], { unitNo, gradeNo, entry, clsNo = 1 }: MoveTarget) {
  const begun = entries.find((one) => entryKey(one) === entry && one.clsCnt >= clsNo)
  if (begun) return { stdyPrd: begun.stdyPrd, number: 1 }
  const grade = now.find((one) => one.unitNo === gradeNo || one.classes.some((inside) => inside.unitNo === unitNo))
  return grade?.fate === 'upgrade' ? { stdyPrd: grade.stdyPrd, number: grade.curGrade + 1 } : undefined
}
