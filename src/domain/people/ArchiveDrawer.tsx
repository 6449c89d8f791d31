import { Spin } from 'antd'
import { type ComponentType, type KeyboardEvent, type ReactNode, Suspense, useRef } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { useNarrow, useWide } from '#web/page/useMedia.ts'
import { NeighbourButtons } from '#web/list/NeighbourButtons.tsx'

type Props<Row extends object> = {
  /** Holds the number of the person. */
  no: string | undefined
  title: string
  /** Opens the person before, or behind, in the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  editable: boolean
  /** Draws further buttons beside the two arrows. */
  extra?: ReactNode
  /** Draws the form of the person. */
  Panel: ComponentType<Row & { onSaved: () => void }>
  of: Row
  onClose: () => void
}

/** Draws the archive of one person beside the list; Ctrl+Enter saves it and goes on to the next. */
export function ArchiveDrawer<Row extends object>(props: Props<Row>) {
  const { no, title, onPrevious, onNext, editable, extra, Panel, of, onClose } = props
  const narrow = useNarrow()
  const wide = useWide()
  const { leave, isUnsaved, dialog } = useLeaving()
  // Holds where saving leads, for the list may be another one when it has been read again.
  const goal = useRef<() => void>(undefined)
  const guarded = (open: (() => void) | undefined) => open && (() => leave(open))
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isUnsaved()) return onNext?.()
    goal.current = onNext
    event.currentTarget.querySelector('form')?.requestSubmit()
  }
  const saved = () => {
    const open = goal.current
    goal.current = undefined
    open?.()
  }
  return (
    <AppDrawer
      open
      isBeside
      size={narrow ? '100%' : wide ? 880 : 720}
      title={title}
      extra={
        <span className="row-actions">
          <NeighbourButtons of="人" onPrevious={guarded(onPrevious)} onNext={guarded(onNext)} />
          {extra}
        </span>
      }
      onClose={() => leave(onClose)}
    >
      <div className="touch" onKeyDown={press}>
        <Suspense fallback={<Spin delay={200} />}>
          <Panel key={no} {...of} onSaved={saved} />
        </Suspense>
        {!narrow && editable && <p className="grey">按 Ctrl+Enter 保存并打开下一人。</p>}
      </div>
      {dialog}
    </AppDrawer>
  )
}
