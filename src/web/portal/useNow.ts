import { useEffect, useState } from 'react'
import { hour } from './moments.ts'

const second = 1000
const minute = 60 * second

/** The time, told anew each minute, and each second in the last hour before what comes next. */
export function useNow(nextAfter: (now: number) => number | undefined): number {
  const [now, setNow] = useState(Date.now)
  const isNear = (nextAfter(now) ?? Number.POSITIVE_INFINITY) - now < hour
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? second : minute)
    return () => clearInterval(timer)
  }, [isNear])
  return now
}
