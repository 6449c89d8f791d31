import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { closeTabs, refreshTab, type Tab, useTabs } from './tabs.ts'

/** The visited pages; the menu of the right button refreshes and closes. */
export function TabBar({ shown }: { shown: string }) {
  const tabs = useTabs()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  const close = (closes: (tab: Tab) => boolean) => {
    const next = closeTabs(shown, closes)
    if (next) navigate(next)
  }
  const scroll = (by: number) => list.current?.scrollBy({ left: by, behavior: 'smooth' })
  const menuOf = (tab: Tab) => ({
    items: [
      { key: 'refresh', label: '刷新' },
      { key: 'close', label: '关闭', disabled: tab.pinned },
      { key: 'others', label: '关闭其他' },
      { key: 'all', label: '关闭所有' },
    ],
    onClick: ({ key }: { key: string }) => {
      if (key === 'refresh') refreshTab(tab.path)
      else if (key === 'close') close((one) => one.path === tab.path)
      else close((one) => key === 'all' || one.path !== tab.path)
    },
  })
  return (
    <nav className="frame-tabs" aria-label="已打开的页面">
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined />}
        aria-label="向左滚动"
        onClick={() => scroll(-200)}
        style={{ alignSelf: 'center' }}
      />
      <div className="frame-tabs-list" ref={list}>
        {tabs.map((tab) => (
          <Dropdown key={tab.path} trigger={['contextMenu']} menu={menuOf(tab)}>
            <div className={`frame-tab${tab.path === shown ? ' active' : ''}`}>
              <button
                type="button"
                aria-current={tab.path === shown ? 'page' : undefined}
                onClick={() => navigate(tab.path + tab.search)}
              >
                {tab.name ?? tab.title}
              </button>
              {!tab.pinned && (
                <button
                  type="button"
                  aria-label={`关闭${tab.name ?? tab.title}`}
                  onClick={() => close((one) => one.path === tab.path)}
                >
                  <CloseOutlined />
                </button>
              )}
            </div>
          </Dropdown>
        ))}
      </div>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined />}
        aria-label="向右滚动"
        onClick={() => scroll(200)}
        style={{ alignSelf: 'center' }}
      />
    </nav>
  )
}
