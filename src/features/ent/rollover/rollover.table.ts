import { defineTable } from '#server/database/tables.ts'

defineTable('rollover', { word: '学年升级' })
