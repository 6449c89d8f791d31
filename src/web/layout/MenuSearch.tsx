import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MenuModule } from '#features/user/mdl/mdl.contract.ts'
import { type Finder, menuSearch, searchable } from './menuSearch.ts'
import './menuSearch.css'

type Props = { menu: MenuModule[]; folded: boolean; onUnfold: () => void; onPick: (key: string) => void }

/** Finds a page of the menu by name, pinyin or initials; Ctrl+K comes here from anywhere. */
export function MenuSearch({ menu, folded, onUnfold, onPick }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const focus = () => {
    // At once, or the first keys that are typed would be lost.
    if (folded) flushSync(onUnfold)
    field.current?.focus()
  }
  useCtrlK(focus)
  if (folded)
    return (
      <div className="menu-search">
        <Button type="text" block icon={<SearchOutlined />} aria-label="搜索页面" onClick={focus} />
      </div>
    )
  return <SearchField menu={menu} field={field} onPick={onPick} />
}

type FieldProps = Pick<Props, 'menu' | 'onPick'> & { field: React.RefObject<HTMLInputElement | null> }

// No Select: it would be most of what the first page loads.
function SearchField({ menu, field, onPick }: FieldProps) {
  const id = useId()
  const [word, setWord] = useState('')
  const [at, setAt] = useState(0)
  const [find, setFind] = useState<Finder>()
  const pages = useMemo(() => searchable(menu), [menu])
  const load = () => void menuSearch(pages).then((finder) => setFind(() => finder))
  const found = find?.(word) ?? []
  const isOpen = word.trim() !== '' && find !== undefined
  const pick = (key: string | undefined) => {
    if (!key) return
    setWord('')
    // The next keys are meant for the page.
    field.current?.blur()
    onPick(key)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing) return
    // Whoever types quickly is done before the search is there.
    if (event.key === 'Enter') void Promise.resolve(find ?? menuSearch(pages)).then((finder) => pick(finder(word)[at]?.key))
    else if (event.key === 'Escape') setWord('')
    else if (step) {
      event.preventDefault()
      setAt((at + step + found.length) % Math.max(1, found.length))
    }
  }
  return (
    <div className="menu-search" onBlur={() => setWord('')}>
      <input
        ref={field}
        role="combobox"
        aria-label="搜索页面"
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-activedescendant={isOpen && found[at] ? `${id}${at}` : undefined}
        autoComplete="off"
        placeholder="搜索页面 Ctrl K"
        maxLength={30}
        value={word}
        onFocus={load}
        onKeyDown={press}
        onChange={({ target }) => {
          setWord(target.value)
          setAt(0)
        }}
      />
      <SearchOutlined className="grey" />
      {isOpen && (
        <ul role="listbox" id={`${id}list`} aria-label="找到的页面">
          {found.map(({ key, title, group }, i) => (
            <li
              key={key}
              id={`${id}${i}`}
              role="option"
              aria-selected={i === at}
              onMouseEnter={() => setAt(i)}
              // Before the field loses the focus, with which the list goes away.
              onMouseDown={() => pick(key)}
            >
              {title} <span className="grey">{group}</span>
            </li>
          ))}
          {found.length === 0 && (
            <li role="option" aria-selected={false} className="grey">
              没有这样的页面
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function useCtrlK(act: () => void) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
