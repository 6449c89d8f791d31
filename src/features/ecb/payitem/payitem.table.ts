import { defineTable } from '#server/database/tables.ts'
import { payitem, PayItem } from './payitem.contract.ts'

defineTable('payitem', {
  word: '缴费项目',
  key: 'payItemNo',
  name: 'itemName',
  history: { fields: PayItem.shape, see: payitem.getlist, change: payitem.update },
})
