import { Input, type InputRef } from 'antd'
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { usualDecimals } from '#contract/values/decimal.ts'
import { cleanNumber, clampNumber, formatNumber, plainNumber, readNumber } from './number.ts'

type Props = {
  value?: number | null
  onChange?: (value: number | null) => void
  onBlur?: () => void
  /** Limits the decimals; further ones are cut off. */
  precision?: number
  min?: number | undefined
  max?: number | undefined
  id?: string
  placeholder?: string
  autoFocus?: boolean
  disabled?: boolean
  suffix?: ReactNode
  'aria-label'?: string
}

/**
 * Draws a number, typed or pasted: keeps only what belongs to one, and brings it within its limits when the field is left
 * (docs/spec/inputs.md#numbers).
 */
export function NumberInput({ value = null, onChange, onBlur, precision = usualDecimals, min, max, ...props }: Props) {
  const limits = { precision, min, max }
  const input = useRef<InputRef>(null)
  const composing = useRef(false)
  const caret = useRef<number>(undefined)
  // Holds the text being typed, as long as it stands for the value.
  const [draft, setDraft] = useState<{ text: string; value: number | null }>()
  const text = draft?.value === value ? draft.text : formatNumber(value, limits)
  // Restores the caret, which would jump to the end where characters were removed.
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.input?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const take = ({ value: typed, selectionStart }: HTMLInputElement) => {
    const cleaned = cleanNumber(typed, limits)
    if (cleaned !== typed) caret.current = cleanNumber(typed.slice(0, selectionStart ?? undefined), limits).length
    const read = readNumber(cleaned)
    setDraft({ text: cleaned, value: read })
    if (read !== value) onChange?.(read)
  }
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // Keeps the text while an input method is composing.
    if (composing.current) setDraft({ text: target.value, value })
    else take(target)
  }
  const settle = () => {
    const settled = clampNumber(value, limits)
    setDraft({ text: formatNumber(settled, limits), value: settled })
    if (settled !== value) onChange?.(settled)
  }
  return (
    <Input
      {...props}
      ref={input}
      // Avoids the numeric pads of telephones where a minus is needed, which they lack.
      inputMode={(min ?? -1) < 0 ? 'text' : precision === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={change}
      onCompositionStart={() => (composing.current = true)}
      onCompositionEnd={({ currentTarget }) => {
        composing.current = false
        take(currentTarget)
      }}
      onFocus={() => setDraft({ text: plainNumber(value, limits), value })}
      onBlur={() => {
        settle()
        onBlur?.()
      }}
      onPressEnter={settle}
    />
  )
}
