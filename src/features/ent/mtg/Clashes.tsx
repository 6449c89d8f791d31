import { useQueries } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { formatCount, formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import { mtg } from './mtg.contract.ts'
import { mostClashing, type Session } from './mtg.parts.contract.ts'

export type Asking = {
  /** The meeting itself, which clashes with nothing of its own, and the one that is copied: their people are asked, too. */
  mtgNo: string | undefined
  fromNo: string | undefined
  /** Lists the people in the form. */
  empNos: string[]
}

/** As many people at a time as an address holds; with the first, or with nobody, what is asked besides. */
const partsOf = (empNos: string[]) =>
  Array.from({ length: Math.max(1, Math.ceil(empNos.length / mostClashing)) }, (_, i) =>
    empNos.slice(i * mostClashing, (i + 1) * mostClashing),
  )

/** Draws other meetings at that place, or with those people, at that time; it prevents nothing. */
export function Clashes({ session: { sDt, eDt, place }, mtgNo, fromNo, empNos }: { session: Session } & Asking) {
  const isTimed = !!sDt && !!eDt && sDt < eDt
  const isAsked = isTimed && (!!place || !!mtgNo || !!fromNo || empNos.length > 0)
  const found = useQueries({
    queries: partsOf(empNos).map((part, i) => ({
      ...query(mtg.getclash, {
        schdSDt: sDt ?? '',
        schdEDt: eDt ?? '',
        ...(i === 0 && { ...(place && { place }), ...(fromNo && { fromNo }) }),
        ...(mtgNo && { mtgNo }),
        ...(part.length > 0 && { empNos: part }),
      }),
      enabled: isAsked,
      placeholderData: <T,>(before: T) => before,
    })),
  })
  const lines = linesOf(found.flatMap(({ data = [] }) => data))
  if (!isAsked || lines.length === 0) return null
  return (
    <ul className="clashes" aria-live="polite" aria-label="时间冲突">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

type Clash = Out<typeof mtg.getclash>[number]
// So many people are named before the rest are counted.
const named = 5

/** A line for each other meeting: that it is at the place, or whom it wants. */
function linesOf(clashes: Clash[]): string[] {
  const byMeeting = new Map<string, { clash: Clash; names: Set<string> }>()
  for (const clash of clashes) {
    const key = JSON.stringify([clash.kind, clash.mtgName, clash.sDt, clash.eDt])
    const known = byMeeting.get(key) ?? { clash, names: new Set() }
    byMeeting.set(key, { ...known, names: known.names.add(clash.name) })
  }
  return [...byMeeting.values()].map(({ clash: { kind, mtgName, sDt, eDt }, names }) => {
    const who = [...names].slice(0, named).join('、') + (names.size > named ? ` 等 ${formatCount(names.size)} 人` : '')
    const what = `${mtgName}（${formatTime(sDt).slice(5)}–${formatTime(eDt).slice(11)}）`
    return `${who}${kind === 'place' ? '已被占用' : '有别的会议'}：${what}`
  })
}
