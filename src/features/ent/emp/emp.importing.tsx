import { ImportWizard } from '#web/ImportWizard.tsx'
import { emp } from './emp.contract.ts'

/** Takes a staff list in: choose the workbook, check every row, write. */
export default function EmployeeImport() {
  return (
    <ImportWizard
      title="导入员工"
      preview={emp.importemp}
      create={emp.importempcreate}
      list="/ent/emp"
      needs="工作簿（.xlsx）第一个工作表里要有这些列：姓名、性别、手机、部门。可以有：工号、身份证号、出生日期、备注。表头上面可以有标题行。"
    />
  )
}
