import { defineTable } from '#server/database/tables.ts'
import { account } from './account.contract.ts'

defineTable('account', { word: '账号', history: { fields: {}, see: account.getpage } })

defineTable('identity', { word: '身份', history: { fields: {}, see: account.getpage } })
