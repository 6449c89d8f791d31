import { useEffect, useRef } from 'react'
import { act } from '#features/vam/act/act.contract.ts'
import { readAgain } from '#web/api/api.ts'
import { untilWords } from '#web/portal/moments.ts'
import { useNow } from '#web/portal/useNow.ts'
import { boundaryOf, type ShownActivity } from './activities.tsx'

/** Draws the time until the next change; then the page is read again. */
export function Countdown({ activity }: { activity: ShownActivity }) {
  const now = useNow((at) => boundaryOf(activity, at)?.at)
  const next = boundaryOf(activity, now)
  const before = useRef(next?.label)
  useEffect(() => {
    if (before.current === next?.label) return
    before.current = next?.label
    void readAgain(act.getshown)
  }, [next?.label])
  if (!next) return null
  return (
    <p className="act-countdown" role="timer" aria-live="off">
      {next.label} <b>{untilWords(next.at - now)}</b>
    </p>
  )
}
