import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { type DayLimits, wrongDay } from '#contract/values/dayLimits.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import './calendar.css'
import { type Clock, formatTyped, readTyped } from './typed.ts'

// Loads the calendar when it is first opened: the pages of a gate stay small.
const Calendar = lazyPiece(() => import('./Calendar.tsx'))

// Spares a finger the keyboard of the screen: the calendar is enough.
const isTouch = matchMedia('(pointer: coarse)').matches

type Props = {
  /** Holds `yyyyMMdd`, or with `clock` `yyyyMMddHHmmss`; empty for none. */
  value: string
  onChange: (value: string | undefined) => void
  /** Adds hours, minutes and seconds, which begin so for a day just picked. */
  clock?: Clock
  limits?: DayLimits
  id?: string
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
}

/**
 * Draws a day, or a moment, that is typed or picked from a calendar of our own: without antd, and in Chinese in every browser
 * (docs/spec/inputs.md#dates).
 */
export function DayField({ value, onChange, clock, limits = {}, disabled = false, ...aria }: Props) {
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => place.current?.contains(target as Node) || setOpen(false)
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  const settle = () => {
    if (typed === undefined) return
    const read = typed.trim() === '' ? '' : readTyped(typed, clock)
    // Puts back what was there before where the text is no day, or one that cannot be picked.
    if (read !== undefined && read !== value && !(read && wrongDay(read, limits))) onChange(read || undefined)
    setTyped(undefined)
  }
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  const pick = (picked: string) => {
    setTyped(undefined)
    onChange(clock ? picked + (value.slice(8) || clock) : picked)
    if (!clock) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' && event.target === input.current) {
      event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Enter' && event.target === input.current) settle()
  }
  return (
    <div className="day-field" ref={place} onKeyDown={onKeyDown}>
      <input
        {...aria}
        ref={input}
        type="text"
        autoComplete="off"
        {...(isTouch && { inputMode: 'none', onClick: () => setOpen(true) })}
        placeholder={clock ? '年-月-日 时:分:秒' : '年-月-日'}
        disabled={disabled}
        value={typed ?? formatTyped(value)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
      />
      {!disabled && (
        <button
          type="button"
          className="day-field-open"
          aria-label={`打开日历${aria['aria-label'] ? `：${aria['aria-label']}` : ''}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3" fill="none" stroke="currentColor" />
          </svg>
        </button>
      )}
      {isOpen && (
        <Suspense>
          <Calendar
            value={value}
            limits={limits}
            onPick={pick}
            {...(clock && { onTime: (time: string) => value && onChange(value.slice(0, 8) + time), onDone: close })}
          />
        </Suspense>
      )}
    </div>
  )
}
