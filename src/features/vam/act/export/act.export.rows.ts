import { sql } from 'kysely'
import { timeWords } from '#contract/form/words.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import { activityCardColumns } from '../act.card.ts'
import type { activityExportFields } from './act.export.ts'

type Filter = { entNo: string; nos: string[] }

/** Yields the rows of an export of activities. */
export const rows: RowSource<Listing<Filter, (typeof activityExportFields)[number]>> = async function* (
  db,
  _,
  { filter, ...listing },
) {
  const { entNo, nos } = filter
  const [classes, states] = await Promise.all([readDictionaryLabels(db, 'ACT_CLS'), readDictionaryLabels(db, 'ACT_STT')])
  const read = (some: string[]) =>
    db
      .selectFrom('act as a')
      .where('a.entNo', '=', entNo)
      .where('a.actNo', 'in', some)
      .select(activityCardColumns)
      .select([
        sql<string | null>`(select e.emp_name from emp e where e.ent_no = a.ent_no and e.emp_no = a.emp_no)`.as('empName'),
        sql<number>`(select count(*)::int from wrk w where w.ent_no = a.ent_no and w.act_no = a.act_no and w.stt <> '0')`.as(
          'wrkCnt',
        ),
      ])
      .orderBy('a.actNo')
      .execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    actNo: ({ actNo }: Row) => actNo,
    title: ({ title }: Row) => title,
    cls: ({ cls }: Row) => classes.get(cls) ?? cls,
    regSDt: ({ regSDt }: Row) => timeWords(regSDt),
    regEDt: ({ regEDt }: Row) => timeWords(regEDt),
    sDt: ({ sDt }: Row) => timeWords(sDt),
    eDt: ({ eDt }: Row) => timeWords(eDt),
    place: ({ place }: Row) => place,
    quota: ({ quota }: Row) => quota,
    takeCnt: ({ takeCnt }: Row) => takeCnt,
    waitCnt: ({ waitCnt }: Row) => waitCnt,
    wrkCnt: ({ wrkCnt }: Row) => wrkCnt,
    empName: ({ empName }: Row) => empName,
    stt: ({ stt }: Row) => states.get(stt) ?? stt,
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'act', nos, cells, read, measure: '个活动' })
}
