import { Status } from '#contract/fields.ts'
import { mayLieUnder, type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { contractColumns, requireRow } from '#server/database/rows.ts'
import { initials, withKeyword } from '#server/base/search.ts'
import { type Branch, treeOf } from '#server/database/tree.ts'
import { leadsOf } from '#domain/units/unitLeads.ts'
import { countsIn, noCounts } from './edcunit.counts.ts'
import { Unit } from '#domain/units/unit.contract.ts'

export const unitColumns = contractColumns(Unit)

type Filter = {
  entNo: string
  unitType?: string | undefined
  prtNo?: string | undefined
  stt?: string | undefined
  grdtFlag?: string | undefined
  keyWord?: string | undefined
}

/** Reads the units of a school in their order; those who have no class yet come last. */
export const selectUnits = (db: Db, { entNo, unitType, prtNo, stt, grdtFlag }: Filter) =>
  db
    .selectFrom('edcunit as u')
    .where('u.entNo', '=', entNo)
    .where('u.stt', stt ? '=' : '<>', stt ?? Status.deleted)
    .$if(!!unitType, (list) => list.where('u.unitType', '=', unitType as string))
    .$if(!!prtNo, (list) => list.where('u.prtNo', '=', prtNo as string))
    .$if(!!grdtFlag, (list) => list.where('u.grdtFlag', '=', grdtFlag as string))
    .orderBy('u.waitFlag')
    .orderBy('u.showOrd')
    .orderBy('u.unitNo')

type Named = { unitName: string; unitNo: string; selfNo: string | null }

/** Keeps units that a keyword finds, by name, number or own number. */
const unitsFitting = <Row extends Named>(rows: Row[], { keyWord }: Filter) =>
  withKeyword(rows, keyWord, ({ unitName, unitNo, selfNo }) => [unitName, unitNo, selfNo])

type Way = { unitNo: string; path: string }

/**
 * Reads every unit with its path, in the order in which the whole tree is read; one query, where a path of each row would be
 * many.
 */
async function waysOf(db: Db, entNo: string): Promise<Map<string, { place: number; path: string }>> {
  const all = await selectUnits(db, { entNo }).select(['unitNo', 'unitName', 'unitType', 'prtNo']).execute()
  const walk = (nodes: Branch<(typeof all)[number]>[], above: (typeof all)[number][]): Way[] =>
    nodes.flatMap((node) => {
      // Names a class without its grade, and nothing with its school.
      const told = above.filter(({ unitType }) => unitType !== unitTypes.grade && unitType !== unitTypes.school)
      const path = [node, ...told].map(({ unitName }) => unitName).join(' · ')
      return [{ unitNo: node.unitNo, path }, ...walk(node.items, [node, ...above])]
    })
  const ways = walk(
    treeOf(all, 'unitNo', 'prtNo', (row) => row),
    [],
  )
  return new Map(ways.map(({ unitNo, path }, place) => [unitNo, { place, path }]))
}

/** Puts units in the order in which the whole tree is read, each with its path. */
export async function withWays<Row extends { unitNo: string }>(db: Db, entNo: string, rows: Row[]) {
  const ways = await waysOf(db, entNo)
  return rows
    .map((row) => ({ row, ...(ways.get(row.unitNo) ?? { place: ways.size, path: '' }) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ row, path }) => ({ ...row, path }))
}

export async function listUnits(db: Db, filter: Filter) {
  const found = unitsFitting(await selectUnits(db, filter).select(unitColumns).execute(), filter)
  const rows = await withWays(db, filter.entNo, found)
  return rows.map(({ path: _, ...row }) => row)
}

// Caches the spellings, which are the same in every school.
const helpCodes = new Map<string, string>()

function helpCodeOf(unitName: string): string {
  if (helpCodes.size > 10_000) helpCodes.clear()
  const helpCode = helpCodes.get(unitName) ?? initials(unitName)
  helpCodes.set(unitName, helpCode)
  return helpCode
}

export async function treeOfUnits(db: Db, filter: Filter) {
  const [rows, counts] = await Promise.all([
    selectUnits(db, filter)
      .select(['unitNo', 'unitName', 'selfNo', 'prtNo', 'unitType', 'stdyPrd', 'entrYear', 'grdtYear', 'curGrade', 'clsNo'])
      .select(['curSchYear', 'waitFlag', 'grdtFlag', 'stt'])
      .execute(),
    countsIn(db, filter.entNo),
  ])
  return treeOf(rows, 'unitNo', 'prtNo', (row, lvl) => {
    const { stuCnt, clsCnt } = counts.get(row.unitNo) ?? noCounts
    return { ...row, lvl, helpCode: helpCodeOf(row.unitName), stuCnt, clsCnt }
  })
}

/** Reads units with their paths, counts and holders. */
export async function unitsEx(db: Db, filter: Filter, unitNo?: string) {
  const { entNo } = filter
  const [rows, counts, leads] = await Promise.all([
    selectUnits(db, filter)
      .$if(!!unitNo, (list) => list.where('u.unitNo', '=', unitNo as string))
      .select(unitColumns)
      .execute(),
    countsIn(db, entNo),
    leadsOf(db, entNo),
  ])
  return (await withWays(db, entNo, unitsFitting(rows, filter))).map((row) => {
    const { dayCnt: _, suspCnt: __, ...shown } = counts.get(row.unitNo) ?? noCounts
    return { ...row, ...shown, leads: leads.get(row.unitNo) ?? [] }
  })
}

export async function readUnit(db: Db, entNo: string, unitNo: string) {
  const [unit] = await unitsEx(db, { entNo }, unitNo)
  return { ...requireRow(unit), mayHold: unitTypesBelow(requireRow(unit)) }
}

type Holding = { unitType: string; waitFlag: string; stt: string }

/** Lists the types of units that may be made below one. */
const unitTypesBelow = ({ unitType, waitFlag, stt }: Holding): UnitType[] =>
  stt === Status.enabled && waitFlag === '0'
    ? Object.values(unitTypes).filter((type) => (mayLieUnder[type] as readonly string[]).includes(unitType))
    : []

/** Lists units in use down to a type, to be ticked; of the others those that are ticked already. */
export async function tickableUnits(
  db: Db,
  { entNo, unitType, unitNos = [] }: { entNo: string; unitType: string; unitNos?: string[] | undefined },
) {
  const rows = await selectUnits(db, { entNo })
    .where('u.unitType', '<=', unitType)
    .where((or) => or.or([or('u.stt', '=', Status.enabled), or('u.unitNo', 'in', [...unitNos, ''])]))
    .select(['unitNo', 'unitName', 'prtNo', 'unitType', 'stdyPrd', 'stt'])
    .execute()
  const ticked = new Set(unitNos)
  return (await withWays(db, entNo, rows)).map((row) => ({ ...row, chkFlag: flagOf(ticked.has(row.unitNo)) }))
}

export const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))
