import { timeWords } from '#contract/form/words.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import { leaveColumns, type LeaveFilter, listedLeaves } from '../lve.list.ts'
import type { leaveExportFields } from './lve.export.ts'

/** Yields the rows of an export of leaves. */
export const rows: RowSource<Listing<LeaveFilter, (typeof leaveExportFields)[number]>> = async function* (
  db,
  _,
  { filter, ...listing },
) {
  const nos = await readExportNumbers(db, listedLeaves(db, filter).select('l.lveNo as no'))
  const [kinds, states] = await Promise.all([readDictionaryLabels(db, 'LVE_KIND'), readDictionaryLabels(db, 'LVE_STT')])
  const read = (some: string[]) =>
    listedLeaves(db, filter).where('l.lveNo', 'in', some).select(leaveColumns).orderBy('l.lveNo').execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const time = (kept: string | null) => kept && timeWords(kept)
  const cells = {
    name: ({ name }: Row) => name,
    who: ({ who }: Row) => (who === 'stu' ? '学生' : '员工'),
    place: ({ place }: Row) => place,
    kind: ({ kind }: Row) => kinds.get(kind) ?? kind,
    sTm: ({ sTm }: Row) => time(sTm),
    eTm: ({ eTm }: Row) => time(eTm),
    leftTm: ({ leftTm }: Row) => time(leftTm),
    backTm: ({ backTm }: Row) => time(backTm),
    stt: ({ stt }: Row) => states.get(stt) ?? stt,
  }
  yield* exportedRows(db, { ...listing, entNo: filter.entNo, table: 'lve', nos, cells, read, measure: '条' })
}
