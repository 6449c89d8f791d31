import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '#web/api/api.ts'
import { ent, type EnterpriseNode } from './ent.contract.ts'

/** Describes an enterprise in the tree, with the names of those above it, its own last. */
type EnterprisePlace = EnterpriseNode & { path: string[] }

/** Returns the enterprises within reach, as a tree and by their numbers. */
export function useEnterpriseTree() {
  const { data: tree, error, refetch } = useQuery(query(ent.gettree, {}))
  const byNo = useMemo(() => new Map(tree?.flatMap((node) => placesOf(node, []))), [tree])
  return { tree, byNo: byNo as ReadonlyMap<string, EnterprisePlace>, error, refetch }
}

export type EnterpriseTreeState = ReturnType<typeof useEnterpriseTree>

function placesOf(node: EnterpriseNode, above: string[]): [string, EnterprisePlace][] {
  const path = [...above, node.entName]
  return [[node.entNo, { ...node, path }], ...node.items.flatMap((item) => placesOf(item, path))]
}

/** Lists those right below one, or the top ones. */
export const enterprisesBelow = ({ tree, byNo }: EnterpriseTreeState, entNo: string | undefined): EnterpriseNode[] =>
  (entNo === undefined ? tree : byNo.get(entNo)?.items) ?? []
