import { sheetOptions } from '#contract/fieldList.ts'
import { Status } from '#contract/fields.ts'
import type { ColumnOptions } from '#web/grid/columns.ts'
import SheetPage from '#web/grid/SheetPage.tsx'
import type { ListState } from '#web/list/listState.ts'
import { classLabels } from '../labels/classLabels.tsx'
import { StudentFilters } from '../list/StudentFilters.tsx'
import { stu, Student } from '../stu.contract.ts'
import { studentFields } from '../stu.fields.ts'
import { useLabels } from '../labels/useLabels.tsx'
import { useStudentPlaces } from '../list/useStudentPlaces.tsx'

const columns = sheetOptions(studentFields, ['stuName', 'sex', 'unitNo', 'stdyNo', 'brth', 'wts', 'rem', 'idNo', 'authTel'])

/** Draws students like a spreadsheet. */
export default function StudentSheet({ list, onClose }: { list: ListState; onClose: () => void }) {
  const { groups } = useLabels()
  const { byNo } = useStudentPlaces()
  const labels = classLabels(byNo.values())
  const open = [...labels].filter(([unitNo]) => byNo.get(unitNo)?.stt === Status.enabled)
  const own: { [Name in (typeof columns)[number]['field']]?: Partial<ColumnOptions> } = {
    unitNo: {
      choices: open.map(([value, label]) => ({ value, label })),
      // Copies the text that a cell shows, which has to mean the same where it is pasted.
      textOf: ({ unitNo, unitName }) => labels.get(String(unitNo)) ?? String(unitName ?? ''),
    },
    wts: { choices: groups.flatMap(({ options }) => options), multiple: true },
  }
  return (
    <SheetPage
      call={stu.updatemany}
      source={stu.getpage}
      record={Student}
      rowKey="stuNo"
      list={list}
      unit="名学生"
      search="姓名、拼音、学号、手机、身份证号"
      filters={(guarded) => <StudentFilters list={guarded} />}
      columns={columns.map((column) => ({ ...column, ...own[column.field] }))}
      onClose={onClose}
    />
  )
}
