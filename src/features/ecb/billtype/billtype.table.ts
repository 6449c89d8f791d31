import { defineTable } from '#server/database/tables.ts'
import { BillType, billtype } from './billtype.contract.ts'

defineTable('billtype', {
  word: '表单类型',
  key: 'typeNo',
  name: 'typeName',
  history: { fields: BillType.shape, see: billtype.getpage, change: billtype.update },
})
