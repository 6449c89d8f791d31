import { titlesOf } from '#contract/explain.ts'
import { type exportable, Guardian } from './ptr.contract.ts'

/** What the exported columns are called. */
export const exportTitles: Record<(typeof exportable)[number], string> = {
  ...titlesOf(Guardian, [
    'ptrNo',
    'ptrName',
    'sex',
    'authTel',
    'authFlag',
    'stus',
    'idNo',
    'brth',
    'workUnit',
    'stt',
    'rem',
    'updTm',
  ]),
  crtTm: '建立时间',
}
