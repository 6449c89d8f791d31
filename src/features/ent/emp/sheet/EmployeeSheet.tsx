import { sheetOptions } from '#contract/fieldList.ts'
import SheetPage from '#web/grid/SheetPage.tsx'
import type { ListState } from '#web/list/listState.ts'
import { emp, Employee } from '../emp.contract.ts'
import { employeeFields } from '../emp.fields.ts'
import { EmployeeFilters } from '../EmployeeFilters.tsx'

const columns = sheetOptions(employeeFields, ['empName', 'workNo', 'sex', 'brth', 'rem', 'idNo', 'orgName', 'authTel'])

/** Draws employees like a spreadsheet. */
export default function EmployeeSheet({ list, onClose }: { list: ListState; onClose: () => void }) {
  return (
    <SheetPage
      call={emp.updatemany}
      source={emp.getpage}
      record={Employee}
      rowKey="empNo"
      list={list}
      unit="名员工"
      search="姓名、拼音、工号、手机"
      filters={(guarded) => <EmployeeFilters list={guarded} />}
      columns={columns}
      onClose={onClose}
    />
  )
}
