import { useState } from 'react'
import { amountInWords } from '#contract/form/words.ts'
import type { Column } from '#contract/form/column.ts'
import { mostOf } from '#contract/form/values.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { clampNumber, cleanNumber, plainNumber, readNumber } from '#web/form/inputs/number.ts'
import { type ControlProps, plainProps } from './control.web.ts'

type Keyboard = { type?: string; inputMode?: 'tel' | 'email' | 'url'; autoComplete?: string; autoCapitalize?: string }
const kinds: Record<string, Keyboard> = {
  tel: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  email: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
}
// Sets the keyboard of a plain line by its format.
const formats: Partial<Record<Column['rule'], Keyboard>> = {
  landline: { inputMode: 'tel' },
  extension: { inputMode: 'tel' },
  mac: { autoCapitalize: 'characters' },
  code: { autoCapitalize: 'none' },
  url: { inputMode: 'url', autoCapitalize: 'none' },
}

/** Draws one line: plain, a phone, an ID number, an e-mail address. */
export function LineControl(props: ControlProps) {
  const { value, onChange, column } = props
  const part = partOf(column)
  return (
    <input
      type="text"
      autoComplete="off"
      {...(part?.no === 'text' ? formats[column.rule] : kinds[part?.no ?? ''])}
      {...plainProps(props)}
      maxLength={part?.no === 'text' ? mostOf(column, part) : 60}
      value={(value as string | undefined) ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Draws several lines, with the number of characters used and allowed. */
export function LinesControl(props: ControlProps) {
  const { value, onChange, column } = props
  const text = (value as string | undefined) ?? ''
  const most = mostOf(column, partOf(column))
  return (
    <div className="fill-lines">
      <textarea {...plainProps(props)} rows={3} maxLength={most} value={text} onChange={({ target }) => onChange(target.value)} />
      <small aria-hidden="true">
        {[...text].length} / {most}
      </small>
    </div>
  )
}

/** Draws a number with so many decimals; the text becomes one when the field is left (docs/spec/inputs.md#numbers). */
export function NumberControl(props: ControlProps) {
  const { value, onChange, column } = props
  const no = partOf(column)?.no
  const precision = no === 'number' ? (column.acc ?? 0) : 2
  const limits = { precision, min: column.minVal ?? undefined, max: column.maxVal ?? undefined }
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    if (typed !== undefined) onChange(clampNumber(readNumber(typed), limits) ?? undefined)
    setTyped(undefined)
  }
  return (
    <>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className="fill-number"
        {...plainProps(props)}
        value={typed ?? plainNumber(value as number | undefined, limits)}
        onChange={({ target }) => {
          const cleaned = cleanNumber(target.value, limits)
          setTyped(cleaned)
          onChange(readNumber(cleaned) ?? undefined)
        }}
        onBlur={leave}
      />
      {no === 'amount' && (
        <output className="fill-words" htmlFor={props.id}>
          {typeof value === 'number' ? amountInWords(value) : '大写金额'}
        </output>
      )}
    </>
  )
}
