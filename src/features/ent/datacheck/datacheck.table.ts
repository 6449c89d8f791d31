import { defineTable } from '#server/database/tables.ts'

defineTable('chktask', { word: '体检任务' })
