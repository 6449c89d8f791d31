import { defineTable } from '#server/database/tables.ts'
import { isVerifiedPhone } from '#domain/people/personFacts.ts'
import { emp, EmployeeEx } from './emp.contract.ts'

export const employeeTable = defineTable('emp', {
  word: '员工',
  key: 'empNo',
  name: 'empName',
  search: { words: ['empNo', 'workNo'], phone: 'authTel' },
  uses: { orgemp: '已加入部门', empgrpmbr: '已加入员工组', emprole: '已有角色' },
  swappable: ['workNo', 'idNoHash'],
  history: {
    fields: EmployeeEx.omit({ idntNo: true }).shape,
    see: emp.getex,
    change: emp.update,
    // Excludes photos, which come with a consent.
    elsewhere: ['cardPht', 'facePht'],
    refuses: isVerifiedPhone,
    record: {
      own: ['emp', 'emparch'],
      links: ['orgemp', 'empgrpmbr', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr'],
    },
  },
})
