import { Fragment, type ReactNode, Suspense, useRef, useState } from 'react'
import { useConfirm } from './useConfirm.tsx'

/** Shows a dialog as `draw` writes it, in place of the one before. */
export type Show = (draw: (close: () => void) => ReactNode) => void

/** Shows one dialog at a time, which may be loaded lazily, and asks questions; `dialogs` is rendered once by the caller. */
export function useDialogs() {
  const { ask, dialog } = useConfirm()
  const [shown, setShown] = useState<{ key: number; content: ReactNode }>()
  const keys = useRef(0)
  const show: Show = (draw) => {
    keys.current += 1
    const key = keys.current
    // Leaves a dialog alone that was shown in place of this one.
    const close = () => setShown((now) => (now?.key === key ? undefined : now))
    setShown({ key, content: draw(close) })
  }
  const dialogs = (
    <>
      <Suspense>{shown && <Fragment key={shown.key}>{shown.content}</Fragment>}</Suspense>
      {dialog}
    </>
  )
  return { show, ask, dialogs }
}
