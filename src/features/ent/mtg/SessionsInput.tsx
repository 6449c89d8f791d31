import { Plus } from 'lucide-react'
import { Button, Input } from 'antd'
import { Suspense } from 'react'
import { Status } from '#contract/fields.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import type { DateRange } from '#web/form/inputs/dateRange.ts'
import { Clashes, type Asking } from './Clashes.tsx'
import { mostSessions, type MeetingSession } from './mtg.parts.contract.ts'
import { RoomSelect, useRooms } from './rooms/RoomSelect.tsx'

// Loads the calendar late, for it is large.
const DateRangeInput = lazyPiece(() => import('#web/form/inputs/DateRangeInput.tsx'))

type Props = Asking & { value?: MeetingSession[]; onChange?: (sessions: MeetingSession[]) => void }

/** Returns a session of an hour that begins with the next full one. */
export function nextHour(rdx = 1): MeetingSession {
  const at = (hours: number) => {
    const time = new Date(Date.now() + (8 + hours) * 3600_000)
    return `${time.toISOString().replace(/\D/g, '').slice(0, 10)}0000`
  }
  return { rdx, sDt: at(1), eDt: at(2) }
}

/** Draws the sessions of a meeting: one or several. */
export function SessionsInput({ value = [], onChange, ...clash }: Props) {
  const { data } = useRooms()
  const hasRooms = (data?.rooms ?? []).some(({ stt }) => stt === Status.enabled) || value.some(({ roomNo }) => roomNo)
  const change = (at: number, part: Partial<MeetingSession>) =>
    onChange?.(value.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const add = () => {
    const last = value.at(-1)
    const rdx = Math.max(0, ...value.map((one) => one.rdx)) + 1
    onChange?.([...value, { ...nextHour(rdx), roomNo: last?.roomNo ?? null, place: last?.place ?? null }])
  }
  return (
    <div className="stack">
      {value.map((one, i) => (
        <fieldset key={one.rdx} className="session">
          <legend className="unseen">第 {i + 1} 场</legend>
          <div className="session-grid">
            <div className="session-field session-time">
              <span>时间</span>
              <Suspense fallback={<Input disabled />}>
                <DateRangeInput
                  time
                  aria-label={value.length > 1 ? `第 ${i + 1} 场的时间` : '时间'}
                  // Leaves the order to the complaint: a later start takes the end along, with the same length.
                  verify={false}
                  limits={{ afterToday: true }}
                  value={[one.sDt ?? null, one.eDt ?? null]}
                  onChange={(range) => change(i, changed(one, range))}
                />
              </Suspense>
            </div>
            {hasRooms && (
              <div className="session-field">
                <span>会议室</span>
                <RoomSelect
                  aria-label={value.length > 1 ? `第 ${i + 1} 场的会议室` : '会议室'}
                  value={one.roomNo ?? null}
                  onChange={(room) => change(i, { roomNo: room?.roomNo ?? null, place: room?.roomName ?? null })}
                />
              </div>
            )}
            {!one.roomNo && (
              <Named label={hasRooms ? '其他地点' : '地点'}>
                <Input
                  value={one.place ?? ''}
                  maxLength={60}
                  onChange={({ target }) => change(i, { place: target.value || null })}
                />
              </Named>
            )}
            {value.length > 1 && (
              <Named label="名称">
                <Input
                  value={one.schdName ?? ''}
                  maxLength={30}
                  placeholder={`第 ${i + 1} 场`}
                  onChange={({ target }) => change(i, { schdName: target.value || null })}
                />
              </Named>
            )}
          </div>
          <Clashes session={one} {...clash} />
          {value.length > 1 && (
            <Button type="link" danger onClick={() => onChange?.(value.filter((_, at) => at !== i))}>
              去掉第 {i + 1} 场
            </Button>
          )}
        </fieldset>
      ))}
      {value.length < mostSessions && (
        <Button type="dashed" icon={<Plus />} onClick={add}>
          添加场次
        </Button>
      )}
    </div>
  )
}

/** Returns what a picked time changes: a start moves the end along, and times of signing in follow anew. */
function changed({ sDt = null, eDt = null }: MeetingSession, [start, end]: DateRange): Partial<MeetingSession> {
  if (start === sDt) return { eDt: end }
  const ahead = sDt && eDt && start ? shifted(start, millis(eDt) - millis(sDt)) : eDt
  return { sDt: start, eDt: ahead, signSDt: null, signEDt: null }
}
const millis = (moment: string) => Date.parse(moment.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))
const shifted = (moment: string, by: number) => new Date(millis(moment) + by).toISOString().replace(/\D/g, '').slice(0, 14)

const Named = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // Labels the input inside.
  <label className="session-field">
    <span>{label}</span>
    {children}
  </label>
)
