import { X } from 'lucide-react'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { history } from '#contract/shell/history.contract.ts'
import { readAgain } from '#web/api/api.ts'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { onUndone, sayUndone, showUndo, type Undoable, undoText } from '#web/feedback/offerUndo.ts'
import './undoNotice.css'

const lifetime = 30_000
// Sets how long a success is said (docs/spec/messages.md#success), in milliseconds.
const freshTime = 2000

/** Draws the notice that offers to undo the last change for 30 s (docs/spec/history.md#undo). */
export default function UndoNotice() {
  const [undoable, setUndoable] = useState<Undoable>()
  useEffect(() => showUndo(setUndoable), [])
  const close = useCallback(() => setUndoable(undefined), [])
  // Renders the region before its first text, so that screen readers announce it.
  return <div aria-live="polite">{undoable && <Notice key={undoable.op} undoable={undoable} onClose={close} />}</div>
}

function Notice({ undoable, onClose }: { undoable: Undoable; onClose: () => void }) {
  const { op, text, message: said, entNo } = undoable
  const [fresh, setFresh] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), freshTime)
    return () => clearTimeout(timer)
  }, [])
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [busy, setBusy] = useState(false)
  const held = hovered || focused || busy
  const left = useRef(lifetime)
  useEffect(() => {
    if (held) return
    const begun = Date.now()
    const timer = setTimeout(onClose, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - begun
    }
  }, [held, onClose])

  // Closes when the change was undone elsewhere.
  useEffect(() => onUndone((gone) => gone === op && onClose()), [op, onClose])

  const undo = useCallback(async () => {
    setBusy(true)
    try {
      const { message } = await send(history.undo, { op, entNo })
      toast.success(message)
      sayUndone(op)
      void readAgain(history.undo)
    } catch (error) {
      toast.error((error as Error).message)
    }
    onClose()
  }, [op, entNo, onClose])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (busy || !isUndo(event) || isElsewhere(event.target)) return
      event.preventDefault()
      void undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [busy, undo])

  return (
    <section
      className={`undo${held ? ' held' : ''}${fresh ? ' fresh' : ''}`}
      aria-label="撤销提示"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {fresh && said && <span className="undo-message">{said}</span>}
      {(!fresh || !said || text !== undoText(said)) && <span className="undo-text">{text}</span>}
      <Button type="link" size="small" loading={busy} onClick={undo}>
        撤销<span className="undo-key">（Ctrl+Z）</span>
      </Button>
      <Button type="text" size="small" aria-label="收起提示" icon={<X />} onClick={onClose} />
      <span className="undo-time" />
    </section>
  )
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z'

// Leaves the key to what is being typed, or an open window.
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && (target.closest('input, textarea, select, [contenteditable]') !== null || isInWindow(target))

// Ignores a window that is closing, which holds the focus to its end, but no longer the keys.
function isInWindow(target: Element): boolean {
  const opened = target.closest('[role="dialog"]')
  return opened !== null && opened.checkVisibility() && opened.closest('[class*="-leave"]') === null
}
