import { titlesOf } from '#contract/explain.ts'
import { EmployeeEx, type exportable } from '../emp.contract.ts'

/** What the exported columns are called. */
export const exportTitles: Record<(typeof exportable)[number], string> = {
  ...titlesOf(EmployeeEx, [
    'empNo',
    'empName',
    'workNo',
    'sex',
    'orgName',
    'authTel',
    'authFlag',
    'idNo',
    'brth',
    'idntNo',
    'cardPht',
    'facePht',
    'stt',
    'rem',
    'updTm',
  ]),
  leadOrgs: '负责的部门',
  crtTm: '建立时间',
  orgNames: '全部部门',
  grpNames: '员工组',
  roleNames: '角色',
}
