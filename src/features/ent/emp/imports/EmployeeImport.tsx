import { ImportWizard } from '#web/importing/ImportWizard.tsx'
import { emp } from '../emp.contract.ts'

/** Takes a staff list in: choose the workbook, check and mend every row, write. */
export default function EmployeeImport() {
  return (
    <ImportWizard
      title="导入员工"
      kind="emp"
      preview={emp.importemp}
      create={emp.importempcreate}
      list={{ path: '/ent/emp', noun: '员工', unit: '人' }}
      needs="要有这些列：姓名、性别、手机、部门。可以有：工号、身份证号、出生日期、民族、岗位、角色、备注。表头上面可以有标题行，名单可以在任何一个工作表里。"
    />
  )
}
