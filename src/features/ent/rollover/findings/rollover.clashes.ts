import { className, gradeName, unitTypes } from '#domain/units/units.contract.ts'
import { nameLeft } from '#domain/units/schoolYear.ts'
import type { Named, State } from '../rollover.state.ts'
import type { GradeNext, GradeNow } from '../rollover.grades.ts'

/** Describes a name in the next year and where it lies; `unit`: the one that has it because somebody gave it that name. */
type Bearer = { at: string; name: string; unit?: Named }

/** Describes a unit that must give way, with its name by the rule (null: no rule names it) and a proposed name. */
export type Clash = { unitNo: string; unitName: string; newName: string; ruleName: string | null }

/** Names of the next year that meet: those that were given by hand give way to those by the rule. */
export function clashesOf(state: State, now: GradeNow[], next: GradeNext[]) {
  const met = [...Map.groupBy(bearers(state, now, next), ({ at, name }) => `${at} ${name}`).values()].filter(
    (all) => all.length > 1,
  )
  const units = met.flatMap((all) => all.flatMap(({ unit }) => (unit ? [clashOf(unit, state, now)] : [])))
  return { names: met.map(([one]) => one?.name ?? ''), units }
}

function bearers(state: State, now: GradeNow[], next: GradeNext[]): Bearer[] {
  const begun = next.filter(({ isNew }) => isNew).map(({ prtNo, name }): Bearer => ({ at: prtNo, name }))
  const kept = state.names.map((unit): Bearer => {
    const name = nameAfter(unit, state, now)
    return { at: unit.prtNo ?? '', name: name ?? unit.unitName, ...(name === undefined && { unit }) }
  })
  return [...begun, ...kept]
}

/** Returns the name of a unit after the year-end by the rule; undefined where it leaves the name as it is. */
function nameAfter(unit: Named, { naming, schYear }: State, now: GradeNow[]): string | undefined {
  if (unit.nameLock === '1') return undefined
  const grade = now.find(({ unitNo }) => unitNo === unit.unitNo)
  if (grade) return grade.fate === 'upgrade' ? grade.newName : nameLeft(unit.unitName, schYear + 1, naming)
  const above = now.find(({ unitNo }) => unitNo === unit.prtNo)
  return unit.unitType === unitTypes.class && unit.clsNo !== null && above?.fate === 'upgrade'
    ? className(above.newName, unit.clsNo, naming)
    : undefined
}

function clashOf({ unitNo, unitName, prtNo, clsNo }: Named, { naming }: State, now: GradeNow[]): Clash {
  const [grade, above] = [now.find((one) => one.unitNo === unitNo), now.find((one) => one.unitNo === prtNo)]
  const ofClass = above && clsNo !== null ? className(above.unitName, clsNo, naming) : null
  const ruleName = grade ? gradeName(grade, naming) : ofClass
  return { unitNo, unitName, newName: ruleName ?? `${unitName}（旧）`, ruleName }
}
