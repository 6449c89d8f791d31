import { Input, type InputRef } from 'antd'
import { SearchIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import './filterBar.css'
import { useHotkey } from '#web/page/useHotkey.ts'

type Props = {
  value: string
  onChange: (keyWord: string) => void
  placeholder: string
  /** Lets `/` put the cursor here. */
  hotkey?: boolean
}

/**
 * Draws the keyword of a list, applied 300 ms after the last key; it stays with the tab, never in the address
 * (docs/spec/personal-data.md#in-the-browser).
 */
export function Keyword({ value, onChange, placeholder, hotkey = false }: Props) {
  const [text, setText] = useState(value)
  const [told, setTold] = useState(value)
  const input = useRef<InputRef>(null)
  useHotkey(hotkey ? '/' : undefined, () => input.current?.focus())
  // Takes a value that was cleared from outside; not an effect, which would run again, and forget the last keys, when a hidden
  // tab returns.
  if (told !== value) {
    setTold(value)
    setText(value)
  }
  const tell = useEffectEvent(() => onChange(text.trim()))
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(tell, 300)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <Input
      ref={input}
      allowClear
      className="keyword"
      prefix={<SearchIcon className="grey" />}
      placeholder={placeholder}
      aria-label={placeholder}
      title={text ? undefined : placeholder}
      maxLength={50}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => text.trim() !== value && onChange(text.trim())}
    />
  )
}
