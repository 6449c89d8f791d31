import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import './sideList.css'

type SideItem = {
  key: string
  title: string
  /** Draws a tag behind the name. */
  tag?: ReactNode
  /** Shows a count at the right end. */
  count?: string
  isOff?: boolean
}

type Props = {
  label: string
  items: readonly SideItem[]
  chosen: string | undefined
  onChoose: (key: string) => void
  ticked?: readonly string[]
  /** Makes rows tickable, and receives their keys. */
  onTick?: ((keys: string[]) => void) | undefined
}

/** Draws a short list to choose from, beside what is chosen. */
export function SideList({ label, items, chosen, onChoose, ticked = [], onTick }: Props) {
  const tick = (key: string) => onTick?.(ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key])
  return (
    <ul className="side-list" aria-label={label}>
      {items.map(({ key, title, tag, count, isOff }) => (
        <li key={key} className={key === chosen ? 'chosen' : undefined}>
          {onTick && <Checkbox checked={ticked.includes(key)} onChange={() => tick(key)} aria-label={`选择${title}`} />}
          <button type="button" aria-current={key === chosen} onClick={() => onChoose(key)}>
            <span dir="auto" className={`side-title${isOff ? ' grey' : ''}`} title={title}>
              {title}
            </span>
            {isOff && <span className="tag off">停用</span>}
            {tag && <span className="tag run">{tag}</span>}
            {count && <span className="side-count grey">{count}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
