import { Input, type InputProps } from 'antd'
import type { GlobalMeta } from 'zod'

export type Keyboard = Pick<InputProps, 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'>

/** Sets the keyboard of a telephone, without corrections where the text is no sentence. */
export const keyboardOf: Record<NonNullable<GlobalMeta['kind']>, Keyboard> = {
  mobile: { inputMode: 'tel', autoComplete: 'off' },
  phone: { inputMode: 'tel', autoComplete: 'off' },
  idNo: { autoCapitalize: 'characters', spellCheck: false, autoComplete: 'off' },
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' },
  url: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' },
  code: { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' },
}

type Props = Omit<InputProps, 'onChange' | 'value'> & {
  value?: string | null
  onChange?: (value: string) => void
  /** Gives the number of lines; above one the text has line breaks. */
  lines?: number
  /** Tells how many characters of how many. */
  counts?: boolean
}

// Counts characters from this share of the most on.
const tellsFrom = 0.8

/** Draws a text limited to its greatest length, with a counter (docs/spec/inputs.md#other-texts). */
export function TextInput({ value, onChange, lines = 1, counts = true, maxLength, ...props }: Props) {
  const text = value ?? ''
  const isNearlyFull = maxLength !== undefined && text.length >= maxLength * tellsFrom
  const told = { value: text, onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value) }
  if (lines > 1) {
    const { id, placeholder, autoFocus, disabled } = props
    const area = { id, placeholder, autoFocus, disabled, maxLength, 'aria-label': props['aria-label'] }
    const given = Object.fromEntries(Object.entries(area).filter(([, one]) => one !== undefined))
    // Grows by its style, as far as the browser can: measuring sets a style attribute, which the page's security policy forbids.
    return <Input.TextArea {...given} {...told} showCount={counts && isNearlyFull} rows={lines} />
  }
  if (maxLength === undefined) return <Input {...props} {...told} />
  const count = (
    <small className="grey">
      {text.length} / {maxLength}
    </small>
  )
  return <Input {...props} {...told} maxLength={maxLength} {...(counts && { suffix: isNearlyFull ? count : <span /> })} />
}
