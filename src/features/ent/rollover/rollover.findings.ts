import type * as z from 'zod'
import { onRoll, StudentState } from '#contract/units.ts'
import { entryKey, moveNames, type Outlook, type Plan } from './rollover.contract.ts'
import type { GradeNext, GradeNow, Target } from './rollover.outlook.ts'
import type { State, StudentRow } from './rollover.state.ts'

type Finding = z.output<typeof Outlook>['blocks'][number]

const finding = (code: string, text: string, cnt: number, fix: Partial<Finding> = {}): Finding[] =>
  cnt > 0 ? [{ code, text, cnt, path: null, disable: [], decide: [], ...fix }] : []

const some = (names: readonly string[]) => names.slice(0, 3).join('、') + (names.length > 3 ? ` 等 ${names.length} 个` : '')

/** What keeps a school from its year-end, each with what to do about it; and what should be looked at first. */
export function findings(state: State, plan: Plan, now: GradeNow[], next: GradeNext[]) {
  return {
    blocks: [...blocksOf(state, plan, now), ...clashes(state, now, next), ...wrongMoves(state, plan, now)],
    warnings: warningsOf(state, next),
  }
}

function blocksOf(
  { schYear, calendarYear, strays, away, openImports }: State,
  { moves, again }: Plan,
  now: GradeNow[],
): Finding[] {
  const lost = strays.reduce((sum, { cnt }) => sum + cnt, 0)
  const empty = now.flatMap(({ classes }) =>
    classes.filter(({ cnt, awayCnt, waitFlag }) => cnt + awayCnt === 0 && waitFlag === '0'),
  )
  const leaving = new Set(
    now.filter(({ fate }) => fate !== 'upgrade').flatMap(({ classes }) => classes.map(({ unitNo }) => unitNo)),
  )
  const undecided = away.filter(({ stuNo, unitNo }) => leaving.has(unitNo) && !moves.some((move) => move.stuNo === stuNo))
  return [
    ...finding('none', '还没有年级，先建立年级与班级', now.length === 0 ? 1 : 0, { path: '/ent/edcunit' }),
    ...finding('again', `学校已在${schYear}学年，本学年已经结转过`, schYear > calendarYear && again === '0' ? 1 : 0),
    ...finding('strays', `${lost} 名学生不在启用的班级里：${some(strays.map(({ unitName }) => unitName))}`, lost, {
      path: `/ent/stu?unitNo=${strays[0]?.unitNo ?? ''}`,
    }),
    ...finding('empty', `${empty.length} 个班没有学生：${some(empty.map(({ unitName }) => unitName))}`, empty.length, {
      disable: empty.map(({ unitNo }) => unitNo),
    }),
    ...finding('undecided', `毕业班里有 ${undecided.length} 名休学的学生，要先决定去向`, undecided.length, {
      decide: undecided.slice(0, 200).map(({ stuNo, stuName, unitName }) => ({ stuNo, stuName, unitName })),
    }),
    ...finding('imports', `${openImports} 批学生导入还没有写入`, openImports, { path: '/ent/imp?impStt=1' }),
  ]
}

// Names of the next year that meet one another, or one of a unit that stays as it is.
function clashes({ names }: State, now: GradeNow[], next: GradeNext[]): Finding[] {
  const moving = new Set(now.map(({ unitNo }) => unitNo))
  const still = names.filter(({ unitNo }) => !moving.has(unitNo)).map(({ prtNo, unitName }) => `${prtNo} ${unitName}`)
  const grades = next.map(({ prtNo, name }) => ({ at: `${prtNo} ${name}`, name }))
  const twice = grades.filter(({ at }, i) => still.includes(at) || grades.findIndex((other) => other.at === at) < i)
  return finding('names', `升级后会有重名的年级：${some(twice.map(({ name }) => name))}`, twice.length, { path: '/ent/edcunit' })
}

function wrongMoves(state: State, plan: Plan, now: GradeNow[]): Finding[] {
  const wrong = plan.moves.flatMap((move) => {
    const student = state.named.find(({ stuNo }) => stuNo === move.stuNo)
    const why = student && wrongMove(plan, now, move, student)
    return why ? [`${student.stuName}${why}`] : []
  })
  return finding('moves', `有的例外做不到：${some(wrong)}`, wrong.length)
}

function wrongMove(plan: Plan, now: GradeNow[], { kind, to }: Plan['moves'][number], student: StudentRow): string | undefined {
  const isAway = student.stt === StudentState.suspended
  if (!(onRoll as readonly string[]).includes(student.stt)) return '已不在校'
  if (kind === 'return' && !isAway) return '没有休学，不用复学'
  if (['suspend', 'repeat', 'skip'].includes(kind) && isAway) return `正在休学，不能${moveNames[kind]}；请选复学、转出或毕业`
  const from = now.find(({ classes }) => classes.some(({ unitNo }) => unitNo === student.unitNo))
  if (kind === 'suspend' && from && from.fate !== 'upgrade') return '在毕业班，不能休学；请选留级、转出或毕业'
  if (['transfer', 'suspend', 'graduate'].includes(kind)) return to ? `${moveNames[kind]}不用选去向` : undefined
  if (!to) return kind === 'return' && from?.fate === 'upgrade' ? undefined : `${moveNames[kind]}要选去向`
  const grade = gradeAt(plan, now, to)
  if (!grade) return '的去向已不存在或要毕业'
  if (kind === 'return' || !from) return undefined
  const wanted = kind === 'repeat' ? from.curGrade : from.curGrade + 2
  return grade.stdyPrd === from.stdyPrd && grade.number === wanted
    ? undefined
    : `${moveNames[kind]}的去向不是${kind === 'repeat' ? '低' : '高'}一级的班级`
}

/** The grade of a target, with its number in the next year; undefined where it will not be there. */
function gradeAt({ entries }: Plan, now: GradeNow[], { unitNo, gradeNo, entry, clsNo = 1 }: Target) {
  const begun = entries.find((one) => entryKey(one) === entry && one.clsCnt >= clsNo)
  if (begun) return { stdyPrd: begun.stdyPrd, number: 1 }
  const grade = now.find((one) => one.unitNo === gradeNo || one.classes.some((inside) => inside.unitNo === unitNo))
  return grade?.fate === 'upgrade' ? { stdyPrd: grade.stdyPrd, number: grade.curGrade + 1 } : undefined
}

function warningsOf({ classMax, oddAges }: State, next: GradeNext[]): Finding[] {
  const classes = next.flatMap((grade) => grade.classes)
  const large = classes.filter(({ cnt, waitFlag }) => cnt > classMax && waitFlag === '0')
  const waiting = classes.filter(({ waitFlag }) => waitFlag === '1').reduce((sum, { cnt }) => sum + cnt, 0)
  return [
    ...finding('large', `${large.length} 个班超过 ${classMax} 人：${some(large.map(({ name }) => name))}`, large.length),
    ...finding('waiting', `${waiting} 名学生在待分班，结转后要分班`, waiting),
    ...finding('ages', `${oddAges} 名学生的年龄与年级相差两岁以上`, oddAges, { path: '/ent/datacheck' }),
  ]
}
