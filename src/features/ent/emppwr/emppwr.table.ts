import { defineTable } from '#server/database/tables.ts'
import { emppwr, Exception } from './emppwr.contract.ts'

defineTable('emppwr', {
  word: '个人权限调整',
  history: { fields: Exception.pick({ addDelFlag: true }).shape, see: emppwr.getlist },
})
