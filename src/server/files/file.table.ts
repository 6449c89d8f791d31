import { defineTable } from '#server/database/tables.ts'

defineTable('file', { word: '文件' })
