import { ChevronDown, Ellipsis } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import { menuOf } from '#web/menu/menuOf.ts'
import './savedViews.css'
import { mostViews, type SavedView } from './savedViews.ts'
import { AppPopover } from '#web/menu/AppPopover.tsx'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { useViews } from './useViews.ts'
import { ViewName } from './ViewName.tsx'

type Props = { views: ReturnType<typeof useViews> }

/** Draws the saved views of a list, in the head of its page (docs/spec/lists.md#filters). */
export function SavedViews({ views }: Props) {
  const { list, shown, isPreset, wrong } = views
  /** Holds the view whose name is being typed; empty: a new one. */
  const [naming, setNaming] = useState<string>()
  const { ask, dialog } = useConfirm()
  const askRemove = (name: string) =>
    ask({
      title: `删除视图“${name}”`,
      touches: '只删除你保存的这个视图，列表里的数据不变。',
      verb: '删除',
      act: async () => views.remove(name),
    })
  const menuFor = ({ name }: SavedView, close: () => void) =>
    menuOf([
      { key: 'keep', label: '用现在的筛选和列更新', act: () => views.keep(name) },
      { key: 'rename', label: '改名', act: () => setNaming(name) },
      {
        key: 'preset',
        label: isPreset(name) ? '取消默认' : '设为默认',
        act: () => views.setPreset(isPreset(name) ? undefined : name),
      },
      { key: 'delete', label: '删除', danger: true, act: () => (close(), askRemove(name)) },
    ])
  const namer = (before: string | undefined) => (
    <ViewName
      value={before}
      wrong={(name) => wrong(name, before)}
      onSave={(name) => {
        if (before === undefined) views.keep(name)
        else views.rename(before, name)
        setNaming(undefined)
      }}
      onCancel={() => setNaming(undefined)}
    />
  )
  const content = (close: () => void) => (
    <div className="views">
      <ul>
        <li>
          <button type="button" className="view-name" onClick={() => (views.show(undefined), close())}>
            全部，不用视图
          </button>
        </li>
        {list.map((view) => (
          <li key={view.name}>
            {naming === view.name ? (
              namer(view.name)
            ) : (
              <>
                <button
                  type="button"
                  className="view-name"
                  aria-current={view.name === shown ? 'true' : undefined}
                  onClick={() => (views.show(view), close())}
                >
                  {view.name}
                  {isPreset(view.name) && <span className="tag off">默认</span>}
                </button>
                <MenuButton
                  menu={menuFor(view, close)}
                  side="end"
                  type="text"
                  icon={<Ellipsis />}
                  aria-label={`更多操作：视图${view.name}`}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {naming === '' ? (
        namer(undefined)
      ) : list.length >= mostViews ? (
        <p className="grey">最多保存 {mostViews} 个视图，请先删除一些。</p>
      ) : (
        <Button block onClick={() => setNaming('')}>
          保存为新视图
        </Button>
      )}
    </div>
  )
  return (
    <>
      <AppPopover
        label="视图"
        onClosed={() => setNaming(undefined)}
        trigger={(props) => (
          <Button type="text" className="views-button" {...props}>
            视图{shown && `：${shown}`}
            <ChevronDown />
          </Button>
        )}
      >
        {content}
      </AppPopover>
      {dialog}
    </>
  )
}
