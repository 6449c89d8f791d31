import { exportedRows, type Listing } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import { unitNameOf } from '#domain/students/students.ts'
import type { missingFields } from './act.export.ts'

type Filter = { entNo: string; nos: string[] }

/** Yields the rows of an export of students who have not enrolled. */
export const rows: RowSource<Listing<Filter, (typeof missingFields)[number]>> = async function* (db, _, { filter, ...listing }) {
  const { entNo, nos } = filter
  const read = (some: string[]) =>
    db
      .selectFrom('stu as s')
      .where('s.entNo', '=', entNo)
      .where('s.stuNo', 'in', some)
      .select(['s.stuNo', 's.stuName', unitNameOf.as('unitName')])
      .orderBy('s.stuNo')
      .execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    stuNo: ({ stuNo }: Row) => stuNo,
    stuName: ({ stuName }: Row) => stuName,
    unitName: ({ unitName }: Row) => unitName,
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'stu', nos, cells, read })
}
