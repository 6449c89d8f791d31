import { exportTitles } from '#contract/fieldList.ts'
import { ExportDialog } from '#web/list/ExportDialog.tsx'
import type { ListState } from '#web/list/listState.ts'
import { guardianExportFields, ptr } from './ptr.contract.ts'
import { guardianFields } from './ptr.fields.ts'

type Props = { list: ListState; ptrNos: string[]; onClose: () => void }

/** Saves guardians as a workbook: those that are ticked, or all that fit the list's filters. */
export default function GuardianExport({ ptrNos, ...props }: Props) {
  return (
    <ExportDialog
      {...props}
      call={ptr.export}
      reveal={ptr.reveal}
      unit="位家长"
      fields={guardianExportFields}
      titles={exportTitles(guardianFields)}
      usual={['ptrName', 'sex', 'authTel', 'stus', 'stt']}
      masked="手机和身份证号"
      only={{ name: 'ptrNos', nos: ptrNos }}
    />
  )
}
