import { unitTypes } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { updateRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { refuseLeaving, readUnitRules, usedNumbers } from '#domain/units/createUnits.ts'
import { lockUnits, namingOf } from '#domain/units/units.ts'
import type { edcunit } from '../edcunit.contract.ts'
import { unitColumns } from '../edcunit.list.ts'
import { numberIn, ruleName } from '../make/edcunit.names.ts'
import { type KeptUnit, lockedUnit } from '../edcunit.rules.ts'
import { changePeriod, followYears, regrade } from './edcunit.period.ts'
import { setUnitState } from './edcunit.state.ts'
import { renameClasses } from '#domain/units/schoolYear.ts'

type Changes = Omit<Input<typeof edcunit.update>, 'entNo' | 'unitNo' | 'ver'>

/** Changes a unit; the classes of a grade follow it in their years, and in their names where these are by the rule. */
export async function updateUnit({ entNo, unitNo, ver, ...input }: Input<typeof edcunit.update>, context: Context) {
  const { db } = context
  await lockUnits(db, entNo)
  const unit = await lockedUnit(db, entNo, unitNo)
  refuseKept(unit, input)
  const { stt, stdyPrd, entrYear, grdtYear, unitName, nameLock, unitType: _, ...plain } = input
  if (stt && stt !== unit.stt) await setUnitState(db, entNo, [unit], stt)
  const years = await changedYears(context, entNo, unit, { stdyPrd, entrYear, grdtYear })
  const named = await changedName(context, entNo, { ...unit, ...years }, { unitName, nameLock })
  const changed = await updateRow(db, 'edcunit', { entNo, unitNo }, { ...plain, ...years, ...named, ver }, unitColumns)
  if (unit.unitType === unitTypes.grade) {
    await followYears(db, entNo, unitNo)
    if (named.unitName) await renameClasses(db, entNo, new Map([[unitNo, named.unitName]]), await namingOf(db, entNo))
  }
  return changed
}

const differs = (unit: KeptUnit, input: Changes, field: keyof Changes) =>
  input[field] !== undefined && input[field] !== unit[field]

/** Refuses what cannot be changed of the school, of those without a class, and of what has left. */
function refuseKept(unit: KeptUnit, input: Changes) {
  const fields = Object.keys(input) as (keyof Changes)[]
  const other = (...free: string[]) => fields.find((field) => !free.includes(field) && differs(unit, input, field))
  const refuse = (field: string | undefined, message: string) => {
    if (field) throw invalidField(field, message)
  }
  refuse(differs(unit, input, 'unitType') ? 'unitType' : undefined, `“${unit.unitName}”的单元类型不能修改`)
  if (unit.unitType === unitTypes.school)
    refuse(other('selfNo', 'des', 'rem'), '学校的名称在“本单位”里改，这里只能改自编号、描述和备注')
  if (unit.waitFlag === '1') refuse(other('des', 'rem'), `“${unit.unitName}”随年级而有，只能改描述和备注`)
  if (unit.grdtFlag === '1') refuse(other('rem'), `“${unit.unitName}”已毕业，只能改备注`)
}

type Years = Pick<Changes, 'stdyPrd' | 'entrYear' | 'grdtYear'>

async function changedYears({ db }: Context, entNo: string, unit: KeptUnit, { stdyPrd, entrYear, grdtYear }: Years) {
  const isNew = <T>(value: T | undefined, kept: T) => value !== undefined && value !== kept
  const [prd, entered, leaving] = [isNew(stdyPrd, unit.stdyPrd), isNew(entrYear, unit.entrYear), isNew(grdtYear, unit.grdtYear)]
  if (!prd && !entered && !leaving) return {}
  if (unit.unitType === unitTypes.period && !entered && !leaving && stdyPrd) {
    await changePeriod(db, entNo, { period: unit, stdyPrd, rule: await readUnitRules(db, entNo) })
    return { stdyPrd }
  }
  if (unit.unitType !== unitTypes.grade)
    throw invalidField(prd ? 'stdyPrd' : entered ? 'entrYear' : 'grdtYear', `“${unit.unitName}”的学段和年份随上级，不能单独修改`)
  if (prd || entered)
    return regrade(db, entNo, { grade: unit, years: { stdyPrd, entrYear, grdtYear }, rule: await readUnitRules(db, entNo) })
  if (!grdtYear) throw invalidField('grdtYear', '年级的毕业年份不能为空')
  refuseLeaving(grdtYear, unit.entrYear ?? 0)
  return { grdtYear }
}

/** Returns the new name of a unit: one by the rule is no longer fixed, any other one is. */
async function changedName({ db }: Context, entNo: string, unit: KeptUnit, given: Pick<Changes, 'unitName' | 'nameLock'>) {
  const isClass = unit.unitType === unitTypes.class
  if (!isClass && unit.unitType !== unitTypes.grade) return given.unitName ? { unitName: given.unitName } : {}
  const naming = await namingOf(db, entNo)
  const grade = isClass ? (await lockedUnit(db, entNo, unit.prtNo as string)).unitName : undefined
  const byRule = ruleName(unit, grade, naming)
  if (given.unitName === undefined || given.unitName === unit.unitName) {
    const free = (given.nameLock ?? unit.nameLock) === '0' && byRule
    return { ...(given.nameLock && { nameLock: given.nameLock }), ...(free && free !== unit.unitName && { unitName: free }) }
  }
  const told = grade === undefined ? undefined : numberIn(given.unitName, grade, naming)
  if (told && told !== unit.clsNo) {
    if ((await usedNumbers(db, entNo, unit.prtNo as string)).has(told))
      throw new Fault('taken', `班号 ${told} 已被这个年级的另一个班使用`)
    return { unitName: given.unitName, clsNo: told, nameLock: '0' }
  }
  return { unitName: given.unitName, nameLock: given.unitName === byRule ? '0' : '1' }
}
