import { useLeaving } from './useLeaving.tsx'
import { useUnsaved } from '#web/page/unsaved.ts'

/** Closes a dialog in which something was chosen that no draft is kept of: it asks first. */
export function useClosing(dirty: boolean, onClose: () => void) {
  useUnsaved(dirty)
  const { ask, dialog } = useLeaving()
  return { close: () => (dirty ? ask(onClose) : onClose()), dialog }
}
