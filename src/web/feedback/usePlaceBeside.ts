import { useLayoutEffect, useSyncExternalStore } from 'react'

// Leaves at least this many pixels to what a drawer lies beside.
const leastPage = 700

const onResize = (tell: () => void) => {
  addEventListener('resize', tell)
  return () => removeEventListener('resize', tell)
}

/**
 * Makes place at the right of the page for a drawer of this width, where the window has it; answers at which height in pixels the
 * page begins there, undefined where there is no place.
 */
export function usePlaceBeside(isWanted: boolean, size: number | string): number | undefined {
  const hasRoom = useSyncExternalStore(onResize, () => typeof size === 'number' && innerWidth - size >= leastPage)
  const hasPlace = isWanted && hasRoom
  useLayoutEffect(() => {
    if (!hasPlace) return
    const { style } = document.documentElement
    style.setProperty('--beside', `${size}px`)
    return () => void style.removeProperty('--beside')
  }, [hasPlace, size])
  return hasPlace ? (document.querySelector('.frame-body')?.getBoundingClientRect().top ?? 0) : undefined
}
