import { defineTable } from '#server/database/tables.ts'
import { rescls, ResourceClass } from './rescls.contract.ts'

defineTable('rescls', {
  word: '资源分类',
  uses: { rescls: '下已有分类', res: '里已有资源' },
  history: { fields: ResourceClass.shape, see: rescls.gettree, change: rescls.update },
})
