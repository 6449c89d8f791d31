import { explainConstraints } from '#server/base/fault.ts'
import { defineTable } from '#server/database/tables.ts'
import { rescls, ResourceClass } from './rescls.contract.ts'

defineTable('rescls', {
  word: '资源分类',
  key: 'clsNo',
  name: 'clsName',
  uses: { rescls: '下已有分类', res: '里已有资源' },
  history: { fields: ResourceClass.shape, see: rescls.gettree, change: rescls.update },
})

explainConstraints({ rescls_prt_no_cycle: { code: 'invalid', field: 'prtNo', message: '不能把分类移到它自己或它的下级之下' } })
