import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { dragNow, setDrag, subscribe } from './dragState.ts'
import { lazyOrnament } from '#web/feedback/lazyPart.tsx'

const DragSession = lazyOrnament(() => import('./DragSession.tsx'))
const pressNow = () => dragNow().press
const ends = ['mouseup', 'touchend', 'touchcancel'] as const

/** Carries out drags; what does so is loaded with the first press on something that can be dragged, and stays. */
export function DragLayer() {
  const press = useSyncExternalStore(subscribe, pressNow)
  const [wanted, setWanted] = useState(false)
  if (press && !wanted) setWanted(true)
  useEffect(() => {
    // Forgets a press that is let go of before it became a drag.
    const forget = () => !dragNow().dragged && setDrag({ press: undefined })
    for (const name of ends) addEventListener(name, forget)
    return () => ends.forEach((name) => removeEventListener(name, forget))
  }, [])
  return (
    wanted && (
      <Suspense fallback={null}>
        <DragSession press={press} />
      </Suspense>
    )
  )
}
