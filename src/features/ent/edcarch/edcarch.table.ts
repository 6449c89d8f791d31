import { defineTable } from '#server/database/tables.ts'
import { edcarch, EnterpriseArchive } from './edcarch.contract.ts'

defineTable('edcarch', {
  word: '企业档案',
  history: { fields: EnterpriseArchive.shape, see: edcarch.get, change: edcarch.set },
})
