import { timeWords } from '#contract/form/words.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing } from '#server/exporting/exportRows.ts'
import type { RowSource } from '#server/exporting/workbook.ts'
import type { resourceExportFields } from './res.export.ts'
import { resourceFacts, resources } from '../res.list.ts'

type Filter = { entNo: string; nos: string[] }

/** Yields the rows of an export of resources. */
export const rows: RowSource<Listing<Filter, (typeof resourceExportFields)[number]>> = async function* (
  db,
  _,
  { filter, ...listing },
) {
  const { entNo, nos } = filter
  const [scopes, states] = await Promise.all([readDictionaryLabels(db, 'RES_SCOPE'), readDictionaryLabels(db, 'RES_SHR')])
  const read = (some: string[]) =>
    resources(db, entNo, '').where('r.resNo', 'in', some).select(resourceFacts(entNo)).orderBy('r.resNo').execute()
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells = {
    resName: ({ resName }: Row) => resName,
    clsName: ({ clsName }: Row) => clsName,
    name: ({ name }: Row) => name,
    size: ({ size }: Row) => Math.ceil(size / 1024),
    empName: ({ empName }: Row) => empName,
    scope: ({ scope }: Row) => scopes.get(scope) ?? scope,
    shrStt: ({ shrStt }: Row) => states.get(shrStt) ?? shrStt,
    viewCnt: ({ viewCnt }: Row) => viewCnt,
    downCnt: ({ downCnt }: Row) => downCnt,
    putTm: ({ putTm }: Row) => timeWords(putTm),
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'res', nos, cells, read })
}
