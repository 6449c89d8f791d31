import { Button, type ButtonProps } from 'antd'
import type { ActionMenu } from './menuOf.ts'
import { useMenu } from './useMenu.tsx'

type Props = Omit<ButtonProps, 'onClick' | 'onKeyDown' | 'ref'> & { menu: ActionMenu; side?: 'start' | 'end' }

/** Draws a button that opens a menu. */
export function MenuButton({ menu, side = 'start', ...button }: Props) {
  const { trigger, list } = useMenu(menu, { side })
  return (
    <span className="menu-place">
      <Button {...button} {...trigger} />
      {list}
    </span>
  )
}
