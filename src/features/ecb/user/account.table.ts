import { accountTable } from '#server/auth/account.table.ts'
import { defineTable, describeHistory } from '#server/database/tables.ts'
import { account } from './account.contract.ts'

describeHistory(accountTable, { fields: {}, see: account.getpage })

defineTable('identity', { word: '身份', history: { fields: {}, see: account.getpage } })
