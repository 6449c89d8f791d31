import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { nextNamed, useTypeahead } from '#web/page/typeahead.ts'
import { type ListedNode, siblingAfter, type TreePlace, type TreeMove } from './treeNodes.ts'

type Keys = {
  places: ReadonlyMap<string, TreePlace>
  /** Lists the nodes in sight, to which letters jump. */
  shown: () => ListedNode[]
  chosen: string | undefined
  onChoose: (key: string) => void
  onMove: TreeMove | undefined
  onRename: ((key: string) => void) | undefined
}

const nameOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${key.length === 1 ? key.toLowerCase() : key}`

const walks = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** Handles the keys of a tree besides the arrows, which it handles itself: they do whatever a drag does, and letters jump to a name. */
export function useTreeKeys({ places, shown, chosen, onChoose, onMove, onRename }: Keys) {
  const [active, setActive] = useState<string | null>(null)
  const [cut, setCut] = useState<string>()
  const typeahead = useTypeahead()
  const at = active ?? chosen

  const shift = (key: string, by: -1 | 1) => {
    const { siblings, parent } = places.get(key) as TreePlace
    const index = siblings.findIndex((one) => one.key === key)
    const other = siblings[index + by]
    if (other) onMove?.(key, parent, by < 0 ? other.key : siblingAfter(places, other.key))
  }
  const paste = (key: string) => {
    if (cut !== undefined) onMove?.(cut, key, undefined)
    setCut(undefined)
  }
  const moves = {
    'Alt+ArrowUp': (key: string) => shift(key, -1),
    'Alt+ArrowDown': (key: string) => shift(key, 1),
    'Ctrl+x': setCut,
    'Ctrl+v': paste,
    Escape: () => setCut(undefined),
  }
  const acts: Record<string, (key: string) => void> = {
    Enter: onChoose,
    ...(onRename && { F2: onRename }),
    ...(onMove && moves),
  }

  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isTree = event.target instanceof HTMLElement && event.target.role === 'tree'
    if (!isTree) return
    const typed = typeahead(event)
    if (typed !== undefined) {
      const named = nextNamed(shown(), at, typed)
      if (named) setActive(named.key)
      // Keeps a letter from the keys of the page.
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (at === undefined) return
    const name = nameOf(event)
    // Starts the arrow keys at the chosen node also after the mouse, which the tree by itself forgets.
    if (active === null && walks.includes(name)) flushSync(() => setActive(at))
    const act = acts[name]
    if (!act || (name !== 'Enter' && !places.has(at))) return
    event.preventDefault()
    event.stopPropagation()
    act(at)
  }
  return { active, setActive, cut: cut !== undefined && places.has(cut) ? cut : undefined, onKeyDownCapture, at }
}
