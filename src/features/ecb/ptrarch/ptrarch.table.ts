import { defineTable } from '#server/database/tables.ts'
import { GuardianArchive, ptrarch } from './ptrarch.contract.ts'

defineTable('ptrarch', {
  word: '家长档案',
  history: {
    // Leaves out the income: a parameter says whether it is told, and may have changed since.
    fields: GuardianArchive.omit({ salary: true }).shape,
    see: ptrarch.get,
    change: ptrarch.set,
  },
})
