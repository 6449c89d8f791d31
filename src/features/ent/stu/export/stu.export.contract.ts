import { permissions } from '#contract/access.ts'
import { exportTitles } from '#contract/fieldList.ts'
import { titlesOf } from '#contract/explain.ts'
import { archiveFields, StudentArchive } from '#features/ent/stuarch/stuarch.contract.ts'
import type { studentExportFields } from '../stu.contract.ts'
import { studentFields } from '../stu.fields.ts'

/** Titles the exported columns. */
export const studentExportTitles = { ...exportTitles(studentFields), ...titlesOf(StudentArchive, archiveFields) }

/** Lists the rights to export archives, besides the students themselves. */
export const mayExportArchives = permissions('stuarch').export

export const isOfArchive = (field: (typeof studentExportFields)[number]) => (archiveFields as readonly string[]).includes(field)
