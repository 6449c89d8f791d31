import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Naming, namingFrom, unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { edcunit, type UnitNode } from './edcunit.contract.ts'

/** Describes a unit in the tree: what is above it, and how much lies below. */
export type UnitPlace = UnitNode & {
  /** Names from the top without the school, its own last. */
  way: string[]
  /** Gives its full name as the server does: itself first, a class without its grade. */
  path: string
  /** Counts the units below it. */
  below: number
  /** Counts its levels, its own included. */
  levels: number
}

/** Returns the units of the school as a tree, and by their numbers. */
export function useUnits() {
  const { data: tree, error, refetch } = useQuery(query(edcunit.gettree, {}))
  const byNo = useMemo(
    () => new Map((tree ?? []).flatMap((node) => placesOf(node, [])).map((place) => [place.unitNo, place])),
    [tree],
  )
  return { tree, byNo: byNo as ReadonlyMap<string, UnitPlace>, error, refetch }
}

export type Units = ReturnType<typeof useUnits>

function placesOf(node: UnitNode, above: UnitNode[]): UnitPlace[] {
  const line = [...above, node]
  const below = node.items.map((item) => placesOf(item, line))
  const levels = 1 + Math.max(0, ...below.map(([first]) => first?.levels ?? 0))
  const names = line.length > 1 ? line.filter(({ unitType }) => unitType !== unitTypes.school) : line
  const told = names.filter((one) => one === node || one.unitType !== unitTypes.grade).toReversed()
  const place = {
    ...node,
    way: names.map(({ unitName }) => unitName),
    path: told.map(({ unitName }) => unitName).join(' · '),
    below: below.flat().length,
    levels,
  }
  return [place, ...below.flat()]
}

/** Lists the units that have an order below one: without those who left, and without those who wait for a class. */
export const siblingsBelow = ({ byNo }: Units, prtNo: string | null): UnitNode[] =>
  (byNo.get(prtNo ?? '')?.items ?? []).filter(({ waitFlag, grdtFlag }) => waitFlag === '0' && grdtFlag === '0')

/** Returns how the school names its grades and classes, and its current school year. */
export function useNaming({ tree }: Pick<Units, 'tree'>): { naming: Naming; schYear: number } {
  const { cfgData } = useMe()
  return { naming: namingFrom(cfgData), schYear: tree?.[0]?.curSchYear ?? 0 }
}
