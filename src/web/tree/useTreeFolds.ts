import { useState } from 'react'
import { nodesAbove, branchesOf, type ListedNode, type TreePlace } from './treeNodes.ts'

// Sets the number of nodes above which only the top ones are open at first.
const many = 200

/**
 * Returns which nodes are open: all of a small tree or of a search, the top ones of a big one, what is above the chosen one, and
 * what the user opened.
 */
export function useTreeFolds(
  listed: ListedNode[],
  places: ReadonlyMap<string, TreePlace>,
  chosen: string | undefined,
  searching: boolean,
) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [hitFolds, setHitFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [seen, setSeen] = useState<string>()
  if (chosen !== seen && (chosen === undefined || places.has(chosen))) {
    setSeen(chosen)
    if (chosen) setFolds(new Map([...folds, ...nodesAbove(places, chosen).map((key) => [key, true] as const)]))
  }
  const isOpenAtFirst = (key: string) => {
    const place = places.get(key)
    return !place?.node.isFolded && (places.size <= many || place?.parent === undefined)
  }
  const isOpen = (key: string) => (searching ? hitFolds.get(key) !== false : (folds.get(key) ?? isOpenAtFirst(key)))
  return {
    expanded: branchesOf(listed).filter(isOpen),
    fold: (key: string, open: boolean) =>
      searching ? setHitFolds(new Map(hitFolds).set(key, open)) : setFolds(new Map(folds).set(key, open)),
    /** Opens all hits of another search again. */
    reset: () => setHitFolds(new Map()),
  }
}
