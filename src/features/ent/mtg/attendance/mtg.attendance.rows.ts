import { signWays } from '#domain/meetings/meetings.contract.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import type { signFields } from '../export/mtg.export.ts'
import { attendance, personColumns, signColumns } from '../mtg.list.ts'
import { withMinutes } from '#contract/values/day.ts'

type Filter = {
  entNo: string
  mtgNo: string
  rdx: number
  keyWord?: string
  manType?: string
  stt?: string
  leaveFlag?: string
}

/** Yields the rows of an export of attendance in a session. */
export const rows: RowSource<Listing<Filter, (typeof signFields)[number]>> = async function* (db, _, { filter, ...listing }) {
  const nos = await readExportNumbers(db, attendance(db, filter).select('x.manNo as no'))
  const [types, states] = await Promise.all([readDictionaryLabels(db, 'MAN_TYPE'), readDictionaryLabels(db, 'SIGN_STT')])
  const read = (some: string[]) =>
    attendance(db, filter)
      .where('x.manNo', 'in', some)
      .select([...personColumns, ...signColumns])
      .orderBy('x.manType')
      .orderBy('x.manNo')
      .execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    manName: ({ manName }: Row) => manName,
    manType: ({ manType }: Row) => types.get(manType) ?? manType,
    workUnit: ({ workUnit }: Row) => workUnit,
    signTm: ({ signTm }: Row) => withMinutes(signTm),
    outTm: ({ outTm }: Row) => withMinutes(outTm),
    signWay: ({ signWay }: Row) => signWay && (signWays[signWay] ?? signWay),
    stt: ({ stt, leaveFlag }: Row) => (leaveFlag === '1' ? '请假' : (states.get(stt) ?? stt)),
    lateMin: ({ lateMin }: Row) => lateMin,
    rem: ({ rem }: Row) => rem,
  }
  yield* exportedRows(db, { ...listing, entNo: filter.entNo, table: 'mtgsign', nos, cells, read })
}
