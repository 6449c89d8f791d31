import { useEffect, useState } from 'react'
import { hour } from './moments.ts'

const second = 1000
const minute = 60 * second

/** The time, told anew each minute, and in the last hour before `until` each second. */
export function useNow(until: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  const isNear = until !== undefined && until - now < hour
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? second : minute)
    return () => clearInterval(timer)
  }, [isNear])
  return now
}
