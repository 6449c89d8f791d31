import { maskPhone } from '#contract/values/masking.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import type { manFields } from './mtg.export.ts'
import { attendees, personColumns, participantPhone } from '../mtg.list.ts'
import { withMinutes } from '../mtg.words.ts'

type Filter = { entNo: string; mtgNo: string; keyWord?: string; manType?: string; stt?: string }

/** Yields the rows of an export of a meeting's people. */
export const rows: RowSource<Listing<Filter, (typeof manFields)[number]>> = async function* (db, _, { filter, ...listing }) {
  const { entNo, stt } = filter
  const list = attendees(db, filter).$if(!!stt, (one) => one.where('x.stt', '=', stt as string))
  const nos = await readExportNumbers(db, list.select('x.manNo as no'))
  const [types, states] = await Promise.all([readDictionaryLabels(db, 'MAN_TYPE'), readDictionaryLabels(db, 'MTG_MAN_STT')])
  const columns = [...personColumns, 'x.stt', 'x.rsn', 'x.answer', 'x.repTm', participantPhone.as('manTel')] as const
  const read = (some: string[]) =>
    attendees(db, filter).where('x.manNo', 'in', some).select(columns).orderBy('x.manType').orderBy('x.manNo').execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    manName: ({ manName }: Row) => manName,
    manType: ({ manType }: Row) => types.get(manType) ?? manType,
    workUnit: ({ workUnit }: Row) => workUnit,
    manTel: ({ manTel }: Row) => manTel && (listing.isClear ? manTel : maskPhone(manTel)),
    stt: (row: Row) => states.get(row.stt) ?? row.stt,
    rsn: ({ rsn }: Row) => rsn,
    answer: ({ answer }: Row) => answer,
    repTm: ({ repTm }: Row) => withMinutes(repTm),
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'mtgman', nos, cells, read })
}
