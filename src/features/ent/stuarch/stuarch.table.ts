import { defineTable } from '#server/database/tables.ts'
import { archiveFields, StudentArchive, stuarch } from './stuarch.contract.ts'

defineTable('stuarch', {
  word: '学生档案',
  history: {
    fields: Object.fromEntries(archiveFields.map((name) => [name, StudentArchive.shape[name]])),
    see: stuarch.get,
    change: stuarch.set,
  },
})
