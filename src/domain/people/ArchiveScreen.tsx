import type { ComponentType, ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { useMay } from '#web/api/me.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import type { ListState } from '#web/list/listState.ts'
import { useNeighbours } from '#web/list/useNeighbours.ts'
import { ArchiveDrawer } from './ArchiveDrawer.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type Props<Row extends object> = {
  title: string
  /** Names the call that the list reads, and the one that changes an archive. */
  call: Call
  set: Call
  list: ListState
  rowKey: keyof Row & string
  nameOf: (row: Row) => string
  /** Draws further buttons beside the two arrows of the drawer. */
  extra?: ReactNode
  /** Draws the form of one archive. */
  Panel: ComponentType<Row & { onSaved: () => void }>
  /** Draws the list; `opened` is the number of the row whose archive is open. */
  children: (open: (row: Row) => void, opened: string | undefined) => ReactNode
}

/** Shows the archives of people: the list, and the form of one of them beside it. */
export function ArchiveScreen<Row extends object>(props: Props<Row>) {
  const { title, call, set, list, rowKey, nameOf, extra, Panel, children } = props
  const { opened, setOpened, onPrevious, onNext } = useNeighbours<Row>(call, list, rowKey)
  const { leave, dialog } = useLeaving()
  const editable = useMay()(set)
  const no = opened && String(opened[rowKey])
  return (
    <div className="page touch">
      <PageHead title={title} />
      {children((row) => leave(() => setOpened(row)), no)}
      {opened && (
        <ArchiveDrawer
          no={no}
          title={nameOf(opened)}
          onPrevious={onPrevious}
          onNext={onNext}
          editable={editable}
          extra={extra}
          Panel={Panel}
          of={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}
