import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { today } from '#contract/values/day.ts'
import { query } from '#web/api/api.ts'
import { monthOf, shiftMonth, weeksOf, dayOf } from '#web/form/calendar/months.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import type { Out } from '#web/api/send.ts'
import { lve } from './lve.contract.ts'

type Props = {
  who: string | undefined
  /** Opens the list of one day, `yyyyMMdd`. */
  onDay: (day: string) => void
}
type Day = Out<typeof lve.getcalendar>[number]

const weekdays = '一二三四五六日'

const countsOf = ({ stuCnt, empCnt }: Day) =>
  [stuCnt > 0 && `学生 ${stuCnt}`, empCnt > 0 && `员工 ${empCnt}`].filter(Boolean).join(' · ')

/** Draws a month: how many are on leave each day, and who. */
export function LeaveCalendar({ who, onDay }: Props) {
  const present = today().replaceAll('-', '')
  const [month, setMonth] = useState(monthOf(present))
  const asked = { month: dayOf(month, 1).slice(0, 6), ...(who && { who: who as 'stu' | 'emp' }) }
  const { data, error, refetch } = useQuery(query(lve.getcalendar, asked))
  if (error && !data) return <ReadFailed page="请假日历" message={error.message} onRetry={() => void refetch()} />
  const of = new Map((data ?? []).map((one) => [one.day, one]))
  return (
    <section aria-label="请假日历">
      <div className="page-tools">
        <Button icon={<ChevronLeft />} aria-label="上个月" onClick={() => setMonth(shiftMonth(month, -1))} />
        <strong aria-live="polite">{`${month.year}年${month.month}月`}</strong>
        <Button icon={<ChevronRight />} aria-label="下个月" onClick={() => setMonth(shiftMonth(month, 1))} />
        <Button onClick={() => setMonth(monthOf(present))}>本月</Button>
        {!data && <Spin delay={200} size="small" />}
      </div>
      <table className="leave-month">
        <thead>
          <tr>
            {[...weekdays].map((day) => (
              <th key={day} scope="col" abbr={`星期${day}`}>
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  className={[day === present && 'is-today', !isIn(day, month) && 'is-other'].filter(Boolean).join(' ')}
                >
                  <Cell day={day} found={isIn(day, month) ? of.get(day) : undefined} onDay={onDay} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isIn = (day: string, month: { year: number; month: number }) => day.slice(0, 6) === dayOf(month, 1).slice(0, 6)

function Cell({ day, found, onDay }: { day: string; found: Day | undefined; onDay: (day: string) => void }) {
  const number = Number(day.slice(6))
  if (!found) return <span>{number}</span>
  const { names, stuCnt, empCnt } = found
  const more = stuCnt + empCnt - names.length
  return (
    <button type="button" title={`${names.join('、')}${more > 0 ? ` 等` : ''}`} onClick={() => onDay(day)}>
      <span>{number}</span>
      <b>{countsOf(found)}</b>
      <small>{names.slice(0, 3).join('、')}</small>
    </button>
  )
}
