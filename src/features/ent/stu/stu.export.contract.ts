import { titlesOf } from '#contract/explain.ts'
import { type exportable, StudentEx } from './stu.contract.ts'

/** What the exported columns are called. */
export const exportTitles: Record<(typeof exportable)[number], string> = {
  ...titlesOf(StudentEx, ['stuNo', 'stuName', 'sex', 'gradeName', 'unitName', 'stdyNo', 'authTel', 'authFlag', 'idNo', 'brth']),
  ...titlesOf(StudentEx, ['wts', 'cardPht', 'facePht', 'stt', 'lvDt', 'lvRsn', 'rem', 'updTm']),
  ptrName1: '家长1',
  ptrRelt1: '家长1关系',
  ptrTel1: '家长1手机',
  ptrName2: '家长2',
  ptrRelt2: '家长2关系',
  ptrTel2: '家长2手机',
  crtTm: '建立时间',
}
