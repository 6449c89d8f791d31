import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { AppDrawer } from '#web/AppModal.tsx'
import { useHotkey } from '#web/useHotkey.ts'
import { useNarrow } from '#web/useMedia.ts'
import StudentGuardians from './stuptr.panel.tsx'
import type { Row } from './useRelationActions.tsx'

type Child = Pick<Row, 'stuNo' | 'stuName' | 'unitName'>

type Props = {
  child: Child
  /** The children before and behind in the list. */
  previous: Child | undefined
  next: Child | undefined
  onOpen: (stuNo: string) => void
  onClose: () => void
}

/** One child with all guardians beside the list; j and k walk by child. */
export default function FamilyDrawer({ child, previous, next, onOpen, onClose }: Props) {
  const narrow = useNarrow()
  const go = (to: Child | undefined) => to && onOpen(to.stuNo)
  useHotkey('j', () => go(next))
  useHotkey('k', () => go(previous))
  return (
    <AppDrawer
      open
      mask={false}
      size={narrow ? '100%' : 480}
      onClose={onClose}
      title={
        <span className="drawer-title">
          {child.stuName} <span className="grey">{child.unitName}</span>
        </span>
      }
      extra={
        <span className="row-actions">
          <Button
            icon={<UpOutlined />}
            disabled={!previous}
            onClick={() => go(previous)}
            aria-label="上一个孩子"
            title="上一个孩子（k）"
          />
          <Button
            icon={<DownOutlined />}
            disabled={!next}
            onClick={() => go(next)}
            aria-label="下一个孩子"
            title="下一个孩子（j）"
          />
        </span>
      }
    >
      <StudentGuardians key={child.stuNo} stuNo={child.stuNo} stuName={child.stuName} />
    </AppDrawer>
  )
}
