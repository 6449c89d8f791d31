import { permissions } from '#contract/access.ts'
import { titlesOf } from '#contract/explain.ts'
import { archiveFields, StudentArchive } from '#features/ent/stuarch/stuarch.contract.ts'
import { type exportable, StudentEx } from '../stu.contract.ts'

/** What the exported columns are called. */
export const exportTitles: Record<(typeof exportable)[number], string> = {
  ...titlesOf(StudentEx, ['stuNo', 'stuName', 'sex', 'gradeName', 'unitName', 'stdyNo', 'authTel', 'authFlag', 'idNo', 'brth']),
  ...titlesOf(StudentEx, ['wts', 'cardPht', 'facePht', 'stt', 'lvDt', 'lvRsn', 'rem', 'updTm']),
  ...titlesOf(StudentArchive, archiveFields),
  ptrName1: '家长1',
  ptrRelt1: '家长1关系',
  ptrTel1: '家长1手机',
  ptrName2: '家长2',
  ptrRelt2: '家长2关系',
  ptrTel2: '家长2手机',
  crtTm: '建立时间',
}

/** Who may export what archives hold, besides the students themselves. */
export const mayExportArchives = permissions('stuarch').export

export const isOfArchive = (field: (typeof exportable)[number]) => (archiveFields as readonly string[]).includes(field)
