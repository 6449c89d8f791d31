import { Status } from '#contract/fields.ts'
import SheetPage from '#web/grid/SheetPage.tsx'
import type { ListState } from '#web/list/listState.ts'
import { classLabels } from '../labels/classLabels.tsx'
import { StudentFilters } from '../list/StudentFilters.tsx'
import { stu, Student } from '../stu.contract.ts'
import { useLabels } from '../labels/useLabels.tsx'
import { usePlaces } from '../list/usePlaces.tsx'

/** Draws students like a spreadsheet. */
export default function StudentSheet({ list, onClose }: { list: ListState; onClose: () => void }) {
  const { groups } = useLabels()
  const { byNo } = usePlaces()
  const labels = classLabels(byNo.values())
  const open = [...labels].filter(([unitNo]) => byNo.get(unitNo)?.stt === Status.enabled)
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
      columns={[
        { field: 'stuName', width: 104 },
        { field: 'sex', width: 72 },
        {
          field: 'unitNo',
          width: 136,
          choices: open.map(([value, label]) => ({ value, label })),
          // Copies the text that a cell shows, which has to mean the same where it is pasted.
          textOf: ({ unitNo, unitName }) => labels.get(String(unitNo)) ?? String(unitName ?? ''),
        },
        { field: 'stdyNo', width: 112 },
        { field: 'brth', width: 112 },
        { field: 'wts', width: 200, choices: groups.flatMap(({ options }) => options), multiple: true },
        { field: 'rem', width: 240 },
        { field: 'idNo', width: 184 },
        { field: 'authTel', width: 120, readOnly: '手机在学生资料的“改手机”里修改' },
      ]}
      onClose={onClose}
    />
  )
}
