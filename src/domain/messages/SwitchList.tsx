import { Switch } from 'antd'
import { useState } from 'react'
import './switchList.css'

type Item<Key extends string> = { key: Key; name: string; isOn: boolean; note?: string | undefined; isFixed?: boolean }
type Props<Key extends string> = {
  label: string
  items: readonly Item<Key>[]
  /** Saves one of them; where that fails it is shown as it was. */
  onChange?: ((key: Key, isOn: boolean) => Promise<unknown>) | undefined
}

/** Draws switches with what each is for; a switch is shown as it was set while that is saved. */
export function SwitchList<Key extends string>({ label, items, onChange }: Props<Key>) {
  const [setting, setSetting] = useState<Partial<Record<Key, boolean>>>({})
  const change = async (key: Key, isOn: boolean) => {
    setSetting((before) => ({ ...before, [key]: isOn }))
    try {
      await onChange?.(key, isOn)
    } catch {
      // Leaves the saying to the call, and shows it again as it is kept.
      setSetting((before) => ({ ...before, [key]: !isOn }))
    }
  }
  return (
    <ul className="switch-list" aria-label={label}>
      {items.map(({ key, name, isOn, note, isFixed = false }) => (
        <li key={key}>
          <label htmlFor={`switch-${key}`}>
            {name}
            {note && <span className="grey">{note}</span>}
          </label>
          <Switch
            id={`switch-${key}`}
            checked={setting[key] ?? isOn}
            disabled={isFixed || !onChange}
            onChange={(next) => void change(key, next)}
          />
        </li>
      ))}
    </ul>
  )
}
