import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { today, withDashes } from '#contract/values/day.ts'
import { type DayLimits, wrongDay } from '#contract/values/dayLimits.ts'
import { type Month, monthOf, shiftByMonths, shiftDay, shiftMonth, weeksOf } from './months.ts'

type Props = {
  value: string
  limits: DayLimits
  onPick: (day: string) => void
  /** Takes the time `HHmmss` of the picked day; given where there is one to choose. */
  onTime?: (time: string) => void
  onDone: () => void
  /** Draws what stands below the days, which may close them. */
  footer?: ((close: () => void) => ReactNode) | undefined
}

const weekdays = '一二三四五六日'
const earliest = 1900
const latest = 2100

/** Draws a month of days, moved over by arrows, PageUp and PageDown, and below it the time. */
export default function Calendar({ value, limits, onPick, onTime, onDone, footer }: Props) {
  const present = today().replaceAll('-', '')
  const chosen = value.slice(0, 8)
  const [at, setAt] = useState(chosen || startOf(present, limits))
  const month = monthOf(at)
  const days = useRef<HTMLTableElement>(null)
  useEffect(() => days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, string> = {
      ArrowLeft: shiftDay(at, -1),
      ArrowRight: shiftDay(at, 1),
      ArrowUp: shiftDay(at, -7),
      ArrowDown: shiftDay(at, 7),
      PageUp: shiftByMonths(at, -1),
      PageDown: shiftByMonths(at, 1),
    }
    const next = steps[event.key]
    if (!next) return
    event.preventDefault()
    setAt(next)
  }
  return (
    <>
      <MonthHead month={month} onChange={(to) => setAt(dayIn(to, at))} />
      <table ref={days} role="grid" aria-label={`${month.year}年${month.month}月`} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {[...weekdays].map((weekday) => (
              <th key={weekday} scope="col" abbr={`星期${weekday}`}>
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === chosen}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={withDashes(day) ?? ''}
                    aria-current={day === present ? 'date' : undefined}
                    className={monthOf(day).month === month.month ? undefined : 'day-outside'}
                    disabled={wrongDay(day, limits) !== undefined}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(6))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {onTime && <Time value={value.slice(8)} isOff={!value} onChange={onTime} onDone={onDone} />}
      {footer?.(onDone)}
    </>
  )
}

/** Returns the day to begin with: today, or the nearest that can be picked. */
function startOf(present: string, { min, max }: DayLimits) {
  if (min && present < min) return min.slice(0, 8)
  return max && present > max ? max.slice(0, 8) : present
}

const dayIn = ({ year, month }: Month, day: string) => {
  const { year: yearNow, month: monthNow } = monthOf(day)
  return shiftByMonths(day, (year - yearNow) * 12 + month - monthNow)
}

const years = Array.from({ length: latest - earliest + 1 }, (_, i) => latest - i)
const months = Array.from({ length: 12 }, (_, i) => i + 1)

function MonthHead({ month, onChange }: { month: Month; onChange: (month: Month) => void }) {
  return (
    <div className="day-head">
      <button type="button" aria-label="上个月" onClick={() => onChange(shiftMonth(month, -1))}>
        ‹
      </button>
      <select aria-label="年" value={month.year} onChange={({ target }) => onChange({ ...month, year: Number(target.value) })}>
        {years.map((year) => (
          <option key={year} value={year}>
            {year}年
          </option>
        ))}
      </select>
      <select aria-label="月" value={month.month} onChange={({ target }) => onChange({ ...month, month: Number(target.value) })}>
        {months.map((one) => (
          <option key={one} value={one}>
            {one}月
          </option>
        ))}
      </select>
      <button type="button" aria-label="下个月" onClick={() => onChange(shiftMonth(month, 1))}>
        ›
      </button>
    </div>
  )
}

type TimeProps = { value: string; isOff: boolean; onChange: (time: string) => void; onDone: () => void }

const parts = [
  { title: '时', count: 24 },
  { title: '分', count: 60 },
  { title: '秒', count: 60 },
]
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Draws hours, minutes and seconds of the picked day; off until there is one. */
function Time({ value, isOff, onChange, onDone }: TimeProps) {
  const held = parts.map((_, at) => value.slice(at * 2, at * 2 + 2) || '00')
  return (
    <div className="day-time">
      {parts.map(({ title, count }, at) => (
        <select
          key={title}
          aria-label={title}
          disabled={isOff}
          value={held[at]}
          onChange={({ target }) => onChange(held.with(at, target.value).join(''))}
        >
          {Array.from({ length: count }, (_, i) => (
            <option key={i} value={twoDigits(i)}>
              {twoDigits(i)} {title}
            </option>
          ))}
        </select>
      ))}
      <button type="button" onClick={onDone}>
        确定
      </button>
    </div>
  )
}
