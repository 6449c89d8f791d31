import { archiveFields } from '#features/ent/stuarch/stuarch.contract.ts'
import { ExportDialog } from '#web/list/ExportDialog.tsx'
import type { ListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { studentExportFields, stu } from '../stu.contract.ts'
import { isOfArchive, mayExportArchives, studentExportTitles } from './stu.export.contract.ts'

type Props = {
  list: Pick<ListState, 'filters' | 'keyWord'>
  stuNos: string[]
  /** Selects the columns of archives at first. */
  ofArchives?: boolean
  onClose: () => void
}

/** Saves students as a workbook: those that are ticked, or all that fit the list's filters. */
export default function ExportStudents({ stuNos, ofArchives = false, ...props }: Props) {
  const mayArchives = useMay()({ access: mayExportArchives })
  return (
    <ExportDialog
      {...props}
      call={stu.export}
      reveal={stu.reveal}
      unit="名学生"
      remembered={ofArchives ? 'stuarch' : 'stu'}
      fields={studentExportFields.filter((field) => mayArchives || !isOfArchive(field))}
      titles={studentExportTitles}
      usual={
        ofArchives
          ? ['stuName', 'unitName', 'stdyNo', ...archiveFields]
          : ['stuName', 'sex', 'unitName', 'stdyNo', 'authTel', 'ptrName1', 'ptrTel1', 'stt']
      }
      masked={mayArchives ? '手机、身份证号、学籍号、住址和联系方式' : '手机和身份证号'}
      only={{ name: 'stuNos', nos: stuNos }}
    />
  )
}
