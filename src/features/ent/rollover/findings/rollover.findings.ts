import type * as z from 'zod'
import { type RolloverPreview, type Plan, season } from '../rollover.contract.ts'
import { clashesOf } from './rollover.clashes.ts'
import { wrongMoves } from '../moves/rollover.moves.ts'
import type { State } from '../rollover.state.ts'
import type { GradeNext, GradeNow } from '../rollover.grades.ts'

type Finding = z.output<typeof RolloverPreview>['blocks'][number]
type Fix = Finding['fix']

const finding = (code: Finding['code'], text: string, cnt: number, fix: Fix): Finding[] =>
  cnt > 0 ? [{ code, text, cnt, fix }] : []

const page = (path: string): Fix => ({ path })
const some = (names: readonly string[]) => names.slice(0, 3).join('、') + (names.length > 3 ? ` 等 ${names.length} 个` : '')

/** Lists what prevents a year-end, and what should be checked first; each with what resolves it. */
export function findings(state: State, plan: Plan, now: GradeNow[], next: GradeNext[]) {
  return {
    blocks: [
      ...blocksOfYear(state, plan, now),
      ...blocksOfStudents(state, plan, now),
      ...blocksOfImports(state),
      ...blocksOfNames(state, now, next),
      ...blocksOfMoves(state, plan, now),
    ],
    warnings: warningsOf(state, next),
  }
}

function blocksOfYear({ schYear, calendarYear }: State, { again }: Plan, now: GradeNow[]): Finding[] {
  const isAgain = schYear > calendarYear && again === '0'
  return [
    ...finding('none', '还没有年级，先建立年级与班级', now.length === 0 ? 1 : 0, page('/ent/edcunit')),
    ...finding('again', `学校已在${schYear}学年，本学年已经升级过`, isAgain ? 1 : 0, { plan: 'again' }),
  ]
}

function blocksOfStudents({ strays, away, schYear, calendarYear }: State, { moves }: Plan, now: GradeNow[]): Finding[] {
  const lost = strays.reduce((sum, { cnt }) => sum + cnt, 0)
  // Leaves out the new grades of a school year that is still to come: their children are.
  const empty = now
    .filter(({ entrYear }) => !(entrYear === schYear && schYear > calendarYear))
    .flatMap(({ classes }) => classes)
    .filter(({ cnt, awayCnt, waitFlag }) => cnt + awayCnt === 0 && waitFlag === '0')
  const leaving = new Set(
    now.filter(({ fate }) => fate !== 'upgrade').flatMap(({ classes }) => classes.map(({ unitNo }) => unitNo)),
  )
  const undecided = away.filter(({ stuNo, unitNo }) => leaving.has(unitNo) && !moves.some((move) => move.stuNo === stuNo))
  const students = undecided.slice(0, 200).map(({ stuNo, stuName, unitName }) => ({ stuNo, stuName, unitName }))
  const [first] = strays
  return [
    ...finding(
      'strays',
      `${lost} 名学生不在启用的班级里：${some([...new Set(strays.map(({ unitName }) => unitName))])}`,
      lost,
      page(`/ent/stu?unitNo=${first?.unitNo ?? ''}&subFlag=0&stt=${first?.stt ?? ''}`),
    ),
    ...finding('empty', `${empty.length} 个班没有学生：${some(empty.map(({ unitName }) => unitName))}`, empty.length, {
      disable: empty.map(({ unitNo }) => unitNo),
    }),
    ...finding('undecided', `毕业班里有 ${undecided.length} 名休学的学生，要先决定去向`, undecided.length, { decide: students }),
  ]
}

// Lists open imports: one's own are written or discarded where they are listed; that list shows nothing of others'.
function blocksOfImports({ openImports }: State): Finding[] {
  const nickNames = [...new Set(openImports.filter(({ isMine }) => !isMine).map(({ nickName }) => nickName))]
  const isMine = openImports.some((one) => one.isMine)
  const whose = nickNames.length > 0 ? `：${some([...(isMine ? ['我'] : []), ...nickNames])}` : ''
  const fix: Fix = isMine ? page('/ent/imp?impStt=1') : { giveUp: nickNames }
  return finding('imports', `${openImports.length} 批学生导入还没有写入${whose}`, openImports.length, fix)
}

function blocksOfNames(state: State, now: GradeNow[], next: GradeNext[]): Finding[] {
  const { names, units } = clashesOf(state, now, next)
  const fix: Fix = units.length > 0 ? { rename: units } : { plan: 'entries' }
  return finding('names', `升级后会有重名的单元：${some(names)}`, names.length, fix)
}

function blocksOfMoves(state: State, plan: Plan, now: GradeNow[]): Finding[] {
  const wrong = wrongMoves(state, plan, now)
  const text = `有的例外做不到：${some(wrong.map(({ stuName, why }) => stuName + why))}`
  return finding('moves', text, wrong.length, { drop: wrong.map(({ stuNo, why }) => ({ stuNo, why })) })
}

function warningsOf({ classMax, oddAges, day }: State, next: GradeNext[]): Finding[] {
  const classes = next.flatMap((grade) => grade.classes)
  const large = classes.filter(({ cnt, waitFlag }) => cnt > classMax && waitFlag === '0')
  const waiting = classes.filter(({ waitFlag, cnt }) => waitFlag === '1' && cnt > 0)
  const waitCnt = waiting.reduce((sum, { cnt }) => sum + cnt, 0)
  // Corrects in the plan what is only planned.
  const fixOf = (found: typeof classes): Fix => {
    const there = found.find(({ unitNo }) => unitNo !== null)
    return there?.unitNo ? page(`/ent/stu?unitNo=${there.unitNo}`) : { plan: 'entries' }
  }
  return [
    ...finding('season', outOfSeason(day) ?? '', outOfSeason(day) ? 1 : 0, {}),
    ...finding(
      'large',
      `${large.length} 个班超过 ${classMax} 人：${some(large.map(({ name }) => name))}`,
      large.length,
      fixOf(large),
    ),
    ...finding('waiting', `${waitCnt} 名学生在待分班，升级后要分班`, waitCnt, fixOf(waiting)),
    ...finding('ages', `${oddAges} 名学生的年龄与年级相差两岁以上`, oddAges, page('/ent/datacheck?rule=oddAge')),
  ]
}

/** Says that a day (YYYY-MM-DD) is not in the season of going on; undefined where it is. */
export function outOfSeason(day: string): string | undefined {
  const date = day.slice(5)
  if (season.from <= date && date <= season.to) return undefined
  return `今天是${Number(date.slice(0, 2))}月${Number(date.slice(3))}日，学年升级一般在6月至9月做`
}
