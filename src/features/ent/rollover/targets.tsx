import { StudentState, waitingName } from '#contract/units.ts'
import { moveKinds } from './rollover.contract.ts'
import type { Move, Shown } from './useRollover.tsx'

export type Kind = Move['kind']
type Target = NonNullable<Move['to']>
type Grade = Shown['next'][number]

/** What may become of somebody in this state, from a class that goes on or one that leaves. */
export function kindsFor(stt: string, leaves: boolean): Kind[] {
  const away = stt === StudentState.suspended
  return moveKinds.filter((kind) => {
    if (away) return kind === 'return' || kind === 'transfer' || (leaves && kind === 'graduate')
    if (kind === 'return' || kind === 'graduate') return false
    return !(leaves && (kind === 'suspend' || kind === 'skip'))
  })
}

/** Kinds that need a class to go to. */
export const needsTarget = (kind: Kind) => ['repeat', 'skip', 'return'].includes(kind)

const numberOf = (shown: Shown, { key, isNew }: Grade) =>
  isNew ? 1 : (shown.now.find(({ unitNo }) => unitNo === key)?.curGrade ?? 0) + 1

/** The grades of the next year that somebody of a grade may come into: a year lower, a year higher, or any (coming back). */
export function gradesFor(shown: Shown, from: string, kind: Kind): Grade[] {
  const now = shown.now.find(({ classes }) => classes.some(({ unitNo }) => unitNo === from))
  if (!now) return []
  const same = shown.next.filter(({ stdyPrd }) => stdyPrd === now.stdyPrd)
  if (kind === 'return') return same.filter((grade) => numberOf(shown, grade) <= now.curGrade + 1)
  return same.filter((grade) => numberOf(shown, grade) === (kind === 'repeat' ? now.curGrade : now.curGrade + 2))
}

/** The places in a grade, each as a value of a list: its classes, and 待分班 at the end. */
export function placesIn({ key, isNew, classes }: Grade): { value: string; label: string }[] {
  const lasting = classes.filter(({ waitFlag }) => waitFlag === '0')
  const places = lasting.map(({ unitNo, name, clsNo, cnt }) => {
    const to: Target = unitNo ? { unitNo } : { entry: key, clsNo: clsNo ?? 1 }
    return { value: JSON.stringify(to), label: `${name}（${cnt} 人）` }
  })
  const waiting: Target = isNew ? { entry: key } : { gradeNo: key }
  return [...places, { value: JSON.stringify(waiting), label: waitingName }]
}

/** What a target is called. */
export function targetName({ next }: Shown, { unitNo, gradeNo, entry, clsNo }: Target): string {
  const grade = next.find(
    ({ key, classes }) => key === (entry ?? gradeNo) || classes.some((one) => unitNo && one.unitNo === unitNo),
  )
  const found = grade?.classes.find((one) => (unitNo ? one.unitNo === unitNo : clsNo !== undefined && one.clsNo === clsNo))
  return found?.name ?? (grade ? `${grade.name}${waitingName}` : '已不存在')
}
