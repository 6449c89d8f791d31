import { timeWords } from '#contract/form/words.ts'
import { groupOf, participantName, queueNo } from '#domain/activities/enrolments.ts'
import { exportedRows, type Listing, plainCells } from '#server/exporting/exportRows.ts'
import { applyScope } from '#server/call/scope.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import { enrolmentExportFields } from './reg.export.ts'
import { enrolmentFields } from './reg.fields.ts'

const plainNames = enrolmentExportFields.filter((name) => name !== 'queueNo')

type Filter = { entNo: string; nos: string[] }

/** Yields the rows of an export of enrolments, which were selected before. */
export const rows: RowSource<Listing<Filter, (typeof enrolmentExportFields)[number]>> = async function* (
  db,
  _,
  { filter, ...listing },
) {
  const { entNo, nos } = filter
  await applyScope(db)
  const plain = await plainCells(db, enrolmentFields, plainNames)
  const read = (some: string[]) =>
    db
      .selectFrom('reg as r')
      .innerJoin('act as a', (on) => on.onRef('a.entNo', '=', 'r.entNo').onRef('a.actNo', '=', 'r.actNo'))
      .where('r.entNo', '=', entNo)
      .where('r.regNo', 'in', some)
      .select(['r.regNo', 'a.title', 'r.crtTm', 'r.signTm', 'r.answer', 'r.stt', 'r.payFlag'])
      .select([participantName.as('name'), groupOf.as('unitName'), queueNo.as('queueNo')])
      .orderBy('r.regNo')
      .execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const time = (kept: string | null) => kept && timeWords(kept)
  const cells = {
    ...plain,
    crtTm: ({ crtTm }: Row) => time(crtTm),
    queueNo: (row: Row) => row.queueNo,
    payFlag: ({ payFlag }: Row) => (payFlag === '1' ? '已缴' : ''),
    signTm: ({ signTm }: Row) => time(signTm),
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'reg', nos, cells, read })
}
