import { defineTable } from '#server/database/tables.ts'
import { EmployeeArchive, emparch } from './emparch.contract.ts'

defineTable('emparch', {
  word: '员工档案',
  history: { fields: EmployeeArchive.shape, see: emparch.get, change: emparch.set },
})
