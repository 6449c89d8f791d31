import { defineTable } from '#server/database/tables.ts'
import { SchoolArchive, scharch } from './scharch.contract.ts'

defineTable('scharch', {
  word: '学校档案',
  history: { fields: SchoolArchive.shape, see: scharch.get, change: scharch.set },
})
