import { sql } from 'kysely'
import { withMinutes } from '#contract/values/day.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { valueWords } from '#contract/form/words.ts'
import { maskValues, openValues, readOffered } from '#domain/forms/formTemplates.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource, WrittenCell } from '#server/exporting/workbook.ts'
import { askedColumns, askedOf } from '../hnd.list.ts'
import { readProgress } from '../hnd.progress.ts'
import { placeAmong } from './places.contract.ts'

/** Describes whose answers are exported, and to which questions. */
export type AnswersListing = {
  filter: Parameters<typeof askedOf>[1]
  columns: Column[]
  isClear: boolean
  byWhom: string
}

const heads = ['name', 'place', 'stt', 'sentTm', 'byName'] as const

/** Yields the rows of an export of answers: whoever is asked, with the answer to each question in words. */
export const rows: RowSource<AnswersListing> = async function* (db, secret, { filter, columns, isClear, byWhom }) {
  const { entNo } = filter
  const nos = await readExportNumbers(db, askedOf(db, filter).select(sql<string>`t.to_no::text`.as('no')))
  const offered = await readOffered(db, entNo, columns)
  const { places } = await readProgress({ db }, entNo, filter.hndNo)
  const states = await readDictionaryLabels(db, 'ASK_STT')
  const read = async (some: string[]) => {
    const found = askedOf(db, filter).where('t.toNo', 'in', some.map(Number)).select(askedColumns).select('a.vals')
    return (await found.orderBy('t.toNo').execute()).map(({ vals, ...row }) => {
      const kept = (vals ?? {}) as FormValues
      return { ...row, vals: isClear ? openValues(secret, columns, kept) : maskValues(columns, kept) }
    })
  }
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells: Record<string, (row: Row) => WrittenCell> = {
    name: ({ name }) => name,
    place: (row) => placeAmong(places, row),
    stt: ({ stt }) => states.get(stt) ?? stt,
    sentTm: ({ sentTm }) => withMinutes(sentTm),
    byName: ({ byName, prxFlag }) => byName && (prxFlag === '1' ? `${byName}（代填）` : byName),
    ...Object.fromEntries(
      columns.map((column) => [
        column.clmnNo,
        ({ vals }: Row) => {
          const value = vals[column.clmnNo]
          return typeof value === 'number' ? value : valueWords(column, value, offered)
        },
      ]),
    ),
  }
  const fields = [...heads, ...columns.map(({ clmnNo }) => clmnNo)]
  yield* exportedRows(db, { columns: fields, isClear, byWhom, entNo, table: 'ans', nos, cells, read, measure: '份' })
}
