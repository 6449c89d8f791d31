import { ExportDialog } from '#web/ExportDialog.tsx'
import type { ListState } from '#web/listState.ts'
import { exportable, stu } from './stu.contract.ts'
import { exportTitles } from './stu.export.contract.ts'

type Props = { list: ListState; stuNos: string[]; onClose: () => void }

/** Saves students as a workbook: those that are ticked, or all that fit the list's filters. */
export default function ExportStudents({ stuNos, ...props }: Props) {
  return (
    <ExportDialog
      {...props}
      call={stu.export}
      reveal={stu.reveal}
      unit="名学生"
      fields={exportable}
      titles={exportTitles}
      usual={['stuName', 'sex', 'unitName', 'stdyNo', 'authTel', 'ptrName1', 'ptrTel1', 'stt']}
      masked="手机和身份证号"
      only={{ name: 'stuNos', nos: stuNos }}
    />
  )
}
