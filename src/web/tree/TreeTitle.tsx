import { LockOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import type { HTMLAttributes, SyntheticEvent } from 'react'
import type { ListedNode } from './treeNodes.ts'

type Props = {
  node: ListedNode
  className: string
  drag: HTMLAttributes<HTMLElement>
  menu: MenuProps | undefined
  isOpen: boolean
  onOpen: (open: boolean) => void
}

// Keeps clicks and keys in a node's menu from the node and the tree.
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Draws a row of a tree: name, note, count, and its menu when the mouse is over it. */
export function TreeTitle({ node, className, drag, menu, isOpen, onOpen }: Props) {
  const { title, note, count, countHint, isOff, isDim, isWay, icon, isFixed } = node
  return (
    <span className={`node ${className}`} title={[title, note, countHint].filter(Boolean).join('　')} {...drag}>
      {icon}
      <span className={isWay || isOff || isDim ? 'node-name grey' : 'node-name'}>{title}</span>
      {isFixed && <LockOutlined className="grey" aria-label="内置" title="内置" />}
      {isOff && <span className="tag off">停用</span>}
      {note && <span className="node-note grey">{note}</span>}
      {count && <span className="node-count grey">{count}</span>}
      {menu?.items?.length ? (
        <span className="node-menu" onClick={stop} onKeyDown={stop} onFocus={stop} onBlur={stop} onMouseDown={stop}>
          <Dropdown trigger={['click']} menu={menu} open={isOpen} onOpenChange={onOpen} autoFocus placement="bottomRight">
            <Button
              type="text"
              size="small"
              tabIndex={-1}
              className={isOpen ? 'node-more open' : 'node-more'}
              icon={<MoreOutlined />}
              aria-label={`更多操作：${title}`}
            />
          </Dropdown>
        </span>
      ) : null}
    </span>
  )
}
