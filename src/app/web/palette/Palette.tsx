import { SearchIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { permissions } from '#contract/access.ts'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import type { Pages } from '../pages.types.ts'
import { groupTitles, type SearchItem, stateTypes } from './items.ts'
import './palette.css'
import { useFound } from './useFound.ts'
import { useGo } from './useGo.ts'
import { isComposing } from '#web/page/isComposing.ts'

// Leaves out the spaces of a key, at which an id would end for some screen readers.
const idOf = (list: string, key: string) => `${list}${key.replaceAll(' ', '-')}`

type Props = { menu: MenuModule[]; pages: Pages; onClose: () => void }

// Uses the browser's own window, which is there at once, and gives the focus back: antd's would come too late for the first keys.
/** Draws the search over everything: pages, actions, people and all else; the keyboard alone is enough. */
export function Palette({ menu, pages, onClose }: Props) {
  const id = useId()
  const window = useRef<HTMLDialogElement>(null)
  const [word, setWord] = useState('')
  const [composes, setComposing] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const { groups, phrase, isSettled, isSure, error } = useFound({ word, isComposing: composes, menu, pages, onEnded: onClose })
  const go = useGo(onClose)
  const items = groups.flatMap((group) => group.items)
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  )
  const current = items[at]
  // Holds an Enter that came before the answer, and waits for it.
  const due = useRef<string>(undefined)
  useEffect(() => {
    if (due.current !== word || !isSettled) return
    due.current = undefined
    if (current) go(current)
  }, [word, isSettled, current, go])
  useLayoutEffect(() => {
    const opened = window.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  useEffect(() => {
    if (chosen) document.getElementById(idOf(id, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen(items[(at + step + items.length) % Math.max(1, items.length)]?.key)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (current && (isSettled || chosen !== undefined || isSure)) go(current, event.ctrlKey || event.metaKey)
      else due.current = word
    }
  }
  const option = (item: SearchItem) => (
    <div
      key={item.key}
      id={idOf(id, item.key)}
      role="option"
      tabIndex={-1}
      aria-selected={item === current}
      className="palette-item"
      onMouseMove={() => setChosen(item.key)}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => go(item, event.ctrlKey || event.metaKey)}
      onKeyDown={press}
    >
      <ItemLine item={item} word={word} />
    </div>
  )
  return (
    <dialog
      ref={window}
      className="palette"
      aria-label="搜索"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={({ target }) => target === window.current && onClose()}
    >
      <div className="palette-field">
        <SearchIcon className="grey" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the window is opened to type.
          autoFocus
          role="combobox"
          aria-label="搜索"
          aria-expanded={items.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={current ? idOf(id, current.key) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="搜索页面、学生、家长、员工、班级、会议、操作…"
          maxLength={40}
          value={word}
          onKeyDown={press}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onChange={({ target }) => {
            setWord(target.value)
            setChosen(undefined)
            due.current = undefined
          }}
        />
        <button type="button" className="palette-close" onClick={onClose}>
          关闭
        </button>
      </div>
      <div role="listbox" id={`${id}list`} aria-label="搜索结果" className="palette-list">
        {groups.map(({ name, items: found }) => (
          <div key={name} role="group" aria-labelledby={`${id}${name}`}>
            <div id={`${id}${name}`} className="palette-head">
              {groupTitles[name]}
              {phrase?.kind === name && !phrase.path && ` · ${phrase.text}`}
            </div>
            {found.map(option)}
          </div>
        ))}
      </div>
      {!word.trim() && <Hint />}
      {items.length === 0 && word.trim() && isSettled && <Nothing word={word.trim()} />}
      {error && (
        <p role="alert" className="palette-error">
          {error}
        </p>
      )}
      <div className="palette-foot">
        <span aria-live="polite">{word && isSettled ? `${items.length} 个结果` : ''}</span>
        <span aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> 选择　<kbd>Enter</kbd> 打开　<kbd>Ctrl Enter</kbd> 在新窗口打开　<kbd>Esc</kbd> 关闭
        </span>
      </div>
    </dialog>
  )
}

function ItemLine({ item, word }: { item: SearchItem; word: string }) {
  const { title, note, tel, stt, group } = item
  const type = stateTypes[group]
  return (
    <>
      <span className="palette-title">{marked(title, word)}</span>
      {stt && type && <StatusTag type={type} value={stt} />}
      <span className="palette-note">{marked(note, word)}</span>
      {tel && <span className="palette-tel">{marked(tel, word)}</span>}
    </>
  )
}

/** Marks the typed text inside a result. */
function marked(text: string, given: string): ReactNode {
  const word = given.trim().toLowerCase()
  const at = word ? text.toLowerCase().indexOf(word) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  )
}

function Nothing({ word }: { word: string }) {
  return (
    <div className="palette-nothing">
      {/* Marks no single letter, which is in almost every name. */}
      <p>{[...word].length > 1 ? `没有找到“${word}”` : '再输入一个字，就能搜学生、员工和其他内容'}</p>
      <Hint />
    </div>
  )
}

/** Draws what can be searched; leaves out phrases about students for those who see none. */
function Hint() {
  const hasStudents = useMay()({ access: permissions('stu').view })
  return (
    <p className="palette-hint">
      可以搜姓名、拼音、首字母、编号、手机后四位
      {hasStudents ? '，也可以说：三年级住校的女生、张伟的家长电话' : '，如 zw、1234'}
    </p>
  )
}
