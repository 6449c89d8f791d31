import { defineTable } from '#server/database/tables.ts'
import { entact, PaymentAccount } from './entact.contract.ts'

defineTable('entact', {
  word: '收款账户',
  name: 'actName',
  history: { fields: PaymentAccount.shape, see: entact.getlist, change: entact.update },
})
