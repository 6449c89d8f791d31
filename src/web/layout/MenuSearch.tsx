import { SearchOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MenuModule } from '#features/user/mdl/mdl.contract.ts'
import { flushSync } from 'react-dom'
import { menuSearch, searchable } from './menuSearch.ts'

type Props = { menu: MenuModule[]; folded: boolean; onUnfold: () => void; onPick: (key: string) => void }

/** Finds a page of the menu by name, pinyin or initials; Ctrl+K comes here from anywhere. */
export function MenuSearch({ menu, folded, onUnfold, onPick }: Props) {
  const [word, setWord] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const find = useMemo(() => menuSearch(searchable(menu)), [menu])
  const found = find(word)
  const focus = () => {
    // At once, or the first keys that are typed would be lost.
    if (folded) flushSync(onUnfold)
    field.current?.querySelector('input')?.focus()
  }
  useCtrlK(focus)
  if (folded)
    return (
      <div className="frame-search">
        <Button type="text" block icon={<SearchOutlined />} aria-label="搜索页面" onClick={focus} />
      </div>
    )
  return (
    <div className="frame-search" ref={field}>
      <Select
        aria-label="搜索页面"
        placeholder="搜索页面 Ctrl K"
        suffixIcon={<SearchOutlined />}
        style={{ width: '100%' }}
        showSearch={{ filterOption: false, searchValue: word, onSearch: setWord }}
        value={null}
        open={word.trim() !== ''}
        notFoundContent="没有这样的页面"
        options={found.map(({ key, title, group }) => ({ value: key, label: title, group }))}
        optionRender={({ label, data }) => (
          <span className="spread">
            {label} <span className="grey">{data.group}</span>
          </span>
        )}
        popupMatchSelectWidth={280}
        onSelect={(key: string | null) => {
          setWord('')
          if (key) onPick(key)
        }}
        onBlur={() => setWord('')}
      />
    </div>
  )
}

function useCtrlK(act: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
