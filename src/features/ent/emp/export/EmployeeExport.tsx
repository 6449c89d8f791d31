import { exportTitles } from '#contract/fieldList.ts'
import { ExportDialog } from '#web/list/ExportDialog.tsx'
import type { ListState } from '#web/list/listState.ts'
import { emp, employeeExportFields } from '../emp.contract.ts'
import { employeeFields } from '../emp.fields.ts'

type Props = { list: ListState; empNos: string[]; onClose: () => void }

/** Saves employees as a workbook: those that are ticked, or all that fit the list's filters. */
export default function EmployeeExport({ empNos, ...props }: Props) {
  return (
    <ExportDialog
      {...props}
      call={emp.export}
      reveal={emp.reveal}
      unit="名员工"
      fields={employeeExportFields}
      titles={exportTitles(employeeFields)}
      usual={['empName', 'workNo', 'sex', 'orgName', 'authTel', 'stt']}
      masked="手机和身份证号"
      only={{ name: 'empNos', nos: empNos }}
    />
  )
}
