import { timeWords } from '#contract/form/words.ts'
import { maskIdNo, maskPhone } from '#contract/masking.ts'
import type { Db } from '#server/database.ts'
import { labelsOf } from '#server/dictionary.ts'
import { exportedRows, type Listing, numbersOf } from '#server/exportRows.ts'
import { Fault } from '#server/fault.ts'
import type { Secret } from '#server/secret.ts'
import type { Cell, RowSource } from '#server/workbook.ts'
import type { exportable } from './vst.contract.ts'
import { type Filter, readRows, visits, type VisitRow } from './vst.list.ts'

type Field = (typeof exportable)[number]

/** The rows of an export of visits. */
export const rows: RowSource<Listing<Filter, Field>> = async function* (db, secret, { filter, ...listing }) {
  const { entNo, vstNos } = filter
  const nos = await numbersOf(db, visits(db, filter).select('v.vstNo as no'))
  if (vstNos && nos.length < vstNos.length) throw new Fault('notFound', '所选来访有的已不存在，请刷新后再选')
  const cells = await cellsOf(db, secret, listing.isClear)
  const read = (some: string[]) => readRows(db, { entNo, vstNos: some }).orderBy('v.vstNo').execute()
  yield* exportedRows(db, { ...listing, entNo, table: 'vst', nos, cells, read })
}

async function cellsOf(db: Db, secret: Secret, isClear: boolean): Promise<Record<Field, (row: VisitRow) => Cell>> {
  const states = await labelsOf(db, 'VST_STT')
  const phone = (tel: string | null) => tel && (isClear ? tel : maskPhone(tel))
  const idNoOf = (sealed: string | null) => sealed && (isClear ? secret.open(sealed) : maskIdNo(secret.open(sealed)))
  const time = (kept: string | null) => kept && timeWords(kept)
  return {
    vstNo: ({ vstNo }) => vstNo,
    vstName: ({ vstName }) => vstName,
    vstTel: ({ vstTel }) => phone(vstTel),
    idNo: ({ idNo }) => idNoOf(idNo),
    workUnit: ({ workUnit }) => workUnit,
    carNo: ({ carNo }) => carNo,
    rsn: ({ rsn }) => rsn,
    toEmpName: ({ toEmpName }) => toEmpName,
    planSDt: ({ planSDt }) => time(planSDt),
    planEDt: ({ planEDt }) => time(planEDt),
    inDt: ({ inDt }) => time(inDt),
    outDt: ({ outDt }) => time(outDt),
    gate: ({ gate }) => gate,
    mates: ({ mates }) => mates.map(({ mateName, mateTel }) => [mateName, phone(mateTel)].filter(Boolean).join(' ')).join('、'),
    stt: ({ sttNow }) => states.get(sttNow) ?? '',
    answer: ({ answer }) => answer,
  }
}
