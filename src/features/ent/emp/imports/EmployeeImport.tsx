import { importNeeds } from '#contract/fieldList.ts'
import { ImportWizard } from '#web/importing/ImportWizard.tsx'
import { emp } from '../emp.contract.ts'
import { employeeFields, employeeImportOrder } from '../emp.fields.ts'

/** Takes a staff list in: choose the workbook, check and mend every row, write. */
export default function EmployeeImport() {
  return (
    <ImportWizard
      title="导入员工"
      kind="emp"
      preview={emp.importemp}
      create={emp.importempcreate}
      list={{ path: '/ent/emp', noun: '员工', unit: '人' }}
      needs={`${importNeeds(employeeFields, employeeImportOrder)}表头上面可以有标题行，名单可以在任何一个工作表里。`}
    />
  )
}
