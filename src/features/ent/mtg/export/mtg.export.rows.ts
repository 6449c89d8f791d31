import { ManState } from '#domain/meetings/meetings.contract.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import type { manFields } from './mtg.export.ts'
import { attendees, attendeesIn, comeFlag, personColumns, participantPhone } from '../mtg.list.ts'
import { withMinutes } from '#contract/values/day.ts'

type Filter = Parameters<typeof attendeesIn>[1]

/** Yields the rows of an export of a meeting's people. */
export const rows: RowSource<Listing<Filter, (typeof manFields)[number]>> = async function* (db, _, { filter, ...listing }) {
  const { entNo } = filter
  const nos = await readExportNumbers(db, attendeesIn(db, filter).select('x.manNo as no'))
  const [types, states] = await Promise.all([readDictionaryLabels(db, 'MAN_TYPE'), readDictionaryLabels(db, 'MTG_MAN_STT')])
  const columns = [...personColumns, 'x.stt', 'x.rsn', 'x.answer', 'x.repTm', comeFlag, participantPhone.as('manTel')] as const
  const read = (some: string[]) =>
    attendees(db, filter).where('x.manNo', 'in', some).select(columns).orderBy('x.manType').orderBy('x.manNo').execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    manName: ({ manName }: Row) => manName,
    manType: ({ manType }: Row) => types.get(manType) ?? manType,
    workUnit: ({ workUnit }: Row) => workUnit,
    manTel: ({ manTel }: Row) => manTel && (listing.isClear ? manTel : maskPhone(manTel)),
    stt: ({ stt, comeFlag: came }: Row) => (stt === ManState.leave && came === '1' ? '已到' : (states.get(stt) ?? stt)),
    rsn: ({ rsn }: Row) => rsn,
    answer: ({ answer }: Row) => answer,
    repTm: ({ repTm }: Row) => withMinutes(repTm),
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'mtgman', nos, cells, read })
}
