import { timeWords } from '#contract/form/words.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers, plainCells } from '#server/exporting/exportRows.ts'
import { Fault } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'
import type { WrittenCell, RowSource } from '#server/exporting/workbook.ts'
import { visitExportFields } from '../vst.contract.ts'
import { visitFields } from '../vst.fields.ts'
import { readFormValues } from '../vst.formValues.ts'
import { type VisitFilter, selectVisits, visits, type VisitRow } from '../vst.list.ts'

type Fixed = (typeof visitExportFields)[number]
/** Names a fixed column, or the column of a form, by its number. */
export type VisitExportColumn = Fixed | `c${number}`
type Row = VisitRow & { lstVals: Record<string, string> }

/** Yields the rows of an export of visits. Throws notFound for visits that are gone. */
export const rows: RowSource<Listing<VisitFilter, VisitExportColumn>> = async function* (db, secret, { filter, ...listing }) {
  const { columns, isClear } = listing
  const { entNo, vstNos } = filter
  const nos = await readExportNumbers(db, visits(db, filter).select('v.vstNo as no'))
  if (vstNos && nos.length < vstNos.length) throw new Fault('notFound', '所选来访有的已不存在，请刷新后再选')
  const inForm = columns.filter((field) => !isFixed(field))
  const cells = {
    ...(await cellsOf(db, secret, isClear)),
    ...Object.fromEntries(inForm.map((clmnNo) => [clmnNo, ({ lstVals }: Row) => lstVals[clmnNo] ?? ''])),
  } as Record<VisitExportColumn, (row: Row) => WrittenCell>
  const read = async (some: string[]): Promise<Row[]> => {
    const found = await selectVisits(db, { entNo, vstNos: some }).orderBy('v.vstNo').execute()
    const inForms = inForm.length > 0 ? await readFormValues(db, secret, { entNo, rows: found, isClear }) : undefined
    return found.map((row) => ({ ...row, lstVals: inForms?.get(row.vstNo)?.lstVals ?? {} }))
  }
  yield* exportedRows(db, { ...listing, entNo, table: 'vst', nos, cells, read })
}

const isFixed = (field: VisitExportColumn): field is Fixed => (visitExportFields as readonly string[]).includes(field)

const plainNames = visitExportFields.filter((name) => name !== 'mates')

async function cellsOf(db: Db, secret: Secret, isClear: boolean): Promise<Record<Fixed, (row: VisitRow) => WrittenCell>> {
  const states = await readDictionaryLabels(db, 'VST_STT')
  const phone = (tel: string | null) => tel && (isClear ? tel : maskPhone(tel))
  const idNoOf = (sealed: string | null) => sealed && (isClear ? secret.open(sealed) : hiddenNumber)
  const time = (kept: string | null) => kept && timeWords(kept)
  return {
    ...(await plainCells(db, visitFields, plainNames)),
    vstTel: ({ vstTel }) => phone(vstTel),
    idNo: ({ idNo }) => idNoOf(idNo),
    stuName: ({ child }) => child?.stuName ?? null,
    planSDt: ({ planSDt }) => time(planSDt),
    planEDt: ({ planEDt }) => time(planEDt),
    inDt: ({ inDt }) => time(inDt),
    outDt: ({ outDt }) => time(outDt),
    mates: ({ mates }) => mates.map(({ mateName, mateTel }) => [mateName, phone(mateTel)].filter(Boolean).join(' ')).join('、'),
    stt: ({ sttNow }) => states.get(sttNow) ?? '',
  }
}
