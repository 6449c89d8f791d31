import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { NeighbourButtons } from '#web/list/NeighbourButtons.tsx'
import StudentGuardians from './stuptr.panel.tsx'
import type { Row } from './RelationForm.tsx'

type Child = Pick<Row, 'stuNo' | 'stuName' | 'unitName'>

type Props = {
  child: Child
  /** Holds the child before in the list; undefined for the first. */
  previous: Child | undefined
  next: Child | undefined
  onOpen: (stuNo: string) => void
  onClose: () => void
}

/** Draws one child with all guardians beside the list; j and k step by child. */
export default function FamilyDrawer({ child, previous, next, onOpen, onClose }: Props) {
  const narrow = useNarrow()
  const opening = (to: Child | undefined) => to && (() => onOpen(to.stuNo))
  return (
    <AppDrawer
      open
      isBeside
      size={narrow ? '100%' : 480}
      onClose={onClose}
      title={
        <span className="drawer-title">
          {child.stuName} <span className="grey">{child.unitName}</span>
        </span>
      }
      extra={
        <span className="row-actions">
          <NeighbourButtons of="个孩子" onPrevious={opening(previous)} onNext={opening(next)} />
        </span>
      }
    >
      <StudentGuardians key={child.stuNo} stuNo={child.stuNo} stuName={child.stuName} />
    </AppDrawer>
  )
}
