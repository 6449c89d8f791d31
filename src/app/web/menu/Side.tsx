import { Drawer } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useNarrow, useWide } from '#web/page/useMedia.ts'
import { Sidebar } from './Sidebar.tsx'

// Remembers in a cookie whether somebody folded or opened it.
const kept = () => /sidebar=(folded|open)/.exec(document.cookie)?.[1]
const keep = (to: 'folded' | 'open') => {
  document.cookie = `sidebar=${to}; path=/; max-age=31536000; samesite=lax`
}

type Props = Pick<ComponentProps<typeof Sidebar>, 'menu' | 'shown'> & {
  /** Draws the content beside it, given whether the menu is folded, and a function to fold it. */
  children: (folded: boolean, fold: () => void) => ReactNode
}

/**
 * Draws the sidebar, 210 px or folded to its icons; until somebody chose, folded below 1200 px, where a page needs the room. Below
 * 992 px it is a drawer that closes when a page is chosen.
 */
export function Side({ menu, shown, children }: Props) {
  const narrow = useNarrow()
  const wide = useWide()
  const [chosen, setChosen] = useState(kept)
  const folded = chosen === undefined ? !wide : chosen === 'folded'
  const [open, setOpen] = useState(false)
  // Closes the drawer also when a page is opened in any other way.
  const [seen, setSeen] = useState(shown.pathname)
  if (seen !== shown.pathname) {
    setSeen(shown.pathname)
    setOpen(false)
  }
  const fold = (to: boolean) => {
    const state = to ? 'folded' : 'open'
    keep(state)
    setChosen(state)
  }
  const isIcons = folded && !narrow
  const sidebar = (
    <Sidebar
      menu={menu}
      shown={shown}
      folded={isIcons}
      className={isIcons ? 'frame-side folded' : 'frame-side'}
      onPick={() => setOpen(false)}
    />
  )
  return (
    <>
      {narrow ? (
        <Drawer
          open={open}
          placement="left"
          size={210}
          onClose={() => setOpen(false)}
          closable={false}
          aria-label="菜单"
          styles={{ body: { padding: 0 } }}
        >
          {sidebar}
        </Drawer>
      ) : (
        sidebar
      )}
      {children(folded || narrow, () => (narrow ? setOpen(true) : fold(!folded)))}
    </>
  )
}
