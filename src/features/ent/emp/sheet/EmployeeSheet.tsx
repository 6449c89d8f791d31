import SheetPage from '#web/grid/SheetPage.tsx'
import type { ListState } from '#web/list/listState.ts'
import { emp, Employee } from '../emp.contract.ts'
import { EmployeeFilters } from '../EmployeeFilters.tsx'

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
      columns={[
        { field: 'empName', width: 104 },
        { field: 'workNo', width: 104 },
        { field: 'sex', width: 72 },
        { field: 'brth', width: 112 },
        { field: 'rem', width: 240 },
        { field: 'idNo', width: 184 },
        { field: 'orgName', width: 136, readOnly: '部门在列表里用“调整部门”修改' },
        { field: 'authTel', width: 120, readOnly: '手机在列表里用“改手机”修改' },
      ]}
      onClose={onClose}
    />
  )
}
