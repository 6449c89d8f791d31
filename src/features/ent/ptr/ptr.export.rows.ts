import { withDashes } from '#contract/values/day.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers, plainCells } from '#server/exporting/exportRows.ts'
import { Fault } from '#server/base/fault.ts'
import type { ChildRow } from '#domain/guardians/guardians.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexOut } from '#contract/values/sex.ts'
import type { WrittenCell, RowSource } from '#server/exporting/workbook.ts'
import { guardianExportFields } from './ptr.contract.ts'
import { guardianFields } from './ptr.fields.ts'
import { type GuardianFilter, guardians, guardianRowColumns } from './ptr.list.ts'

type Field = (typeof guardianExportFields)[number]
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** Yields the rows of an export of guardians. */
export const rows: RowSource<Listing<GuardianFilter, Field>> = async function* (db, secret, { filter, ...listing }) {
  const { entNo, ptrNos } = filter
  const nos = await readExportNumbers(db, guardians(db, secret, filter).select('p.ptrNo as no'))
  if (ptrNos && nos.length < ptrNos.length) throw new Fault('notFound', '所选家长有的已不存在，请刷新后再选')
  const cells = await cellsOf(db, secret, listing.isClear)
  const read = (some: string[]) => rowsOf(db, secret, entNo, some)
  yield* exportedRows(db, { ...listing, entNo, table: 'ptr', nos, cells, read })
}

const rowsOf = (db: Db, secret: Secret, entNo: string, ptrNos: string[]) =>
  guardians(db, secret, { entNo, ptrNos }).select(guardianRowColumns).select('p.crtTm').orderBy('p.ptrNo').execute()

const plain = guardianExportFields.filter((name) => name !== 'stus')

async function cellsOf(db: Db, secret: Secret, isClear: boolean): Promise<Record<Field, (row: Row) => WrittenCell>> {
  const [sexes, relations] = await Promise.all([readDictionaryLabels(db, 'SEX'), readDictionaryLabels(db, 'RELT')])
  const child = ({ stuName, unitName, relt }: ChildRow) => `${unitName}${stuName}（${relations.get(relt) ?? relt}）`
  return {
    ...(await plainCells(db, guardianFields, plain)),
    sex: ({ sex }) => sexes.get(sexOut(sex)) ?? '',
    authTel: ({ authTel }) => (isClear ? authTel : maskPhone(authTel)),
    stus: ({ stus }) => stus.map(child).join('、'),
    idNo: ({ idNo }) => idNo && (isClear ? secret.open(idNo) : hiddenNumber),
    crtTm: ({ crtTm }) => withDashes(crtTm),
    updTm: ({ updTm }) => withDashes(updTm),
  }
}
