import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import type { FieldColumn } from './sheetModel.ts'
import { matchingChoices, textAfterChoice, type Typing } from './suggestions.ts'
import { isComposing } from '#web/page/isComposing.ts'

type Props = {
  column: FieldColumn
  /** Tells that nothing can be typed. */
  isFixed: boolean
  typing: Typing | undefined
  /** Names the cell with the cursor and its value. */
  label: string
  onType: (text: string) => void
  onCommit: () => void
  onCancel: () => void
  onDone: (down: number, on: number) => void
}

/**
 * Receives the keys of the selected cell: invisible until something is typed, so that an input method (which wants a field from
 * its first key on) works as everywhere.
 */
export function SheetField({ column, isFixed, typing, label, onType, onCommit, onCancel, onDone }: Props) {
  const id = useId()
  const [pointed, setPointed] = useState<number>()
  const isTyping = typing !== undefined
  const choices = isTyping && column.choices ? matchingChoices(column, typing) : []
  const at = pointed ?? (choices.length > 0 && typing?.byKey && !isExact(column, typing.text) ? 0 : -1)
  const choose = (label: string) => {
    onType(textAfterChoice(column, typing?.text ?? '', label))
    setPointed(undefined)
  }
  // oxlint-disable-next-line complexity -- one branch for each key, in the order in which they take precedence
  const press = (event: KeyboardEvent) => {
    if (!isTyping || isComposing(event.nativeEvent)) return
    const { key, shiftKey, altKey } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const choice = choices[at]
    if (key === 'Escape') onCancel()
    else if (step !== 0 && choices.length > 0) setPointed((at + step + choices.length) % choices.length)
    else if (key === 'Enter' && altKey && !column.choices) onType(`${typing.text}\n`)
    else if ((key === 'Enter' || key === 'Tab') && choice) {
      choose(choice.label)
      // Stays open for a further choice where several are allowed.
      if (!column.multiple) onDone(key === 'Enter' ? 1 : 0, key === 'Tab' ? 1 : 0)
    } else if (key === 'Enter') onDone(shiftKey ? -1 : 1, 0)
    else if (key === 'Tab') onDone(0, shiftKey ? -1 : 1)
    else if (step !== 0 && typing.byKey) onDone(step, 0)
    else return event.stopPropagation()
    event.preventDefault()
    event.stopPropagation()
  }
  const props = {
    autoFocus: true,
    'aria-label': label,
    className: isTyping ? 'sheet-field' : 'sheet-field sheet-keys',
    value: typing?.text ?? '',
    readOnly: isFixed,
    maxLength: 1000,
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setPointed(undefined)
      onType(target.value)
    },
    onKeyDown: press,
    onBlur: () => isTyping && onCommit(),
  }
  if (!column.choices) return <textarea rows={1} {...props} />
  return (
    <>
      <input
        {...props}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(choices[at] && { 'aria-activedescendant': `${id} ${at}`.replaceAll(' ', '-') })}
      />
      {choices.length > 0 && (
        <div role="listbox" id={id} className="sheet-choices" aria-label={column.title}>
          {choices.map(({ value, label }, i) => (
            <div
              key={value}
              id={`${id} ${i}`.replaceAll(' ', '-')}
              role="option"
              aria-selected={i === at}
              className={i === at ? 'pointed' : undefined}
              onMouseDown={(event) => {
                // Keeps the focus in the field.
                event.preventDefault()
                choose(label)
                if (!column.multiple) onDone(0, 0)
              }}
            >
              {label}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const isExact = ({ choices = [] }: FieldColumn, text: string) => text === '' || choices.some(({ label }) => label === text)
