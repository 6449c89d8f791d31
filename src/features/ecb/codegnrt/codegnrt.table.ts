import { defineTable } from '#server/database/tables.ts'
import { codegnrt, NumberRule } from './codegnrt.contract.ts'

defineTable('codegnrt', {
  word: '编号规则',
  key: 'gnrtCode',
  name: 'gnrtCode',
  history: { fields: NumberRule.shape, see: codegnrt.getpage, change: codegnrt.update },
})
