import { useEffect, useState } from 'react'
import { hourMs } from './moments.ts'

const second = 1000
const minute = 60 * second

/** Returns the time in milliseconds, updated each minute, and each second in the last hour before the next change. */
export function useNow(nextAfter: (now: number) => number | undefined): number {
  const [now, setNow] = useState(Date.now)
  const isNear = (nextAfter(now) ?? Number.POSITIVE_INFINITY) - now < hourMs
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? second : minute)
    return () => clearInterval(timer)
  }, [isNear])
  return now
}
