import { sql } from 'kysely'
import { withMinutes } from '#contract/values/day.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { hasScore, scoreOf } from '#contract/form/scores.ts'
import { valueWords } from '#contract/form/words.ts'
import { Anonymity } from '#domain/collections/collections.contract.ts'
import { maskValues, openValues, readOffered } from '#domain/forms/formTemplates.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Recorder, readExportNumbers } from '#server/exporting/exportRows.ts'
import type { RowSource, WrittenCell } from '#server/exporting/workbook.ts'
import { answersOf } from '../answers/hnd.answers.ts'
import { askedColumns, askedOf } from '../hnd.list.ts'
import { readProgress } from '../hnd.progress.ts'
import { placeAmong } from './places.contract.ts'

/** Describes whose answers are exported, and to which questions. */
export type AnswersListing = {
  filter: Parameters<typeof askedOf>[1]
  anon: string
  columns: Column[]
  /** Tells that answers are approved. */
  isApproved: boolean
  isClear: boolean
  byWhom: string
  record: Recorder
}

const heads = ['name', 'place', 'stt', 'sentTm', 'byName'] as const

/**
 * Yields the rows of an export of answers: whoever is asked, with the answer to each question in words; of an anonymous collection
 * the answers alone.
 */
export const rows: RowSource<AnswersListing> = async function* (
  db,
  secret,
  { filter, anon, columns, isApproved, isClear, byWhom, record },
) {
  const { entNo, hndNo } = filter
  const offered = await readOffered(db, entNo, columns)
  const shown = (vals: FormValues) => (isClear ? openValues(secret, columns, vals) : maskValues(columns, vals))
  const answers: Record<string, (row: { vals: FormValues }) => WrittenCell> = Object.fromEntries(
    columns.map((column) => [
      column.clmnNo,
      ({ vals }: { vals: FormValues }) => {
        const value = vals[column.clmnNo]
        return typeof value === 'number' ? value : valueWords(column, value, offered)
      },
    ]),
  )
  const all = { isClear, byWhom, record, entNo, table: 'ans' as const, measure: '份' }
  const questions = Object.keys(answers)
  const scored = hasScore(columns) ? ['score'] : []
  if (anon !== Anonymity.none) {
    const list = answersOf(db, secret, { entNo, hndNo, anon })
    const nos = await readExportNumbers(db, list.clearSelect().select('x.no'))
    const read = async (some: string[]) =>
      (await list.where('x.no', 'in', some).orderBy('x.no').execute()).map(({ vals }) => ({
        vals: shown(vals),
        score: scoreOf(columns, vals),
      }))
    yield* exportedRows(db, {
      ...all,
      columns: [...questions, ...scored],
      nos,
      cells: { ...answers, score: ({ score }) => score },
      read,
    })
    return
  }
  const nos = await readExportNumbers(db, askedOf(db, filter).select(sql<string>`t.to_no::text`.as('no')))
  const { places } = await readProgress({ db }, entNo, hndNo)
  const states = await readDictionaryLabels(db, 'ASK_STT')
  const approvals = await readDictionaryLabels(db, 'ANS_APR')
  const read = async (some: string[]) => {
    const found = askedOf(db, filter).where('t.toNo', 'in', some.map(Number)).select(askedColumns).select('a.vals')
    return (await found.orderBy('t.toNo').execute()).map(({ vals, ...row }) => ({
      ...row,
      vals: shown((vals ?? {}) as FormValues),
    }))
  }
  type Row = Awaited<ReturnType<typeof read>>[number]
  const cells: Record<string, (row: Row) => WrittenCell> = {
    name: ({ name }) => name,
    place: (row) => placeAmong(places, row),
    stt: ({ stt }) => states.get(stt) ?? stt,
    sentTm: ({ sentTm }) => withMinutes(sentTm),
    score: ({ score }) => score,
    byName: ({ byName, prxFlag }) => byName && (prxFlag === '1' ? `${byName}（代填）` : byName),
    apr: ({ aprStt }) => aprStt && (approvals.get(aprStt) ?? aprStt),
    ...answers,
  }
  yield* exportedRows(db, {
    ...all,
    columns: [...heads, ...(isApproved ? ['apr'] : []), ...questions, ...scored],
    nos,
    cells,
    read,
  })
}
