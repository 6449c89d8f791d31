import { sql } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { Status } from '#contract/fields.ts'
import { freeNumbers, unitTypes } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { setOrder } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { checkPlace, placeSiblings, putInOrder } from '#server/database/tree.ts'
import { classOf, refuseTakenUnits, usedNumbers } from '#domain/units/createUnits.ts'
import { lockUnits, namingOf } from '#domain/units/units.ts'
import type { edcunit } from './edcunit.contract.ts'
import { selectUnits } from './edcunit.list.ts'
import { refuseEntered } from './make/edcunit.make.ts'
import { type KeptUnit, lockedUnit, lockedUnits, refuseFixedUnit, refuseParent, unitTree } from './edcunit.rules.ts'

/** Selects the siblings that have an order: those without a class stand last by themselves, those who left by their year. */
const orderedBelow = (
  entNo: string,
  prtNo: string | null,
) => sql<boolean>`ent_no = ${entNo} and prt_no is not distinct from ${prtNo}
  and wait_flag = '0' and grdt_flag = '0' and stt <> ${Status.deleted}`

export async function orderUnits({ entNo, unitOrds }: Input<typeof edcunit.setedcunitord>, { db }: Context) {
  await lockUnits(db, entNo)
  const { prtNo } = await lockedUnit(db, entNo, unitOrds[0]?.unitNo ?? '')
  return setOrder(db, 'edcunit', { keyName: 'unitNo', siblings: orderedBelow(entNo, prtNo), orders: unitOrds })
}

/**
 * Moves units below another one; classes take the years of their new grade, and where they go by the rule its names. Throws
 * invalid for another period.
 */
export async function moveUnits({ entNo, prtNo, unitNos, befNo }: Input<typeof edcunit.updateprtedcunit>, { db }: Context) {
  await checkPlace(db, unitTree, entNo, { nodes: unitNos, to: prtNo })
  const parent = await lockedUnit(db, entNo, prtNo)
  const units = await lockedUnits(db, entNo, unitNos)
  for (const unit of units) {
    refuseFixedUnit(unit, '移动')
    refuseParent(parent, unit.unitType)
    if (parent.stdyPrd && unit.stdyPrd && parent.stdyPrd !== unit.stdyPrd)
      throw invalidField('prtNo', `“${unit.unitName}”和“${parent.unitName}”的学段不同，不能移到它之下`)
  }
  const moved = units.filter((unit) => unit.prtNo !== prtNo)
  const classes = moved.filter(({ unitType }) => unitType === unitTypes.class)
  for (const { unitType, stdyPrd, entrYear, unitNo } of moved)
    if (unitType === unitTypes.grade && stdyPrd && entrYear)
      await refuseEntered(db, entNo, { parent, stdyPrd, years: [entrYear], without: unitNo })
  await refuseTakenUnits(db, entNo, { parent, units: moved.filter((unit) => !classes.includes(unit)) })
  const changes = await newPlaces(db, entNo, parent, classes)
  await refuseTakenUnits(db, entNo, { parent, units: [...changes.values()] })
  for (const { unitNo } of moved)
    await db
      .updateTable('edcunit')
      .set({ prtNo, ...changes.get(unitNo) })
      .where('entNo', '=', entNo)
      .where('unitNo', '=', unitNo)
      .execute()
  await putInOrder(db, unitTree, entNo, placeSiblings(await othersBelow(db, entNo, prtNo, unitNos), unitNos, befNo))
  return null
}

async function othersBelow(db: Db, entNo: string, prtNo: string, without: readonly string[]) {
  const rows = await selectUnits(db, { entNo, prtNo, grdtFlag: '0' })
    .where('u.waitFlag', '=', '0')
    .where('u.unitNo', 'not in', without)
    .select('u.unitNo')
    .execute()
  return rows.map(({ unitNo }) => unitNo)
}

/** Returns the places of classes in another grade; a number that is taken there gives way to the next free one. */
async function newPlaces(db: Db, entNo: string, grade: KeptUnit, classes: readonly KeptUnit[]) {
  const places = new Map<string, ReturnType<typeof classOf>>()
  if (classes.length === 0) return places
  const naming = await namingOf(db, entNo)
  const used = await usedNumbers(db, entNo, grade.unitNo)
  for (const unit of classes) {
    const own = unit.clsNo !== null && !used.has(unit.clsNo) ? unit.clsNo : (freeNumbers(used, 1)[0] ?? 1)
    used.add(own)
    const byRule = classOf(grade, own, naming)
    places.set(unit.unitNo, unit.nameLock === '1' ? { ...byRule, unitName: unit.unitName } : byRule)
  }
  return places
}
