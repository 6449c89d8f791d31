import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { useUnsavedMarks } from '#web/page/unsaved.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { closeTabs, tabName, refreshTab, type Tab, useTabs } from '#web/page/tabs.ts'

/**
 * Draws the visited pages; the menu of the right button refreshes and closes. `[` and `]` go from one to the next, Alt+W closes.
 */
export function TabBar({ shown }: { shown: string }) {
  const tabs = useTabs()
  const unsaved = useUnsavedMarks()
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, tabs])

  const goto = (tab: Tab | undefined) => tab && navigate(tab.path + tab.search)
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
  const close = (closes: (tab: Tab) => boolean) =>
    unlessHeld(
      '关闭',
      tabs.filter((tab) => !tab.pinned && closes(tab)),
      () => {
        const next = closeTabs(shown, closes)
        if (next) navigate(next)
      },
    )
  const refresh = (tab: Tab) => unlessHeld('刷新', [tab], () => refreshTab(tab.path))
  const step = (by: number) => goto(tabs[tabs.findIndex(({ path }) => path === shown) + by])
  useHotkey('[', () => step(-1))
  useHotkey(']', () => step(1))
  useAltW(() => close(({ path }) => path === shown))

  const scroll = (by: number) => list.current?.scrollBy({ left: by, behavior: 'smooth' })
  return (
    <nav className="frame-tabs" aria-label="已打开的页面">
      <Button type="text" size="small" icon={<LeftOutlined />} aria-label="向左滚动" onClick={() => scroll(-200)} />
      <div className="frame-tabs-list" ref={list}>
        {tabs.map((tab) => (
          <Dropdown
            key={tab.path}
            trigger={['contextMenu']}
            menu={withPress(
              menuOf([
                { key: 'refresh', label: '刷新', act: () => refresh(tab) },
                !tab.pinned && { key: 'close', label: '关闭', act: () => close((one) => one === tab) },
                { key: 'others', label: '关闭其他', act: () => close((one) => one !== tab) },
                { key: 'all', label: '关闭所有', act: () => close(() => true) },
              ]),
            )}
          >
            <div className={`frame-tab${tab.path === shown ? ' active' : ''}`}>
              <button type="button" aria-current={tab.path === shown ? 'page' : undefined} onClick={() => goto(tab)}>
                {tabName(tab)}
                {holds(tab) && <span className="frame-tab-dot" role="img" aria-label="未保存" />}
              </button>
              {!tab.pinned && (
                <button type="button" aria-label={`关闭${tabName(tab)}`} onClick={() => close((one) => one === tab)}>
                  <CloseOutlined />
                </button>
              )}
            </div>
          </Dropdown>
        ))}
      </div>
      <Button type="text" size="small" icon={<RightOutlined />} aria-label="向右滚动" onClick={() => scroll(200)} />
      {dialog}
    </nav>
  )
}

const withPress = ({ items }: ActionMenu) => ({
  items: items.map(({ act: _, ...item }) => item),
  onClick: ({ key }: { key: string }) => items.find((item) => item.key === key)?.act(),
})

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
