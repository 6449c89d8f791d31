import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button } from 'antd'

/** Returns how the items of a list in a form are changed; each is one at a place. */
export function itemsOf<Item>(items: readonly Item[], onChange: ((items: Item[]) => void) | undefined) {
  return {
    change: (at: number, part: Partial<Item>) => onChange?.(items.map((one, i) => (i === at ? { ...one, ...part } : one))),
    swap: (at: number, to: number) =>
      onChange?.(items.map((one, i) => (i === at ? items[to] : i === to ? items[at] : one) ?? one)),
    remove: (at: number) => onChange?.(items.filter((_, i) => i !== at)),
    add: (item: Item) => onChange?.([...items, item]),
  }
}

type Props = {
  /** Names the item at a place: 第 2 项. */
  word: string
  at: number
  count: number
  /** Moves it; undefined where the order says nothing. */
  onSwap?: (at: number, to: number) => void
  onRemove: (at: number) => void
}

/** Draws the buttons that move an item of a list, or take it out. */
export const ItemActs = ({ word, at, count, onSwap, onRemove }: Props) => (
  <>
    {onSwap && (
      <>
        <Button aria-label={`上移${word}`} icon={<ArrowUp />} disabled={at === 0} onClick={() => onSwap(at, at - 1)} />
        <Button aria-label={`下移${word}`} icon={<ArrowDown />} disabled={at === count - 1} onClick={() => onSwap(at, at + 1)} />
      </>
    )}
    <Button danger aria-label={`去掉${word}`} icon={<Trash2 />} onClick={() => onRemove(at)} />
  </>
)
