import { sql } from 'kysely'
import { exportedRows, type Listing, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import { withMinutes } from '#contract/values/day.ts'

import { type ReaderField, readerColumns, readersOf } from './msg.list.ts'

type Filter = Parameters<typeof readersOf>[1]

/** Yields the rows of an export of a message's receivers. */
export const rows: RowSource<Listing<Filter, ReaderField>> = async function* (db, _, { filter, ...listing }) {
  const { entNo } = filter
  const nos = await readExportNumbers(db, readersOf(db, filter).select(sql<string>`t.rcv_no::text`.as('no')))
  const read = (some: string[]) =>
    readersOf(db, filter).where('t.rcvNo', 'in', some.map(Number)).select(readerColumns).orderBy('t.rcvNo').execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    name: ({ name }: Row) => name,
    stuName: ({ stuName }: Row) => stuName,
    place: ({ place }: Row) => place,
    readTm: ({ readTm }: Row) => withMinutes(readTm),
    doneTm: ({ doneTm }: Row) => withMinutes(doneTm),
    rcpt: ({ rcpt }: Row) => rcpt,
    rcptNote: ({ rcptNote }: Row) => rcptNote,
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'msg', nos, cells, read })
}
