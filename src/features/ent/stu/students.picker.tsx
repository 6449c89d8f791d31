import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { Picker } from '#web/form/picker/Picker.tsx'
import { type PickerProps, usePickerAt } from '#web/form/picker/usePicker.ts'
import { stu, StudentChoice } from './stu.contract.ts'
import type { StudentPlaceNode } from './stu.parts.contract.ts'
import { useStudentPlaces } from './list/useStudentPlaces.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'

type Choice = z.output<typeof StudentChoice>

const nodeOf = ({ unitNo, unitName, helpCode, items }: StudentPlaceNode): TreeNode => ({
  key: unitNo,
  title: unitName,
  words: `${helpCode} ${unitNo}`,
  children: items.filter(({ grdtFlag }) => grdtFlag === '0').map(nodeOf),
})

/** Picks students on the roll: classes, their students, and who is chosen. A school may have too many to list before a class is chosen. */
export default function StudentsPicker(props: PickerProps<Choice>) {
  const at = usePickerAt()
  const { keyWord, place } = at
  const { places } = useStudentPlaces()
  const isAsked = keyWord !== '' || place !== undefined
  const hits = useQuery({
    ...query(stu.getrolelist, { keyWord, unitNo: place }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const { error, refetch } = hits
  const rows = isAsked ? hits.data : []
  return (
    <Picker<Choice>
      {...props}
      at={at}
      offer={{ rows, stale: isAsked && hits.isPlaceholderData, error, refetch }}
      rowKey="stuNo"
      nameOf={({ stuName }) => stuName}
      unit="名学生"
      search="姓名、拼音、学号或手机"
      none={isAsked ? '这里还没有学生' : '请先选一个班级，或输入姓名、学号查找'}
      places={{ nodes: places?.filter(({ grdtFlag }) => grdtFlag === '0').map(nodeOf), all: '全部班级' }}
      columns={[
        column<Choice>(StudentChoice, 'stuName', { width: 96 }),
        column<Choice>(StudentChoice, 'unitName', { width: 140 }),
        column<Choice>(StudentChoice, 'stdyNo', { width: 110 }),
      ]}
    />
  )
}
