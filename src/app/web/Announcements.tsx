import { Suspense, useEffect, useState } from 'react'
import { onSessionEnded } from '#web/api/sessionEnded.ts'
import { lazyOrnament, lazyWindow } from '#web/feedback/lazyPart.tsx'
import { onFirstUndo } from '#web/feedback/offerUndo.ts'
import { onFirstToast } from '#web/feedback/toast.ts'

const Toasts = lazyOrnament(() => import('#web/feedback/Toasts.tsx'))
const UndoNotice = lazyOrnament(() => import('./UndoNotice.tsx'))
const Relogin = lazyWindow(() => import('#web/feedback/Relogin.tsx'))

// Sets how long after the first page they are loaded, in milliseconds.
const quietTime = 2000

/** Loads, in a quiet moment, what has to be there when the network is not. */
export function usePreparedAnnouncements() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of [Toasts, UndoNotice, Relogin]) void part.prepare()
    }, quietTime)
    return () => clearTimeout(timer)
  }, [])
}

/** Draws notices and the question after a session's end: loaded when they are needed. */
export function Announcements() {
  const [toasts, setToasts] = useState(false)
  const [undo, setUndo] = useState(false)
  const [ended, setEnded] = useState(false)
  useEffect(() => onFirstToast(() => setToasts(true)), [])
  useEffect(() => onFirstUndo(() => setUndo(true)), [])
  useEffect(() => onSessionEnded(() => setEnded(true)), [])
  return (
    <Suspense>
      {toasts && <Toasts />}
      {undo && <UndoNotice />}
      {ended && <Relogin onClose={() => setEnded(false)} />}
    </Suspense>
  )
}
