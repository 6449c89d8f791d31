import { startTransition, useEffect, useState } from 'react'

/** Returns how many of these rows to draw now: the first at once, all of them after those have been painted. */
export function useGrowing(length: number, first: number): number {
  const [hasPainted, setPainted] = useState(false)
  const isWaiting = length > first && !hasPainted
  useEffect(() => {
    if (!isWaiting) return
    let timer = 0
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isWaiting])
  return isWaiting ? first : length
}
