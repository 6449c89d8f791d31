import { exportTitles } from '#contract/fieldList.ts'
import { ExportDialog } from '#web/list/ExportDialog.tsx'
import type { ListState } from '#web/list/listState.ts'
import { visitExportFields, vst } from '../vst.contract.ts'
import { visitFields } from '../vst.fields.ts'

type Props = { list: ListState; teamFlag: '0' | '1'; onClose: () => void }

/** Saves the visits of the list as a workbook. */
export default function VisitExport({ list: { filters, keyWord }, teamFlag, onClose }: Props) {
  return (
    <ExportDialog
      call={vst.export}
      reveal={vst.reveal}
      unit="位访客"
      list={{ filters: { ...filters, teamFlag }, keyWord }}
      fields={visitExportFields}
      titles={exportTitles(visitFields)}
      usual={['vstName', 'vstTel', 'workUnit', 'rsn', 'toEmpName', 'planSDt', 'inDt', 'outDt', 'stt']}
      masked="手机和身份证号"
      only={{ name: 'vstNos', nos: [] }}
      onClose={onClose}
    />
  )
}
