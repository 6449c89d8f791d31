import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { formatCount, formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import { mtg } from './mtg.contract.ts'
import { mostClashing, mostPeople, type MeetingSession } from './mtg.parts.contract.ts'
import { meetingRooms } from './rooms/mtg.rooms.contract.ts'

export type Asking = {
  /** Names the meeting itself, which does not clash with its own people, and the one that is copied: both people are asked. */
  mtgNo: string | undefined
  fromNo: string | undefined
  /** Lists the employees in the form, and counts its guests. */
  empNos: string[]
  guestCnt: number
}

/** Splits the people into as many as an address holds; with the first part, or with nobody, comes the rest of the question. */
const partsOf = (empNos: string[]) =>
  Array.from({ length: Math.max(1, Math.ceil(empNos.length / mostClashing)) }, (_, i) =>
    empNos.slice(i * mostClashing, (i + 1) * mostClashing),
  )

/** Draws other meetings at that place, or with those people, at that time, and that a room is too small; it prevents nothing. */
export function Clashes({ session, mtgNo, fromNo, empNos, guestCnt }: { session: MeetingSession } & Asking) {
  const { sDt, eDt, roomNo, place } = session
  const isTimed = !!sDt && !!eDt && sDt < eDt
  const isAsked = isTimed && (!!place || !!mtgNo || !!fromNo || empNos.length > 0)
  const found = useQueries({
    queries: partsOf(empNos).map((part, i) => ({
      ...query(mtg.getclash, {
        schdSDt: sDt ?? '',
        schdEDt: eDt ?? '',
        ...(i === 0 && { ...(roomNo ? { roomNo } : place && { place }), ...(fromNo && { fromNo }) }),
        ...(mtgNo && { mtgNo }),
        ...(part.length > 0 && { empNos: part }),
      }),
      enabled: isAsked,
      placeholderData: <T,>(before: T) => before,
    })),
  })
  const { data: room } = useQuery({
    ...query(meetingRooms.getroomseats, {
      roomNo: roomNo ?? '',
      moreCnt: Math.min(mostPeople, guestCnt + Math.max(0, empNos.length - mostClashing)),
      ...(mtgNo && { mtgNo }),
      ...(fromNo && { fromNo }),
      ...(empNos.length > 0 && { empNos: empNos.slice(0, mostClashing) }),
    }),
    enabled: !!roomNo,
  })
  const seats = roomNo && room?.seats && room.manCnt > room.seats ? [seatsLine(room)] : []
  const lines = [...seats, ...linesOf(isAsked ? found.flatMap(({ data = [] }) => data) : [])]
  if (lines.length === 0) return null
  return (
    <ul className="clashes" aria-live="polite" aria-label="时间冲突和座位">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

type Clash = Out<typeof mtg.getclash>[number]
const seatsLine = ({ roomName, seats, manCnt }: Out<typeof meetingRooms.getroomseats>) =>
  `${roomName}有 ${seats} 个座位，参会人员 ${formatCount(manCnt)} 人，坐不下`

// Limits the people that are named before the rest are counted.
const named = 5

/** Lists a line for each other meeting: that it is at the place, or which people it wants; and one for who is on leave then. */
function linesOf(clashes: Clash[]): string[] {
  const byMeeting = new Map<string, { clash: Clash; names: Set<string> }>()
  for (const clash of clashes.filter(({ kind }) => kind !== 'leave')) {
    const key = JSON.stringify([clash.kind, clash.mtgName, clash.sDt, clash.eDt])
    const known = byMeeting.get(key) ?? { clash, names: new Set() }
    byMeeting.set(key, { ...known, names: known.names.add(clash.name) })
  }
  const away = new Set(clashes.filter(({ kind }) => kind === 'leave').map(({ name }) => name))
  const leaveLine = `${formatCount(away.size)} 人当时请假：${listed(away)}`
  const others = [...byMeeting.values()].map(({ clash: { kind, mtgName, sDt, eDt }, names }) => {
    const who = listed(names)
    const what = `${mtgName}（${formatTime(sDt).slice(5)}–${formatTime(eDt).slice(11)}）`
    return `${who}${kind === 'place' ? '已被占用' : '有别的会议'}：${what}`
  })
  return away.size > 0 ? [...others, leaveLine] : others
}

const listed = (names: ReadonlySet<string>) =>
  [...names].slice(0, named).join('、') + (names.size > named ? ` 等 ${formatCount(names.size)} 人` : '')
