import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Button } from 'antd'
import {
  type KeyboardEvent as KeyPress,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { useMenu } from '#web/menu/useMenu.tsx'
import { afterPaint } from '#web/page/afterPaint.ts'
import { useUnsavedMarks } from '#web/page/unsaved.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { closeTabs, tabName, refreshTab, type Tab, useTabs } from '#web/page/tabs.ts'
import { focusPage } from './regions.ts'

const focus = (tab: Tab | undefined) =>
  tab && document.querySelector<HTMLElement>(`.frame-tabs [data-path="${CSS.escape(tab.path)}"]`)?.focus()

/**
 * Draws the visited pages; the menu of the right button refreshes and closes. `[` and `]` go from one to the next, Alt+W closes. The
 * tabs are one stop of Tab, over which arrows walk; Delete closes one.
 */
export function TabBar({ shown }: { shown: string }) {
  const tabs = useTabs()
  const unsaved = useUnsavedMarks()
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const list = useRef<HTMLDivElement>(null)
  const [walked, setWalked] = useState<string>()
  useEffect(
    () => afterPaint(() => list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })),
    [shown, tabs],
  )

  const stop = tabs.some(({ path }) => path === walked) ? walked : shown
  const goto = (tab: Tab | undefined) => {
    if (!tab) return
    if (tab.path === shown) return focusPage()
    // Lets the page have the focus that is shown now.
    document.activeElement?.closest<HTMLElement>('.frame-tabs button')?.blur()
    void navigate(tab.path + tab.search)
  }
  const holds = ({ path }: Tab) => unsaved.some(({ tab }) => tab === path)
  const unlessHeld = (verb: string, gone: Tab[], act: () => void) => {
    const held = gone.filter(holds)
    if (held.length === 0) return act()
    const isLost = unsaved.some(({ tab, safe }) => !safe && held.some(({ path }) => path === tab))
    ask({
      title: `${verb}“${held.map(tabName).join('、')}”`,
      touches: isLost
        ? `里面还有未保存的修改，${verb}后会丢失。`
        : '里面还有未保存的修改。草稿保留 7 天，再打开同一个表单时会恢复。',
      verb,
      isHarmless: !isLost,
      act: async () => act(),
    })
  }
  const close = (closes: (tab: Tab) => boolean, next?: Tab) =>
    unlessHeld(
      '关闭',
      tabs.filter((tab) => !tab.pinned && closes(tab)),
      () => {
        const to = closeTabs(shown, closes)
        if (to) void navigate(to)
        afterPaint(() => (next ? focus(next) : focusPage()))
      },
    )
  const refresh = (tab: Tab) => unlessHeld('刷新', [tab], () => refreshTab(tab.path))
  const beside = (path: string | undefined, by: number) => tabs[tabs.findIndex((tab) => tab.path === path) + by]
  useHotkey('[', () => goto(beside(shown, -1)))
  useHotkey(']', () => goto(beside(shown, 1)))
  useAltW(() => close(({ path }) => path === shown))

  const onKeyDown = (event: KeyPress<HTMLButtonElement>, tab: Tab) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const neighbour = beside(tab.path, 1) ?? beside(tab.path, -1)
    const acts: Record<string, () => void> = {
      ArrowLeft: () => focus(beside(tab.path, -1)),
      ArrowRight: () => focus(beside(tab.path, 1)),
      Home: () => focus(tabs[0]),
      End: () => focus(tabs.at(-1)),
      Delete: () => !tab.pinned && close((one) => one === tab, neighbour),
    }
    if (!acts[event.key]) return
    event.preventDefault()
    acts[event.key]?.()
  }

  const isOverflowing = useOverflow(list, tabs)
  const scroll = (by: number) => list.current?.scrollBy({ left: by, behavior: 'smooth' })
  const arrow = (name: string, icon: ReactNode, by: number) =>
    isOverflowing && <Button type="text" size="small" tabIndex={-1} icon={icon} aria-label={name} onClick={() => scroll(by)} />
  return (
    <nav className="frame-tabs" aria-label="已打开的页面">
      {arrow('向左滚动', <ChevronLeft />, -200)}
      <div className="frame-tabs-list" ref={list}>
        {tabs.map((tab) => (
          <PageTab
            key={tab.path}
            tab={tab}
            isShown={tab.path === shown}
            isStop={tab.path === stop}
            isHeld={holds(tab)}
            menu={menuOf([
              { key: 'refresh', label: '刷新', act: () => refresh(tab) },
              !tab.pinned && { key: 'close', label: '关闭', act: () => close((one) => one === tab) },
              { key: 'others', label: '关闭其他', act: () => close((one) => one !== tab) },
              { key: 'all', label: '关闭所有', act: () => close(() => true) },
            ])}
            onFocus={() => setWalked(tab.path)}
            onKeyDown={(event) => onKeyDown(event, tab)}
            onShow={() => goto(tab)}
            onClose={() => close((one) => one === tab)}
          />
        ))}
      </div>
      {arrow('向右滚动', <ChevronRight />, 200)}
      {dialog}
    </nav>
  )
}

type TabProps = {
  tab: Tab
  isShown: boolean
  /** Says that Tab comes to this one of all tabs. */
  isStop: boolean
  /** Says that something in it is not saved. */
  isHeld: boolean
  menu: ActionMenu
  onFocus: () => void
  onKeyDown: (event: KeyPress<HTMLButtonElement>) => void
  onShow: () => void
  onClose: () => void
}

function PageTab({ tab, isShown, isStop, isHeld, menu, onFocus, onKeyDown, onShow, onClose }: TabProps) {
  const {
    trigger: { ref },
    list,
    setOpen,
  } = useMenu(menu)
  return (
    <div
      className={isShown ? 'frame-tab active' : 'frame-tab'}
      // Hears the menu key, too, which ends in the same event.
      onContextMenu={(event) => {
        event.preventDefault()
        setOpen(true)
      }}
    >
      <button
        type="button"
        ref={ref}
        data-path={tab.path}
        tabIndex={isStop ? 0 : -1}
        aria-current={isShown ? 'page' : undefined}
        aria-keyshortcuts={tab.pinned ? undefined : 'Delete'}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onShow}
      >
        {tabName(tab)}
        {isHeld && <span className="frame-tab-dot" role="img" aria-label="未保存" />}
      </button>
      {!tab.pinned && (
        <button type="button" tabIndex={-1} aria-label={`关闭${tabName(tab)}`} onClick={onClose}>
          <X aria-hidden />
        </button>
      )}
      {list}
    </div>
  )
}

/** Tells whether a list has more than it shows. */
function useOverflow(list: RefObject<HTMLElement | null>, content: unknown) {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const box = list.current
    if (!box) return
    const measure = () => setIs(box.scrollWidth > box.clientWidth + 1)
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    const stop = afterPaint(measure)
    return () => {
      sizes.disconnect()
      stop()
    }
  }, [list, content])
  return is
}

function useAltW(act: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyW') return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
