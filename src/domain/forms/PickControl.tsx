import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import { mostOf } from '#contract/form/values.ts'
import type { ControlProps } from './control.web.ts'
import type { Choosable, Found, PickedOption } from './sources.web.ts'

const words: Record<Choosable, string> = { emp: '姓名', stu: '学生姓名', unit: '班级名称', ptr: '家长姓名' }

/**
 * Chooses people or classes by name. Where names are searched, whoever is like what was typed is offered; where only exact
 * names are understood, the name is looked up when it is whole.
 */
export function PickControl({ column, value, onChange, sources, labelId, describedBy, invalid, readOnly, id }: ControlProps) {
  const part = partOf(column)
  const what = part?.no as Choosable
  const chosen = Array.isArray(value) ? (value as PickedOption[]) : []
  const most = mostOf(column, part)
  const [name, setName] = useState('')
  const [found, setFound] = useState<Found[]>()
  const [at, setAt] = useState(0)
  /** Holds why nobody was found, where more is known than that. */
  const [why, setWhy] = useState('')
  const listId = useId()
  const searches = sources.finding === 'search'

  const choose = ({ no, name }: PickedOption) => {
    onChange([...chosen, { no, name }])
    setName('')
    setFound(undefined)
  }
  const refused = (error: Error): Found[] => {
    setWhy(error.message)
    return []
  }
  const look = async (written: string) => {
    setWhy('')
    const list = written.trim() ? await sources.find(what, written.trim()).catch(refused) : undefined
    const [only] = list ?? []
    // Chooses at once where a whole name means one person.
    if (!searches && only && list?.length === 1) choose(only)
    else setFound(list?.filter(({ no }) => chosen.every((one) => one.no !== no)))
    setAt(0)
  }
  const lookUp = useEffectEvent((written: string) => void look(written))
  useEffect(() => {
    if (!searches || name.trim() === '') return
    const timer = setTimeout(() => lookUp(name), 300)
    return () => clearTimeout(timer)
  }, [name, searches])

  const keys = (event: KeyboardEvent) => {
    const list = found ?? []
    if (event.key === 'Enter') {
      event.preventDefault()
      const one = list[at]
      if (one) choose(one)
      else void look(name)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((place) => Math.max(0, Math.min(list.length - 1, place + (event.key === 'ArrowDown' ? 1 : -1))))
    } else if (event.key === 'Escape') setFound(undefined)
    else if (event.key === 'Backspace' && name === '') onChange(chosen.length > 1 ? chosen.slice(0, -1) : undefined)
  }
  const without = (gone: PickedOption) => {
    const rest = chosen.filter(({ no }) => no !== gone.no)
    onChange(rest.length > 0 ? rest : undefined)
  }
  return (
    <div className="fill-pick" role="group" aria-labelledby={labelId}>
      {chosen.map((one) => (
        <span key={one.no} className="fill-chip">
          {one.name}
          {!readOnly && (
            <button type="button" aria-label={`移除${one.name}`} onClick={() => without(one)}>
              ×
            </button>
          )}
        </span>
      ))}
      {chosen.length < most && (
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-expanded={!!found?.length}
          aria-controls={listId}
          aria-activedescendant={found?.[at] ? `${listId}-${at}` : undefined}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          disabled={readOnly}
          placeholder={searches ? `输入${words[what]}查找` : `输入完整的${words[what]}`}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            if (target.value.trim() === '') setFound(undefined)
          }}
          onKeyDown={keys}
          onBlur={() => !searches && !found && void look(name)}
        />
      )}
      {found && (
        <ul id={listId} role="listbox" aria-label={words[what]} className="fill-found">
          {found.map((one, place) => (
            <li
              key={one.no}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === at}
              onPointerDown={(event) => {
                // Keeps the focus in the field.
                event.preventDefault()
                choose(one)
              }}
            >
              {one.name}
              {one.des && <small>{one.des}</small>}
            </li>
          ))}
          {found.length === 0 && (
            <li className="fill-none">{why || `没有找到“${name.trim()}”${searches ? '' : '，请核对全名'}`}</li>
          )}
        </ul>
      )}
    </div>
  )
}
