import { ChevronDown, Ellipsis } from 'lucide-react'
import { MenuButton } from './MenuButton.tsx'
import type { ActionMenu } from './menuOf.ts'
import { RowButton } from './RowButton.tsx'
import { useMenu } from './useMenu.tsx'

type Props = {
  menu: ActionMenu | undefined
  /** Names the row of the menu, where every row has one. */
  row?: string
}

/** Draws the further actions, behind one button; nothing where there are none. */
export const ActionsButton = ({ menu, row }: Props) =>
  !menu?.items.length ? null : row === undefined ? (
    <MenuButton menu={menu} icon={<ChevronDown />} iconPlacement="end">
      更多
    </MenuButton>
  ) : (
    <RowActions menu={menu} row={row} />
  )

function RowActions({ menu, row }: { menu: ActionMenu; row: string }) {
  const { trigger, list } = useMenu(menu, { side: 'end' })
  return (
    <span className="menu-place">
      <RowButton className="row-more icon-only" label={`更多操作：${row}`} title="更多操作" {...trigger}>
        <Ellipsis />
      </RowButton>
      {list}
    </span>
  )
}
