import { useQuery } from '@tanstack/react-query'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { PersonDrawer } from '#domain/people/PersonDrawer.tsx'
import { StudentFacts } from './StudentFacts.tsx'
import { stu, type Student } from './stu.contract.ts'
import type * as z from 'zod'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

export type StudentToChange = Pick<z.output<typeof Student>, 'stuNo' | 'stuName' | 'stt' | 'authFlag' | 'authTel' | 'wts'>

export type StudentMenu = (person: StudentToChange) => ActionMenu

const StudentArchive = lazyPage(() => import('#features/ent/stuarch/stuarch.panel.tsx'))
const StudentPhotos = lazyPage(() => import('./photos/StudentPhotos.tsx'))
const StudentGuardians = lazyPage(() => import('#features/ent/stuptr/stuptr.panel.tsx'))

type Props = {
  stuNo: string
  /** Returns the further actions, with the form to change the student; undefined where the student is only shown. */
  menuOf?: StudentMenu
  onEdit?: (stuNo: string) => void
  /** Tells that it lies over a form that is being filled in: only facts are shown, and closing it loses nothing. */
  isGlance?: boolean
  onClose: () => void
}

/** Draws everything about one student, beside the list, which stays in use. */
export default function StudentDrawer({ stuNo, menuOf, onEdit, isGlance = false, onClose }: Props) {
  const may = useMay()
  const read = useQuery(query(stu.getex, { stuNo }))
  const student = read.data
  const parts = student && [
    { key: 'facts', label: '资料', children: <StudentFacts student={student} /> },
    !isGlance && may(stuarch.get) && { key: 'archive', label: '档案', children: <StudentArchive key={stuNo} stuNo={stuNo} /> },
    !isGlance &&
      may(stuptr.getpage) && {
        key: 'guardians',
        label: `家长 ${student.ptrCnt}`,
        children: <StudentGuardians key={stuNo} stuNo={stuNo} stuName={student.stuName} />,
      },
    !isGlance && { key: 'photos', label: '照片', children: <StudentPhotos key={stuNo} student={student} /> },
    !isGlance && historyTab('stu', stuNo),
  ]
  return (
    <PersonDrawer
      kind="学生"
      read={read}
      name={student?.stuName}
      title={
        student && (
          <>
            {student.stuName} <StatusTag type="STU_STT" value={student.stt} />
            {student.authTel && <StatusTag type="AUTH_FLAG" value={student.authFlag} />}
          </>
        )
      }
      photo={student?.cardPht}
      line={student && [student.unitName, student.stdyNo && `学号 ${student.stdyNo}`].filter(Boolean).join(' · ')}
      first={student && onEdit && may(stu.update) && { label: '修改', act: () => onEdit(stuNo) }}
      menu={student && menuOf?.(student)}
      parts={parts}
      isGlance={isGlance}
      onClose={onClose}
    />
  )
}
