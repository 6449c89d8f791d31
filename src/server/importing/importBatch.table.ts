import { defineTable } from '#server/database/tables.ts'

defineTable('impBatch', { word: '导入批次' })
