import { metaOf } from '#contract/explain.ts'
import { maskText } from '#contract/values/masking.ts'
import {
  type ArchiveField,
  archiveFields,
  maskedStudentArchiveFields,
  studentArchiveFields,
} from '#features/ent/stuarch/stuarch.contract.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { withNational } from '#domain/students/nationalNo.ts'
import type { Secret } from '#server/database/secret.ts'
import type { WrittenCell } from '#server/exporting/workbook.ts'

const isHidden = (field: ArchiveField) => (maskedStudentArchiveFields as readonly string[]).includes(field)

export const archiveColumns = archiveFields.map((field) => `a.${field}` as const)

type Row = Record<ArchiveField, string | null>

/** Returns the cells of archives: codes by their names, sensitive values masked unless they are exported in clear. */
export async function archiveCells(db: Db, isClear: boolean, secret: Secret) {
  const cellOf = async (field: ArchiveField): Promise<(row: Row) => WrittenCell> => {
    const typeCode = metaOf(studentArchiveFields[field]).dictionary
    const labels = typeCode && (await readDictionaryLabels(db, typeCode))
    if (labels) return ({ [field]: value }) => value && (labels.get(value) ?? value)
    if (field === 'unfStuNo') return (row) => (isClear ? row.unfStuNo && secret.open(row.unfStuNo) : withNational(row).unfStuNo)
    return ({ [field]: value }) => (value && isHidden(field) && !isClear ? maskText(value) : value)
  }
  const cells = await Promise.all(archiveFields.map(async (field) => [field, await cellOf(field)] as const))
  // Casts the cells, one for each of the fields.
  return Object.fromEntries(cells) as Record<ArchiveField, (row: Row) => WrittenCell>
}
