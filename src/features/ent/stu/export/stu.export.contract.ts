import { permissions } from '#contract/access.ts'
import { exportTitles } from '#contract/fieldList.ts'
import { titlesOf } from '#contract/explain.ts'
import { archiveFields, StudentArchive } from '#features/ent/stuarch/stuarch.contract.ts'
import type { exportable } from '../stu.contract.ts'
import { studentFields } from '../stu.fields.ts'

/** Titles the exported columns. */
export const titles = { ...exportTitles(studentFields), ...titlesOf(StudentArchive, archiveFields) }

/** Who may export what archives hold, besides the students themselves. */
export const mayExportArchives = permissions('stuarch').export

export const isOfArchive = (field: (typeof exportable)[number]) => (archiveFields as readonly string[]).includes(field)
