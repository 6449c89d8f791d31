import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { stu } from '../stu.contract.ts'
import type { PlaceNode } from '../stu.parts.contract.ts'

/** Describes a unit with the names of the units above it, without the school. */
export type Place = PlaceNode & { path: string }

/** Returns the units of the students whom the user reaches: those below the school, and each by its number. */
export function usePlaces() {
  const { data, error, refetch } = useQuery(query(stu.gettree, {}))
  const byNo = useMemo(() => new Map(data?.flatMap((node) => placesOf(node, ''))), [data])
  return { places: data?.flatMap(belowSchool), byNo: byNo as ReadonlyMap<string, Place>, error, refetch }
}

const belowSchool = (node: PlaceNode) => (node.unitType === unitTypes.school ? node.items : [node])

function placesOf(node: PlaceNode, above: string): [string, Place][] {
  const own = node.unitType === unitTypes.school ? '' : above ? `${above} / ${node.unitName}` : node.unitName
  return [[node.unitNo, { ...node, path: own }], ...node.items.flatMap((item) => placesOf(item, own))]
}
