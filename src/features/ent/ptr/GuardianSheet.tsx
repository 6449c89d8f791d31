import SheetPage from '#web/grid/SheetPage.tsx'
import type { ListState } from '#web/list/listState.ts'
import { GuardianFilters } from './GuardianFilters.tsx'
import { Guardian, ptr } from './ptr.contract.ts'

type Children = { stuName: string; unitName: string }[]

/** Draws guardians like a spreadsheet. */
export default function GuardianSheet({ list, onClose }: { list: ListState; onClose: () => void }) {
  return (
    <SheetPage
      call={ptr.updatemany}
      source={ptr.getpage}
      record={Guardian}
      rowKey="ptrNo"
      list={list}
      unit="位家长"
      search="家长、孩子、手机"
      filters={(guarded) => <GuardianFilters list={guarded} />}
      columns={[
        { field: 'ptrName', width: 104 },
        { field: 'sex', width: 72 },
        { field: 'brth', width: 112 },
        { field: 'rem', width: 240 },
        { field: 'idNo', width: 184 },
        { field: 'authTel', width: 120, readOnly: '手机在列表里用“改手机”修改' },
        {
          field: 'stus',
          width: 220,
          readOnly: '孩子在“学生家长关系”里关联',
          textOf: ({ stus }) => (stus as Children).map(({ stuName, unitName }) => `${stuName} ${unitName}`).join('、'),
        },
      ]}
      onClose={onClose}
    />
  )
}
