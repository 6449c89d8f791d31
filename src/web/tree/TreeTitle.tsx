import { Ellipsis } from 'lucide-react'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { Button } from 'antd'
import type { HTMLAttributes, SyntheticEvent } from 'react'
import { useMenu } from '#web/menu/useMenu.tsx'
import type { ListedNode } from './treeNodes.ts'
import { BuiltInMark } from '#web/theme/BuiltInMark.tsx'

type Props = {
  node: ListedNode
  className: string
  drag: HTMLAttributes<HTMLElement>
  menu: ActionMenu | undefined
  /** Takes the focus when the menu is closed. */
  onMenuClosed: () => void
}

// Keeps clicks and keys in a node's menu from the node and the tree.
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Draws a row of a tree: name, note, count, and its menu when the mouse is over it. */
export function TreeTitle({ node, className, drag, menu, onMenuClosed }: Props) {
  const { title, note, count, countHint, isOff, isDim, isWay, icon, isFixed } = node
  return (
    <span className={`node ${className}`} title={[title, note, countHint].filter(Boolean).join('　')} {...drag}>
      {icon && <span aria-hidden="true">{icon}</span>}
      <span dir="auto" className={isWay || isOff || isDim ? 'node-name grey' : 'node-name'}>
        {title}
      </span>
      {isFixed && <BuiltInMark />}
      {isOff && <span className="tag off">停用</span>}
      {note && <span className="node-note grey">{note}</span>}
      {count && <span className="node-count grey">{count}</span>}
      {menu?.items.length ? <NodeMenu title={title} menu={menu} onClosed={onMenuClosed} /> : null}
    </span>
  )
}

function NodeMenu({ title, menu, onClosed }: { title: string; menu: ActionMenu; onClosed: () => void }) {
  const { isOpen, trigger, list } = useMenu(menu, { side: 'end', onClosed })
  return (
    <span className="node-menu" onClick={stop} onKeyDown={stop} onFocus={stop} onBlur={stop} onMouseDown={stop}>
      <Button
        type="text"
        size="small"
        tabIndex={-1}
        className={isOpen ? 'node-more open' : 'node-more'}
        icon={<Ellipsis />}
        aria-label={`更多操作：${title}`}
        {...trigger}
      />
      {list}
    </span>
  )
}
