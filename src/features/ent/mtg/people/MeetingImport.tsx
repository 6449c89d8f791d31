import { useParams } from 'react-router'
import { ImportWizard } from '#web/importing/ImportWizard.tsx'
import { mtg } from '../mtg.contract.ts'

/** Asks the people of a workbook to a meeting: choose it, check and mend every row, write. */
export default function MeetingImport() {
  const { mtgNo = '' } = useParams()
  return (
    <ImportWizard
      key={mtgNo}
      title="导入参会人员"
      kind="mtgman"
      preview={mtg.previewmtgman}
      create={mtg.createmtgman}
      target={{ refNo: mtgNo, input: { mtgNo } }}
      list={{ path: `/ent/mtg/${mtgNo}`, noun: '参会人员', unit: '人' }}
      needs="要有这些列：姓名或工号、手机。可以有：类型、单位。员工按工号，或按姓名和手机找到，其他人作为来宾。"
    />
  )
}
