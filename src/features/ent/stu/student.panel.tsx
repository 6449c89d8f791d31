import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Tabs } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { AppDrawer } from '#web/AppModal.tsx'
import { query } from '#web/api.ts'
import { StatusTag } from '#web/dictionary.tsx'
import { ReadFailed } from '#web/EmptyState.tsx'
import { useMay } from '#web/me.tsx'
import { useLeaving } from '#web/useLeaving.tsx'
import { useNarrow } from '#web/useMedia.ts'
import { StudentFacts } from './StudentFacts.tsx'
import { stu } from './stu.contract.ts'
import type { MenuOf } from './useStudentActions.tsx'

const StudentArchive = lazy(() => import('#features/ent/stuarch/stuarch.panel.tsx'))
const StudentPhotos = lazy(() => import('./StudentPhotos.tsx'))
const StudentGuardians = lazy(() => import('#features/ent/stuptr/stuptr.panel.tsx'))

type Props = {
  stuNo: string
  /** What else can be done, and the form to change the student: left out where the student is only looked at. */
  menuOf?: MenuOf
  onEdit?: (stuNo: string) => void
  /** Over a form that is being filled in: only what is written down, and closing it loses nothing. */
  isGlance?: boolean
  onClose: () => void
}

/** Everything about one student, beside the list, which stays in use. */
export default function StudentDrawer({ stuNo, menuOf, onEdit, isGlance = false, onClose }: Props) {
  const may = useMay()
  const narrow = useNarrow()
  const { data: student, error, refetch } = useQuery(query(stu.getex, { stuNo }))
  const menu = student && menuOf?.(student)
  const { leave, dialog } = useLeaving()
  const [tab, setTab] = useState('facts')
  const parts = student && [
    { key: 'facts', label: '资料', children: <StudentFacts student={student} /> },
    ...(may(stuarch.get) && !isGlance ? [part('archive', '档案', <StudentArchive key={stuNo} stuNo={stuNo} />)] : []),
    ...(may(stuptr.getpage) && !isGlance
      ? [part('guardians', `家长 ${student.ptrCnt}`, <StudentGuardians key={stuNo} stuNo={stuNo} stuName={student.stuName} />)]
      : []),
    ...(isGlance ? [] : [part('photos', '照片', <StudentPhotos key={stuNo} student={student} />)]),
  ]
  return (
    <AppDrawer
      open
      mask={false}
      size={narrow ? '100%' : 560}
      onClose={() => (isGlance ? onClose() : leave(onClose))}
      title={
        student ? (
          <span className="drawer-title">
            {student.stuName} <StatusTag type="STU_STT" value={student.stt} />
            <StatusTag type="AUTH_FLAG" value={student.authFlag} />
          </span>
        ) : (
          '学生'
        )
      }
      extra={
        student && (
          <span className="row-actions">
            {onEdit && may(stu.update) && (
              <Button type="primary" onClick={() => onEdit(stuNo)}>
                修改
              </Button>
            )}
            {menu && (
              <Dropdown trigger={['click']} menu={menu}>
                <Button icon={<DownOutlined />} iconPlacement="end">
                  更多
                </Button>
              </Dropdown>
            )}
          </span>
        )
      }
    >
      {error && !student && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {parts && <Tabs activeKey={tab} onChange={(to) => leave(() => setTab(to))} destroyOnHidden items={parts} />}
      {dialog}
    </AppDrawer>
  )
}

// What is behind a tab is loaded when it is opened.
const part = (key: string, label: string, shown: ReactNode) => ({
  key,
  label,
  children: <Suspense fallback={null}>{shown}</Suspense>,
})
