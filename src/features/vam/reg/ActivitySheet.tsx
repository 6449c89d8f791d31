import { EnrolState } from '#domain/activities/activities.contract.ts'
import { formatTime } from '#web/page/format.ts'
import { SignSheet } from '#domain/meetings/SignSheet.tsx'
import { readAllPages } from '#web/api/readAllPages.ts'
import { reg } from './reg.contract.ts'

type Props = { activity: { actNo: string; title: string; sDt: string; place: string | null }; onClose: () => void }

/** Draws the attendance sheet of an activity on paper: those who have a place. */
export default function ActivitySheet({ activity, onClose }: Props) {
  const { actNo, title, sDt, place } = activity
  return (
    <SignSheet
      title={title}
      about={[formatTime(sDt), place].filter(Boolean).join(' · ')}
      module="reg"
      sheetKey={[reg.getpage.path, 'sheet', actNo]}
      read={() => readAllPages(reg.getpage, { actNo, stt: EnrolState.taken })}
      keyOf={({ regNo }) => regNo}
      columns={[
        { title: '姓名', cell: ({ name }) => name },
        { title: '班级或部门', cell: ({ unitName }) => unitName },
        { title: '签到时间', cell: ({ signTm }) => (signTm ? formatTime(signTm).slice(5) : '') },
      ]}
      onClose={onClose}
    />
  )
}
