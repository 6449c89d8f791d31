import { useLeaving } from '#web/feedback/useLeaving.tsx'
import type { FormDraft } from './useDraft.tsx'

/** Closes a dialog with a form in it: where something was typed it asks first, and then lets go of the draft too. */
export function useFormClosing({ isDirty, drop }: FormDraft, onClose: () => void) {
  const { ask, dialog } = useLeaving()
  const giveUp = () => {
    drop()
    onClose()
  }
  return { close: () => (isDirty() ? ask(giveUp) : onClose()), dialog }
}
