import { sheetOptions } from '#contract/fieldList.ts'
import type { Row } from '#web/grid/columns.ts'
import SheetPage from '#web/grid/SheetPage.tsx'
import type { ListState } from '#web/list/listState.ts'
import { GuardianFilters } from './GuardianFilters.tsx'
import { Guardian, ptr } from './ptr.contract.ts'
import { guardianFields } from './ptr.fields.ts'

type Children = { stuName: string; unitName: string }[]

const childrenOf = ({ stus }: Row) => (stus as Children).map(({ stuName, unitName }) => `${stuName} ${unitName}`).join('、')
const order = ['ptrName', 'sex', 'brth', 'rem', 'idNo', 'authTel', 'stus'] as const
const columns = sheetOptions(guardianFields, order).map((column) =>
  column.field === 'stus' ? { ...column, textOf: childrenOf } : column,
)

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
      columns={columns}
      onClose={onClose}
    />
  )
}
