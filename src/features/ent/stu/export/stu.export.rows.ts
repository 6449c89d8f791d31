import { withDashes } from '#contract/values/day.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels as dictionaryOf } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers, plainCells } from '#server/exporting/exportRows.ts'
import { Fault } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'
import { rightsIn } from '#domain/students/labelVisibility.ts'
import { sexOut } from '#contract/values/sex.ts'
import type { WrittenCell, RowSource } from '#server/exporting/workbook.ts'
import { type studentExportFields, ownExportFields } from '../stu.contract.ts'
import { studentFields } from '../stu.fields.ts'
import type { KeptGuardian } from '#domain/students/studentGuardians.ts'
import type { Foreign } from './stu.export.ts'
import { archiveCells, archiveColumns } from './stu.export.archive.ts'
import { seenLabels } from '#domain/students/stu.labels.contract.ts'
import { type StudentVisibility, type StudentListFilter, studentExColumns, studentColumns, students } from '../list/stu.list.ts'

type Field = (typeof studentExportFields)[number]
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** Describes what stays masked in an export in clear. */
type Masked = { masked: readonly Foreign[] }

/** Yields the rows of an export of students. */
export const rows: RowSource<Listing<StudentListFilter & Pick<StudentVisibility, 'sight'> & Masked, Field>> = async function* (
  db,
  secret,
  { filter, ...listing },
) {
  const { sight, masked, ...wanted } = filter
  const { entNo, stuNos } = wanted
  const [nos, cells] = await Promise.all([
    readExportNumbers(db, students(db, wanted, { secret, sight }).select('s.stuNo as no')),
    cellsOf(db, { secret, sight }, (of) => listing.isClear && !(of && masked.includes(of))),
  ])
  if (stuNos && nos.length < stuNos.length) throw new Fault('notFound', '所选学生有的已不存在，请刷新后再选')
  const read = (some: string[]) => rowsOf(db, entNo, some, secret)
  yield* exportedRows(db, { ...listing, entNo, table: 'stu', nos, cells, read })
}

const rowsOf = (db: Db, entNo: string, stuNos: string[], secret: Secret) =>
  students(db, { entNo, stuNos }, { secret, sight: {} })
    .leftJoin('stuarch as a', (on) => on.onRef('a.entNo', '=', 's.entNo').onRef('a.stuNo', '=', 's.stuNo'))
    .select(studentColumns)
    .select(studentExColumns)
    .select(archiveColumns)
    .select('s.crtTm')
    .orderBy('s.stuNo')
    .execute()

type Cells = Record<Field, (row: Row) => WrittenCell>

async function cellsOf(db: Db, { secret, sight }: StudentVisibility, isClear: (of?: Foreign) => boolean): Promise<Cells> {
  const [relations, labels, archive] = await Promise.all([
    dictionaryOf(db, 'RELT'),
    dictionaryOf(db, 'STU_LBL'),
    archiveCells(db, isClear('stuarch'), secret),
  ])
  const phone = (authTel: string | null, of?: Foreign) => authTel && (isClear(of) ? authTel : maskPhone(authTel))
  const guardian = (at: number, cell: (guardian: KeptGuardian) => WrittenCell) => (row: Row) => {
    const one = row.ptrs[at]
    return one ? cell(one) : null
  }
  const relation = ({ relt }: KeptGuardian) => relations.get(relt) ?? relt
  return {
    ...(await plainCells(db, studentFields, ownExportFields)),
    sex: ({ sexName, sex }) => sexName || sexOut(sex),
    authTel: ({ authTel }) => phone(authTel),
    idNo: ({ idNo }) => idNo && (isClear() ? secret.open(idNo) : hiddenNumber),
    wts: ({ wts, unitNo }) =>
      seenLabels(rightsIn(sight, unitNo), wts)
        .map((code) => labels.get(code) ?? code)
        .join('、') || null,
    ...archive,
    ptrName1: guardian(0, ({ ptrName }) => ptrName),
    ptrRelt1: guardian(0, relation),
    ptrTel1: guardian(0, ({ authTel }) => phone(authTel, 'ptr')),
    ptrName2: guardian(1, ({ ptrName }) => ptrName),
    ptrRelt2: guardian(1, relation),
    ptrTel2: guardian(1, ({ authTel }) => phone(authTel, 'ptr')),
    cardPht: ({ cardPht }) => (cardPht ? '有' : '无'),
    facePht: ({ facePht }) => (facePht ? '有' : '无'),
    crtTm: ({ crtTm }) => withDashes(crtTm),
    updTm: ({ updTm }) => withDashes(updTm),
  }
}
