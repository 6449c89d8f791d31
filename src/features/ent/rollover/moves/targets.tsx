import { StudentState, waitingName } from '#domain/units/units.contract.ts'
import { moveKinds } from '../rollover.contract.ts'
import type { PlannedMove, CurrentRollover } from '../useRollover.tsx'

export type Kind = PlannedMove['kind']
export type Target = NonNullable<PlannedMove['to']>
export type NextGrade = CurrentRollover['next'][number]
type Class = NextGrade['classes'][number]

/** Describes a new exception: for whom, and as far as they are known the kind and the target (`valueOf` a target). */
export type NewException = { stuNos: string[]; kind?: Kind | undefined; to?: string }

/** Returns a target as a value of a list. */
export const valueOf = (to: Target) => JSON.stringify(to)

/** Lists what may become of somebody in this state, from a class that goes on or one that leaves. */
export function kindsFor(stt: string, leaves: boolean): Kind[] {
  const away = stt === StudentState.suspended
  return moveKinds.filter((kind) => {
    if (away) return kind === 'return' || kind === 'transfer' || (leaves && ['stay', 'repeat', 'graduate'].includes(kind))
    if (kind === 'return' || kind === 'graduate' || kind === 'stay') return false
    return !(leaves && (kind === 'suspend' || kind === 'skip' || kind === 'reclass'))
  })
}

/** Tells whether a kind needs a class to go to. */
export const needsTarget = (kind: Kind) => ['repeat', 'reclass', 'skip', 'stay', 'return'].includes(kind)

/** Lists classes of grades that leave the school or go on as a whole. */
export const leavingClasses = ({ now }: CurrentRollover) =>
  new Set(now.filter(({ fate }) => fate !== 'upgrade').flatMap(({ classes }) => classes.map(({ unitNo }) => unitNo)))

const numberOf = (shown: CurrentRollover, { key, isNew }: NextGrade) =>
  isNew ? 1 : (shown.now.find(({ unitNo }) => unitNo === key)?.curGrade ?? 0) + 1

// Gives how many years a grade of the next year is above the one of now.
const years: Partial<Record<Kind, number>> = { repeat: 0, stay: 0, reclass: 1, skip: 2 }

/**
 * Lists the grades of the next year that somebody of a class may come into: by the kind, or any that is not higher (coming back).
 */
export function gradesFor(shown: CurrentRollover, from: string, kind: Kind): NextGrade[] {
  const now = shown.now.find(({ classes }) => classes.some(({ unitNo }) => unitNo === from))
  if (!now) return []
  const same = shown.next.filter(({ stdyPrd }) => stdyPrd === now.stdyPrd)
  if (kind !== 'return' && kind !== 'stay') return same.filter((grade) => numberOf(shown, grade) - now.curGrade === years[kind])
  // Offers those who are away the new grade in which the others of theirs go on.
  const entry = shown.plan.promotes.find(({ unitNo }) => unitNo === now.unitNo)?.entry
  const promoted = shown.next.filter(({ key }) => key === entry)
  const own = same.filter((grade) =>
    kind === 'stay' ? numberOf(shown, grade) === now.curGrade : numberOf(shown, grade) <= now.curGrade + 1,
  )
  return [...promoted, ...own]
}

/** Returns the kind of a move from a class into a grade of the next year; undefined where it is impossible. */
export const kindTo = (shown: CurrentRollover, from: string, stt: string, gradeKey: string): Kind | undefined =>
  kindsFor(stt, leavingClasses(shown).has(from)).find(
    (kind) => needsTarget(kind) && gradesFor(shown, from, kind).some(({ key }) => key === gradeKey),
  )

/** Returns a class of the next year as a target: an existing one, a new one, or the 待分班 of its grade. */
export function targetOf(
  { key, isNew }: NextGrade,
  { unitNo, clsNo, waitFlag }: Pick<Class, 'unitNo' | 'clsNo' | 'waitFlag'>,
): Target {
  if (waitFlag === '1') return isNew ? { entry: key } : { gradeNo: key }
  return unitNo ? { unitNo } : { entry: key, clsNo: clsNo ?? 1 }
}

/** Lists the places in a grade, each as a value of a list: its classes, and 待分班 at the end. */
export function placesInGrade(grade: NextGrade): { value: string; label: string }[] {
  const lasting = grade.classes.filter(({ waitFlag }) => waitFlag === '0')
  const waiting = targetOf(grade, { unitNo: null, clsNo: null, waitFlag: '1' })
  return [
    ...lasting.map((one) => ({ value: valueOf(targetOf(grade, one)), label: `${one.name}（${one.cnt} 人）` })),
    { value: valueOf(waiting), label: waitingName },
  ]
}

/** Returns the name of a target. */
export function targetName({ next }: CurrentRollover, { unitNo, gradeNo, entry, clsNo }: Target): string {
  const grade = next.find(
    ({ key, classes }) => key === (entry ?? gradeNo) || classes.some((one) => unitNo && one.unitNo === unitNo),
  )
  const found = grade?.classes.find((one) => (unitNo ? one.unitNo === unitNo : clsNo !== undefined && one.clsNo === clsNo))
  return found?.name ?? (grade ? `${grade.name}${waitingName}` : '已不存在')
}
