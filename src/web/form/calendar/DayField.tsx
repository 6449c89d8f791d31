import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { DayLimits } from '#contract/values/dayLimits.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import { usePopup } from '#web/menu/usePopup.ts'
import './calendar.css'
import { type Clock, hintOf } from './typed.ts'
import { useTypedDay } from './useTypedDay.ts'

// Loads the calendar when it is first opened: the pages of a gate stay small.
const Calendar = lazyPiece(() => import('./Calendar.tsx'))

// Spares a finger the keyboard of the screen: the calendar is enough.
const isTouch = matchMedia('(pointer: coarse)').matches

export type DayFieldProps = {
  /** Holds `yyyyMMdd`, or with `clock` `yyyyMMddHHmmss`; empty for none. */
  value: string
  onChange: (value: string | undefined) => void
  /** Adds hours, minutes and seconds, which begin so for a day just picked. */
  clock?: Clock | undefined
  limits?: DayLimits | undefined
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Draws the box of the text; a plain one where nothing is given. */
  box?: ComponentType<Omit<ComponentProps<'input'>, 'size' | 'ref' | 'prefix'>>
  /** Draws what stands below the days, which may close them. */
  footer?: ((close: () => void) => ReactNode) | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | undefined
  'aria-required'?: boolean | 'true' | undefined
}

const calendarIcon = (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3" fill="none" stroke="currentColor" />
  </svg>
)

const PlainBox = (props: ComponentProps<'input'>) => <input {...props} />

/**
 * Draws a day, or a moment, that is typed or picked from a calendar of our own, in Chinese in every browser. What is typed and is
 * no such day stays, is explained, and keeps its form from being sent (docs/spec/inputs.md#dates).
 */
export function DayField({
  value,
  onChange,
  clock,
  limits = {},
  disabled = false,
  box: Box = PlainBox,
  footer,
  ...field
}: DayFieldProps) {
  const { text, wrong, type, settle, forget } = useTypedDay({ value, onChange, clock, limits })
  const wrongId = useId()
  const { isOpen, setOpen, trigger, box, isWithin } = usePopup('end')
  const place = useRef<HTMLDivElement>(null)
  // Closes it with its tab, in which it would be open again.
  useLayoutEffect(() => () => setOpen(false), [setOpen])

  const focusText = () => place.current?.querySelector('input')?.focus()
  const close = () => {
    setOpen(false)
    focusText()
  }
  const pick = (picked: string) => {
    forget()
    onChange(clock ? picked + (value.slice(8) || clock) : picked)
    if (!clock) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInText = event.target instanceof HTMLInputElement
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' && isInText) {
      event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Enter' && isInText) settle()
  }
  const isInvalid = wrong !== undefined || String(field['aria-invalid']) === 'true'
  const describedBy = [field['aria-describedby'], wrong && wrongId].filter(Boolean).join(' ')
  return (
    <div
      className="day-field"
      ref={place}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !isWithin(relatedTarget)) setOpen(false)
      }}
    >
      <span className="day-box">
        <Box
          type="text"
          autoComplete="off"
          {...(isTouch && { inputMode: 'none', onClick: () => setOpen(true) })}
          placeholder={clock ? '年-月-日 时:分:秒' : '年-月-日'}
          {...field}
          title={disabled ? undefined : hintOf(clock)}
          disabled={disabled}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy || undefined}
          value={text}
          onChange={({ target }) => type(target.value)}
          onBlur={settle}
        />
        {!disabled && (
          <button
            ref={trigger}
            type="button"
            className="day-field-open"
            aria-label={['打开日历', field['aria-label']].filter(Boolean).join('：')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {calendarIcon}
          </button>
        )}
      </span>
      {isOpen && (
        <div ref={box} popover="manual" className="day-panel" role="dialog" aria-label="日历">
          <Suspense>
            <Calendar
              value={value}
              limits={limits}
              footer={footer}
              onPick={pick}
              onDone={close}
              {...(clock && { onTime: (time: string) => value && onChange(value.slice(0, 8) + time) })}
            />
          </Suspense>
        </div>
      )}
      {wrong && (
        <small id={wrongId} role="alert" className="day-wrong">
          {wrong}
        </small>
      )}
    </div>
  )
}
