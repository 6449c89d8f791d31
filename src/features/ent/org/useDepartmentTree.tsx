import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '#web/api/api.ts'
import { type CountedNode, departmentDepthLimit, type LedNode, org } from './org.contract.ts'

type Leader = LedNode['leadEmps'][number]

/** Describes a department in the tree: counts, leaders, and what is above and below it. */
export type DepartmentPlace = CountedNode & {
  leaders: Leader[]
  /** Names from the top, its own last. */
  path: string[]
  /** Counts the departments below it. */
  below: number
  /** Counts its levels, its own included. */
  levels: number
}

/** Returns the departments with counts and leaders; the counts come before the leaders. */
export function useDepartmentTree() {
  const { data: tree, error, refetch } = useQuery(query(org.gettreewithstatis, {}))
  const { data: led } = useQuery(query(org.getwithleademp, {}))
  const byNo = useMemo(() => {
    const leaders = new Map(led?.flatMap(leadersOf))
    return new Map((tree ?? []).flatMap((node) => placesOf(node, [], leaders)).map((place) => [place.orgNo, place]))
  }, [tree, led])
  return { tree, byNo: byNo as ReadonlyMap<string, DepartmentPlace>, error, refetch }
}

export type DepartmentTreeState = ReturnType<typeof useDepartmentTree>

const leadersOf = ({ orgNo, leadEmps, items }: LedNode): [string, Leader[]][] => [[orgNo, leadEmps], ...items.flatMap(leadersOf)]

function placesOf(node: CountedNode, above: string[], leaders: ReadonlyMap<string, Leader[]>): DepartmentPlace[] {
  const path = [...above, node.orgName]
  const below = node.items.map((item) => placesOf(item, path, leaders))
  const levels = 1 + Math.max(0, ...below.map(([first]) => first?.levels ?? 0))
  return [{ ...node, leaders: leaders.get(node.orgNo) ?? [], path, below: below.flat().length, levels }, ...below.flat()]
}

/** Lists the departments right below one, or the top ones, in their order. */
export const departmentsRightBelow = ({ tree, byNo }: DepartmentTreeState, orgNo: string | undefined): CountedNode[] =>
  (orgNo === undefined ? tree : byNo.get(orgNo)?.items) ?? []

const holds = (node: CountedNode, orgNo: string): boolean => node.orgNo === orgNo || node.items.some((item) => holds(item, orgNo))

/**
 * Returns why a department cannot be moved under another (undefined: to the top), undefined where it can; the server applies the
 * same rule.
 */
export function departmentMoveRefusal(one: DepartmentPlace, to: DepartmentPlace | undefined): string | undefined {
  if (to && holds(one, to.orgNo)) return `不能把“${one.orgName}”移到它自己或它的下级之下`
  const levels = (to?.lvl ?? 0) + one.levels
  return levels > departmentDepthLimit ? `部门最多 ${departmentDepthLimit} 级，移到这里会有 ${levels} 级` : undefined
}
