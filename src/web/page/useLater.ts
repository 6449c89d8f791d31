import { useEffect, useState } from 'react'

/** Returns true once something has been so for these milliseconds, and false as soon as it is not. */
export function useLater(isSo: boolean, milliseconds: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isSo, milliseconds])
  return isSo && isLate
}
